/** The generated charts match the current machines, and the list of machines is complete. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHARTS_FOLDER, chartFiles } from '../../scripts/charts.ts';
import { WALKED_FILE, type Walked } from '../../scripts/walkedTransitions.ts';
import { loadMachines } from '../../src/machines/all.ts';
import { countedTransitions } from '../../src/ui/chart/chartMarks.ts';
import { chartOf } from '../../src/ui/chart/chartOf.ts';

let machines: Record<string, AnyStateMachine>;
beforeAll(async () => void (machines = await loadMachines()));

describe('the list of all machines', () => {
  it('holds every machine of src/machines under its id', async () => {
    const files = readdirSync('src/machines', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.machine.ts'),
    );
    const exported = await Promise.all(
      files.map(async (name) =>
        Object.values((await import(pathToFileURL(join(process.cwd(), 'src/machines', name)).href)) as object),
      ),
    );
    const found = exported
      .flat()
      .filter(
        (value): value is AnyStateMachine => value !== null && typeof value === 'object' && '__xstatenode' in value,
      );
    expect(found.length).toBeGreaterThanOrEqual(files.length);
    expect(Object.keys(machines).sort()).toEqual(found.map(({ id }) => id).sort());
    expect(Object.entries(machines).filter(([id, machine]) => machine.id !== id)).toEqual([]);
  });
});

describe('docs/charts', () => {
  let drawn: Map<string, string>;
  beforeAll(async () => void (drawn = await chartFiles()), 120_000);

  it('holds a drawing a machine, a page that shows them, and nothing left over', () => {
    expect(readdirSync(CHARTS_FOLDER).sort()).toEqual([...drawn.keys()].sort());
    expect([...drawn.keys()].sort()).toEqual(['README.md', ...Object.keys(machines).map((id) => `${id}.svg`)].sort());
  });

  it('is current (else: npm run charts)', () => {
    expect(
      [...drawn]
        .filter(
          ([name, text]) =>
            !existsSync(join(CHARTS_FOLDER, name)) || readFileSync(join(CHARTS_FOLDER, name), 'utf8') !== text,
        )
        .map(([name]) => name),
    ).toEqual([]);
  });

  it('says of each machine what it is for, and where it is written', () => {
    const parts = (drawn.get('README.md') ?? '').split('\n## ').slice(1);
    expect(parts).toHaveLength(Object.keys(machines).length);
    for (const part of parts) {
      const [, sentence, path] =
        /^\w+\n\n(\S.{10,}\.) \(\[source\]\(\.\.\/\.\.\/(src\/machines\/[\w/]+\.machine\.ts)\)\)\n/u.exec(part) ?? [];
      expect(sentence, part).toBeTruthy();
      expect(existsSync(path ?? ''), part).toBe(true);
    }
  });

  it('holds drawings that stand alone, in both themes', () => {
    for (const [name, text] of drawn) {
      if (!name.endsWith('.svg')) continue;
      expect(text.match(/prefers-color-scheme: dark/gu), name).toHaveLength(1);
      const used = new Set([...text.matchAll(/var\((--[\w-]+)\)/gu)].map(([, token]) => token));
      expect(
        [...used].filter((token) => !text.includes(`${token}: `)),
        name,
      ).toEqual([]);
      expect(/(?:href|url\(|src)=?["']?https?:/u.test(text), name).toBe(false);
    }
  });
});

describe('the transitions that tests walk', () => {
  const walked = JSON.parse(readFileSync(WALKED_FILE, 'utf8')) as Walked;

  it('are those of machines there are, sorted (else: npm run charts -- --walked)', () => {
    expect(Object.keys(walked)).toEqual(Object.keys(machines).sort());
    for (const [id, ids] of Object.entries(walked)) expect([...new Set(ids)].sort(), id).toEqual(ids);
  });

  it('all exist (else: npm run charts -- --walked)', () => {
    const unknown = Object.entries(walked).flatMap(([id, ids]) => {
      const machine = machines[id];
      const known = new Set(machine ? countedTransitions(chartOf(machine)).map((transition) => transition.id) : []);
      return ids.filter((each) => !known.has(each));
    });
    expect(unknown).toEqual([]);
  });

  it('are most of them', () => {
    const counts = Object.values(machines).map((machine) => countedTransitions(chartOf(machine)).length);
    expect(Object.values(walked).flat().length / counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0.7);
  });
});
