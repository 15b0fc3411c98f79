// @vitest-environment node
/** Converts a machine to data: nested states, and transitions with the same ids that a running machine reports. */
import { type Actor, createActor, type InspectionEvent, SimulatedClock } from 'xstate';
import { describe, expect, it } from 'vitest';
import { loadMachines } from '../../../src/machines/all.ts';
import { takenTransitions } from '../../../src/machines/xstateInternals.ts';
import { chartOf, statesOf, transitionId } from '../../../src/ui/chart/chartOf.ts';
import { everyKind } from './machines.ts';

const chart = chartOf(everyKind);
const from = (source: string, event: string) =>
  chart.transitions.filter((each) => each.source === source && each.event === event);

describe('the states of a chart', () => {
  it('stand in each other as in the machine', () => {
    expect(statesOf(chart).map(({ id, type }) => `${id} ${type}`)).toEqual([
      'every compound',
      'every.idle atomic',
      'every.busy compound',
      'every.busy.loading atomic',
      'every.busy.ready final',
      'every.busy.back history',
      'every.sides parallel',
      'every.sides.left compound',
      'every.sides.left.on atomic',
      'every.sides.left.off atomic',
      'every.sides.right compound',
      'every.sides.right.on atomic',
      'every.sides.right.off atomic',
      'every.done final',
    ]);
    expect(chart.root.initial).toBe('every.idle');
    expect(statesOf(chart).find(({ id }) => id === 'every.busy.back')?.history).toBe('deep');
  });

  it('say what they do, and nothing that arms a delay', () => {
    expect(chart.root.states[0]).toMatchObject({
      tags: ['calm', 'first'],
      entry: ['beep'],
      exit: ['log', 'set count'],
      invokes: [],
    });
    expect(statesOf(chart).find(({ id }) => id === 'every.busy.loading')?.invokes).toEqual([
      { id: '0.every.busy.loading', src: 'load' },
      { id: 'second', src: 'load' },
    ]);
    expect(statesOf(chart).find(({ id }) => id === 'every.sides.right.off')?.entry).toEqual([
      'send hello',
      'stop second',
      'steps',
      'emit told',
      'code',
    ]);
  });
});

describe('the transitions of a chart', () => {
  it('know events, their guards and their actions', () => {
    expect(from('every.idle', 'go')).toEqual([
      {
        id: 'every.idle:go:0',
        source: 'every.idle',
        targets: ['every.busy.loading'],
        event: 'go',
        kind: 'event',
        label: 'go',
        guard: 'isReady',
        actions: ['beep', 'set count'],
        reenter: false,
        internal: false,
      },
      {
        id: 'every.idle:go:1',
        source: 'every.idle',
        targets: ['every.busy'],
        event: 'go',
        kind: 'event',
        label: 'go',
        guard: '',
        actions: [],
        reenter: false,
        internal: false,
      },
    ]);
    expect(from('every', '*')[0]).toMatchObject({ label: '*', targets: [], internal: true, actions: ['log'] });
    expect(from('every', 'off')[0]).toMatchObject({ targets: ['every.done'], internal: true });
    expect(from('every.idle', 'stay')[0]).toMatchObject({ actions: ['raise go'], internal: true });
    expect(from('every.idle', 'again')[0]).toMatchObject({ targets: ['every.idle'], reenter: true, internal: false });
  });

  it('name delays, ends and failures after what they are about', () => {
    const said = (kind: string) =>
      chart.transitions.filter((each) => each.kind === kind).map(({ source, label }) => `${source}: ${label}`);
    // Numeric keys come before named keys, as in every object.
    expect(said('after')).toEqual(['every.idle: after 1.5 s', 'every.idle: after pause']);
    expect(said('done')).toEqual(['every.busy: done', 'every.busy.loading: done load']);
    expect(said('error')).toEqual(['every.busy.loading: error load']);
    expect(said('start')).toEqual(['every: ', 'every.busy: ', 'every.sides.left: ', 'every.sides.right: ']);
    expect(from('every.busy.loading', 'xstate.snapshot.second')[0]?.label).toBe('snapshot second');
  });

  it('spell out guards that are put together', () => {
    expect(from('every.sides', '')[0]).toMatchObject({
      kind: 'always',
      label: 'always',
      guard: 'not isReady and (isFew or in sides.left.on)',
    });
  });

  it('have ids of their own, in every machine of the console', async () => {
    for (const [id, machine] of Object.entries(await loadMachines())) {
      const { transitions } = chartOf(machine);
      expect(new Set(transitions.map((each) => each.id)).size, id).toBe(transitions.length);
      expect(
        transitions.filter((each) => each.id.endsWith(':-1')),
        id,
      ).toEqual([]);
    }
  });
});

describe('a chart', () => {
  it('survives JSON, and is the same with effects provided', () => {
    expect(JSON.parse(JSON.stringify(chart))).toEqual(chart);
    expect(chartOf(everyKind.provide({ actions: { beep: () => {} }, delays: { pause: 7 } }))).toEqual(chart);
  });

  it('recognises what a live machine takes by its definition', () => {
    const taken: string[] = [];
    const clock = new SimulatedClock();
    const inspect = (event: InspectionEvent): void => {
      if (event.type === '@xstate.microstep') taken.push(...takenTransitions(event).map(transitionId));
    };
    const walk = (act: (actor: Actor<typeof everyKind>) => void): void => {
      const actor = createActor(everyKind, { clock, inspect }).start();
      act(actor);
      actor.stop();
    };
    walk((actor) => actor.send({ type: 'stay' }));
    walk((actor) => actor.send({ type: 'off' }));
    walk(() => clock.increment(50));
    // `stay` raises `go`; a pending promise emits its snapshot at once.
    const open = 'every.busy.loading:xstate.snapshot.second:0';
    expect(taken).toEqual([
      'every.idle:stay:0',
      'every.idle:go:0',
      open,
      'every:off:0',
      'every.idle:xstate.after.pause.every.idle:0',
      open,
    ]);
    const known = new Set(chart.transitions.map(({ id }) => id));
    expect(taken.filter((id) => !known.has(id))).toEqual([]);
  });
});
