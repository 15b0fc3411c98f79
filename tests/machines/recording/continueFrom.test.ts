/** A recording that goes on after a reload of the page: the steps before it, the mark, and the steps after it. */
import { createActor, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { PAGE_RELOADED, type Recording } from '../../../src/machines/recording/format.ts';
import { createFollowed } from '../../../src/machines/recording/followed.ts';
import { createRecorder, type Recorder, type RecorderLimits } from '../../../src/machines/recording/recorder.ts';
import { createRenumbering } from '../../../src/machines/recording/renumbered.ts';
import { createReplay, rootOf, treeAt } from '../../../src/machines/recording/replay.ts';
import { testOf } from '../../../src/machines/recording/testText.ts';
import { transitionName } from '../../../src/machines/recording/transitions.ts';
import { opened } from '../../../src/machines/recording/opened.ts';
import { sampleHead } from '../../fakes/sampleRecording.ts';

const child = setup({}).createMachine({ id: 'child', context: { count: 0 } });
const parent = setup({ actors: { child } }).createMachine({
  id: 'parent',
  context: { page: '' },
  initial: 'off',
  states: {
    off: { on: { go: 'on' } },
    on: { invoke: { src: 'child', id: 'child', systemId: 'child' }, after: { 60_000: 'off' } },
  },
});
const leaves = { parent: { context: true }, child: { context: true } } as const;

function page({ goes, limits }: { goes: boolean; limits?: RecorderLimits }) {
  let now = 0;
  const recorder = createRecorder({
    now: () => (now += 1),
    leaves,
    transitionId: transitionName,
    ...(limits && { limits }),
  });
  const root = createActor(parent, { systemId: 'app', inspect: (seen) => recorder.observe(seen) });
  root.start();
  if (goes) root.send({ type: 'go' });
  return { recorder, root };
}

function join(recorder: Recorder, before: Recording): void {
  const { from, root } = recorder.reserve(Object.keys(before.actors).length);
  const own = rootOf(before);
  const renumbering = createRenumbering((number) => (number === own ? root : from + number));
  const { [root]: _, ...actors } = renumbering.actors(before.actors);
  recorder.continueFrom(
    {
      actors,
      base: renumbering.base(before.base),
      steps: before.steps.map((step) => ({ step: renumbering.step(step), bytes: 100 })),
    },
    { type: PAGE_RELOADED },
  );
}
const namesAt = (recording: Recording, index: number): string[] =>
  treeAt(createReplay(recording).momentAt(index), recording.actors, rootOf(recording)!).map(
    ({ number }) => `${number} ${recording.actors[number]?.id}`,
  );

describe('after a reload', () => {
  const joined = () => {
    const before = page({ goes: true });
    const after = page({ goes: false });
    join(after.recorder, before.recorder.recording());
    before.root.stop();
    return after;
  };

  it('the steps before it come first, then the mark, then a page that starts from nothing', () => {
    const { recorder, root } = joined();
    root.send({ type: 'go' });
    const recording = recorder.recording();
    const mark = recording.steps.findIndex(({ event }) => event.type === PAGE_RELOADED);
    expect(recording.steps.map(({ event }) => event.type)).toEqual([
      'xstate.init',
      'go',
      'xstate.init',
      PAGE_RELOADED,
      'xstate.init',
      'go',
      'xstate.init',
    ]);
    const { momentAt, length } = createReplay(recording);
    const appRoot = rootOf(recording)!;
    expect(momentAt(mark - 1).states[appRoot]?.value).toBe('on');
    expect(momentAt(mark - 1).timers).toHaveLength(1);
    expect(momentAt(mark)).toMatchObject({ states: {}, timers: [] });
    expect(momentAt(mark + 1)).toMatchObject({ states: { [appRoot]: { value: 'off' } }, timers: [] });
    expect(Object.keys(momentAt(mark + 1).states)).toEqual([String(appRoot)]);
    // Two actors of the same name: one before, one after.
    const [before, after] = [namesAt(recording, mark - 1), namesAt(recording, length - 1)];
    expect([before, after]).toEqual([
      [`${appRoot} ${recording.actors[appRoot]?.id}`, expect.stringMatching(/ child$/u)],
      [`${appRoot} ${recording.actors[appRoot]?.id}`, expect.stringMatching(/ child$/u)],
    ]);
    expect(before[1]).not.toBe(after[1]);
    root.stop();
  });

  it('is folded like every recording when it is long: nothing of the page before remains', () => {
    const { recorder, root } = joined();
    const { actors, base, steps } = recorder.recording();
    const followed = createFollowed(sampleHead, { actors, base, steps: [] }, [], 1, 1);
    followed.grow(steps.map((step) => ({ step, actors: {} })));
    expect(Object.keys(followed.capsule().recording.base.states).length).toBeLessThanOrEqual(2);
    expect(followed.capsule().replay.momentAt(0).timers).toEqual([]);
    root.stop();
  });

  it('is not joined to a recording that has lost its own beginning', () => {
    const before = page({ goes: true });
    const after = page({ goes: true, limits: { steps: 1, bytes: 1_000_000, telemetryRate: 1_000_000 } });
    join(after.recorder, before.recorder.recording());
    expect(after.recorder.recording().steps.map(({ event }) => event.type)).not.toContain(PAGE_RELOADED);
    before.root.stop();
    after.root.stop();
  });

  it('a test of the root begins after it', () => {
    const { recorder, root } = joined();
    root.send({ type: 'go' });
    const recording = recorder.recording();
    const wish = { capsule: opened(sampleHead, recording, []), actor: rootOf(recording)!, machines: { parent, child } };
    for (const from of ['start', 0] as const)
      expect(testOf({ ...wish, from, to: recording.steps.length - 1 })).toMatchObject({ events: 1, divergence: null });
    root.stop();
  });
});
