/** Limits of the recorder: it never exceeds them, and the remaining steps still replay correctly. */
import { assign, createActor, fromCallback, setup, SimulatedClock } from 'xstate';
import { describe, expect, it } from 'vitest';
import { createRecorder, type RecorderLimits } from '../../../src/machines/recording/recorder.ts';
import { createReplay, rootOf } from '../../../src/machines/recording/replay.ts';
import { transitionId } from '../../../src/ui/chart/chartOf.ts';

type Said =
  { type: 'add'; by: number; word: string } | { type: 'toggle' } | { type: 'beat'; robots: Record<string, number> };
const child = setup({}).createMachine({
  id: 'child',
  initial: 'alive',
  states: { alive: { after: { 5_000: 'tired' } }, tired: {} },
});
const counter = setup({
  types: { context: {} as { total: number; robots: Record<string, number>; word: string }, events: {} as Said },
  actors: { child, radio: fromCallback(() => {}) },
}).createMachine({
  id: 'counter',
  context: { total: 0, robots: {}, word: '' },
  initial: 'off',
  on: {
    add: {
      actions: assign({ total: ({ context, event }) => context.total + event.by, word: ({ event }) => event.word }),
    },
    beat: { actions: assign({ robots: ({ context, event }) => ({ ...context.robots, ...event.robots }) }) },
  },
  states: {
    off: { on: { toggle: 'on' } },
    on: {
      invoke: [
        { src: 'child', id: 'child' },
        { src: 'radio', id: 'radio' },
      ],
      on: { toggle: 'off' },
    },
  },
});
const LEAVES = {
  counter: {
    context: { total: true, robots: true },
    events: { add: { by: true }, beat: { robots: true } },
    telemetry: ['beat'],
  },
  child: {},
} as const;

function start(limits: Partial<RecorderLimits> = {}) {
  const time = { now: 1_000 };
  const recorder = createRecorder({
    now: () => time.now,
    leaves: LEAVES,
    transitionId,
    limits: { steps: 1e6, bytes: 1e9, telemetryRate: 1e9, ...limits },
  });
  const clock = new SimulatedClock();
  const actor = createActor(counter, { clock, inspect: (seen) => recorder.observe(seen) }).start();
  const last = () => {
    const recording = recorder.recording();
    return createReplay(recording).momentAt(recording.steps.length).states[rootOf(recording)!]!;
  };
  return { actor, recorder, clock, time, last };
}

describe('the ring', () => {
  it('keeps no more steps than it may, and the state all the same', () => {
    const { actor, recorder, last } = start({ steps: 50 });
    for (let n = 1; n <= 5_000; n += 1) {
      actor.send({ type: 'add', by: n, word: 'secret' });
      if (n % 7 === 0) actor.send({ type: 'toggle' });
    }
    expect(recorder.recording().steps).toHaveLength(50);
    expect(last()).toMatchObject({
      value: actor.getSnapshot().value,
      context: { total: 12_502_500, word: { '~': 'string', length: 6 } },
    });
    // Of the thousands of stopped children only those referenced by kept steps remain.
    expect(Object.keys(recorder.recording().actors).length).toBeLessThan(2_200);
  });

  it('keeps no more bytes than it may', () => {
    const { actor, recorder, last } = start({ bytes: 4_000 });
    for (let n = 0; n < 500; n += 1) actor.send({ type: 'beat', robots: { [`robot-${n % 20}`]: n } });
    expect(recorder.size().bytes).toBeLessThanOrEqual(4_000);
    expect(JSON.stringify(recorder.recording().steps).length).toBeLessThan(4_400);
    expect(last().context).toMatchObject({ robots: actor.getSnapshot().context.robots });
  });

  it('holds a single step larger than its bound rather than none', () => {
    const { actor, recorder } = start({ bytes: 100 });
    actor.send({ type: 'beat', robots: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`robot-${n}`, n])) });
    expect(recorder.recording().steps).toHaveLength(1);
  });

  it('every moment between is as it was', () => {
    const { actor, recorder } = start({ steps: 300 });
    const was: unknown[] = [];
    for (let n = 0; n < 700; n += 1) {
      actor.send(n % 5 === 0 ? { type: 'toggle' } : { type: 'add', by: 1, word: '' });
      was.push([actor.getSnapshot().value, actor.getSnapshot().context.total]);
    }
    const recording = recorder.recording();
    const replay = createReplay(recording);
    const root = rootOf(recording)!;
    const mine = recording.steps.map(({ actor: number }, at) => (number === root ? at : -1)).filter((at) => at >= 0);
    // Forwards, backwards and in mixed order.
    for (const order of [mine, mine.toReversed(), mine.toSorted((a, b) => ((a * 7919) % 300) - ((b * 7919) % 300))]) {
      for (const at of order) {
        const { value, context } = replay.momentAt(at).states[root]!;
        expect([value, (context as { total: number }).total]).toEqual(was[was.length - mine.length + mine.indexOf(at)]);
      }
    }
  });
});

describe('telemetry', () => {
  it('is recorded as often as its size allows, and what was left out comes with the next', () => {
    const { actor, recorder, time, last } = start({ telemetryRate: 1_000 });
    for (let n = 0; n < 100; n += 1) {
      time.now += 100;
      actor.send({ type: 'beat', robots: { A: n, B: -n, C: n * 2 } });
    }
    const beats = recorder.recording().steps.filter(({ event }) => event.type === 'beat').length;
    expect(beats).toBeGreaterThan(20);
    expect(beats).toBeLessThan(80);
    actor.send({ type: 'add', by: 1, word: '' });
    expect(last().context).toMatchObject({ total: 1, robots: { A: 99, B: -99, C: 198 } });
  });

  it('is recorded every time when it changes the state', () => {
    const { actor, recorder } = start({ telemetryRate: 1 });
    for (let n = 0; n < 10; n += 1) actor.send({ type: 'toggle' });
    expect(recorder.recording().steps.filter(({ event }) => event.type === 'toggle')).toHaveLength(10);
  });
});

describe('timers and children', () => {
  it('are recorded while they wait, and not after', () => {
    const { actor, recorder, clock } = start();
    const at = () => {
      const recording = recorder.recording();
      return createReplay(recording).momentAt(recording.steps.length);
    };
    actor.send({ type: 'toggle' });
    actor.send({ type: 'add', by: 1, word: '' });
    expect(at().timers).toEqual([expect.objectContaining({ event: 'xstate.after.5000.child.alive', delay: 5_000 })]);
    const { actors } = recorder.recording();
    expect(
      at().states[rootOf({ actors })!]!.children.map((number) => [actors[number]?.id, actors[number]?.machine]),
    ).toEqual([
      ['child', 'child'],
      ['radio', undefined],
    ]);
    clock.increment(5_000);
    expect(at().timers).toEqual([]);
    actor.send({ type: 'toggle' });
    actor.send({ type: 'add', by: 1, word: '' });
    expect(at().states[rootOf({ actors })!]!.children).toEqual([]);
  });

  it('tells a follower of every step, and of an actor before its first', () => {
    const { actor, recorder } = start();
    const heard: string[] = [];
    const known = new Set(Object.keys(recorder.recording().actors));
    const stop = recorder.onStep(({ step, actors }) => {
      for (const number of Object.keys(actors)) known.add(number);
      for (const number of [step.actor, ...(step.children ?? [])]) expect(known.has(String(number))).toBe(true);
      heard.push(step.event.type);
    });
    actor.send({ type: 'toggle' });
    actor.send({ type: 'add', by: 1, word: '' });
    stop();
    actor.send({ type: 'add', by: 1, word: '' });
    expect(heard.filter((type) => !type.startsWith('xstate.'))).toEqual(['toggle', 'add']);
  });
});
