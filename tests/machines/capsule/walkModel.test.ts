/**
 * A failed model walk writes a recording that the inspector opens, with the path taken; a passed walk writes nothing.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { unpacked } from '../../../src/app/recorder/capsuleFile.ts';
import { loadMachines } from '../../../src/machines/all.ts';
import { opened } from '../../../src/machines/recording/opened.ts';
import { testOf } from '../../../src/machines/recording/testText.ts';
import { noticesMachine } from '../../../src/machines/notices/notices.machine.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { walk } from '../../fakes/walkModel.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'rh-walk-')), 'capsules');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const spec = setup({ types: { events: {} as { type: 'is told' | 'is closed' } } }).createMachine({
  initial: 'quiet',
  states: { quiet: { on: { 'is told': 'saying' } }, saying: { on: { 'is closed': 'quiet again' } }, 'quiet again': {} },
});
const [path] = createTestModel(spec).getSimplePaths().slice(-1);
const events = (actor: { send(event: never): void }) => ({
  'is told': () => actor.send({ type: 'notice.show', notice: { tone: 'info', key: 'a' } } as never),
  'is closed': () => actor.send({ type: 'notice.close' } as never),
});

it('keeps the way of a walk that fails, and says where', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { actor } = startUnderApp(noticesMachine, { as: 'notices' });
  const wrong = {
    events: events(actor),
    states: {
      'quiet again': () => {
        throw new Error('made to fail');
      },
    },
  };
  await expect(walk(path!, { model: 'notices', actor, folder }, wrong)).rejects.toThrow('made to fail');
  const [name] = readdirSync(folder);
  expect(name).toMatch(/^notices-[a-z0-9-]+-[0-9a-f]{8}\.capsule$/u);
  expect(said).toHaveBeenCalledWith(`the walk is recorded in ${join(folder, name!)}`);
  said.mockRestore();

  const { actors, base, steps, ...head } = await unpacked(new Blob([await readFile(join(folder, name!))]));
  const capsule = opened(head, { actors, base, steps }, []);
  expect(head.sentence).toContain('made to fail');
  expect(steps.map(({ event }) => event.type)).toEqual(
    expect.arrayContaining(['xstate.init', 'notice.show', 'notice.close']),
  );
  const number = Number(Object.keys(actors).find((key) => actors[key]!.machine === 'notices'));
  expect(capsule.replay.momentAt(steps.length - 1).states[number]).toMatchObject({
    value: 'empty',
    context: { number: 1 },
  });
  // The inspector generates a test from it.
  expect(
    testOf({ capsule, actor: number, from: 'start', to: steps.length - 1, machines: await loadMachines() }),
  ).toMatchObject({ divergence: null, events: 2 });
});

it('leaves nothing of a walk that passes', async () => {
  const { actor } = startUnderApp(noticesMachine, { as: 'notices' });
  await walk(path!, { model: 'notices', actor, folder }, { events: events(actor), states: {} });
  expect(actor.getSnapshot().value).toBe('empty');
  expect(existsSync(folder)).toBe(false);
});
