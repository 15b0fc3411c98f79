/**
 * Records which transitions of the machines are taken by their tests. Writes src/ui/chart/walked.json for the chart
 * overlay and prints the transitions that no test takes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMachines } from '../src/machines/all.ts';
import { countedTransitions } from '../src/ui/chart/chartMarks.ts';
import { chartOf } from '../src/ui/chart/chartOf.ts';

/** Transition ids by machine id. */
export type Walked = Readonly<Record<string, readonly string[]>>;

const root = fileURLToPath(new URL('..', import.meta.url));
export const WALKED_FILE = join(root, 'src/ui/chart/walked.json');

/** Files with a failed test do not count and are listed. */
function runNoted(): Walked[] {
  const folder = mkdtempSync(join(tmpdir(), 'rh-walked-'));
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [vitest, 'run', '--config', join(root, 'scripts/walked.config.ts')],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1', ROUNDHOUSE_WALKED: folder },
      },
    );
    const runs = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Walked);
    if (status !== 0) {
      process.exitCode = 1;
      console.error(
        `failed, and not counted:\n${(stdout + stderr)
          .split('\n')
          .filter((line) => /^ *FAIL/u.test(line))
          .join('\n')}`,
      );
    }
    if (runs.length === 0) throw new Error(`no test of the state machines passed:\n${(stdout + stderr).slice(-2000)}`);
    return runs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function writeWalked(): Promise<void> {
  const runs = runNoted();
  const walked: Record<string, string[]> = {};
  let [all, found] = [0, 0];
  for (const [id, machine] of Object.entries(await loadMachines()).sort(([one], [other]) => (one < other ? -1 : 1))) {
    const taken = new Set(runs.flatMap((run) => run[id] ?? []));
    const counted = countedTransitions(chartOf(machine));
    walked[id] = counted
      .map((transition) => transition.id)
      .filter((each) => taken.has(each))
      .sort();
    all += counted.length;
    found += walked[id].length;
    for (const transition of counted)
      if (!taken.has(transition.id))
        console.log(`not covered: ${transition.id}${transition.guard && ` [${transition.guard}]`}`);
  }
  writeFileSync(WALKED_FILE, `${JSON.stringify(walked, null, 1)}\n`);
  console.log(`${found} of ${all} transitions are covered by tests`);
}
