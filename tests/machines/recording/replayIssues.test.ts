/**
 * What current machines cannot show of an older recording is reported precisely and once; manipulated recordings are
 * treated as plain data.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, createMachine } from 'xstate';
import { loadMachines } from '../../../src/machines/all.ts';
import type { ActorInfo, Recording, Step } from '../../../src/machines/recording/format.ts';
import { eventsIn, transitionName, transitionNames } from '../../../src/machines/recording/transitions.ts';
import { replayIssuesOf } from '../../../src/machines/recording/replayIssues.ts';
import { takenTransitions } from '../../../src/machines/xstateInternals.ts';
import { chartOf, transitionId } from '../../../src/ui/chart/chartOf.ts';

let machines: Record<string, AnyStateMachine>;
beforeAll(async () => void (machines = await loadMachines()));

const ROOT: ActorInfo = { id: 'app', src: 'app', systemId: 'app', machine: 'app', parent: null };
const NOTICES: ActorInfo = { id: 'notices', src: 'notices', systemId: 'notices', machine: 'notices', parent: 0 };
const step = (change: Partial<Step>): Step => ({ at: 1, actor: 1, from: null, event: { type: 'x' }, ...change });
const recording = (change: Partial<Recording> = {}): Recording => ({
  actors: { 0: ROOT, 1: NOTICES },
  base: { at: 0, states: {}, timers: [] },
  steps: [],
  ...change,
});

describe('transitions', () => {
  it('have the names that the charts give them', () => {
    for (const machine of Object.values(machines))
      expect([...transitionNames(machine)].sort()).toEqual(
        [...new Set(chartOf(machine).transitions.map(({ id }) => id))].sort(),
      );
  });
  it('have them as XState hands them out', () => {
    const seen: [string, string][] = [];
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { GO: [{ guard: () => false, target: 'a' }, { target: 'b' }] } }, b: {} },
    });
    const actor = createActor(machine, {
      inspect: (event) => {
        if (event.type === '@xstate.microstep')
          for (const one of takenTransitions(event)) seen.push([transitionName(one), transitionId(one)]);
      },
    }).start();
    actor.send({ type: 'GO' });
    expect(seen).toEqual([['m.a:GO:1', 'm.a:GO:1']]);
  });
  it('tell which events a state has a way for, those of XState last', () => {
    expect(eventsIn(machines['notices']!, 'empty')).toContain('notice.show');
    expect(eventsIn(machines['fleet']!, { ready: 'fresh' })).toEqual(
      expect.arrayContaining(['fleet.refresh', 'filter.set']),
    );
    expect(eventsIn(machines['fleet']!, { ready: 'fresh' }).some((type) => type.startsWith('xstate.'))).toBe(false);
    const loading = eventsIn(machines['fleet']!, 'loading');
    expect(loading.at(-1)).toMatch(/^xstate\./u);
    expect(eventsIn(machines['fleet']!, { constructor: '__proto__' })).toEqual(
      eventsIn(machines['fleet']!, 'constructor'),
    );
  });
});

describe('issues', () => {
  it('are none where everything is still there', () => {
    const [name] = [...transitionNames(machines['notices']!)];
    expect(replayIssuesOf(recording({ steps: [step({ value: 'empty', took: [name!] })] }), machines)).toEqual([]);
  });
  it('name a machine that is gone once, and look no further into it', () => {
    const actors = {
      0: ROOT,
      1: { ...NOTICES, machine: 'postcards' },
      2: { ...NOTICES, machine: 'postcards', systemId: 'other' },
    };
    expect(
      replayIssuesOf(recording({ actors, steps: [step({ value: 'flying', took: ['postcards:x:0'] })] }), machines),
    ).toEqual([{ kind: 'machineGone', machine: 'postcards' }]);
  });
  it('name states and transitions that are gone, each once', () => {
    const steps = [
      step({ value: 'empty', took: ['notices.empty:notice.sing:0'] }),
      step({ value: { shown: 'singing' }, took: ['notices.empty:notice.sing:0'] }),
      step({ value: { shown: 'singing' } }),
      step({ value: 'dancing' }),
    ];
    expect(replayIssuesOf(recording({ steps }), machines)).toEqual([
      { kind: 'transitionGone', machine: 'notices', transition: 'notices.empty:notice.sing:0' },
      { kind: 'stateGone', machine: 'notices', state: 'shown.singing' },
      { kind: 'stateGone', machine: 'notices', state: 'dancing' },
    ]);
  });
  it('name a state that is gone from the base', () => {
    const base = {
      at: 0,
      timers: [],
      states: { 1: { status: 'active' as const, value: 'dancing', context: null, children: [] } },
    };
    expect(replayIssuesOf(recording({ base }), machines)).toEqual([
      { kind: 'stateGone', machine: 'notices', state: 'dancing' },
    ]);
  });
  it('name a promise that its machine no longer starts', () => {
    const actors = {
      0: ROOT,
      1: { id: '0.x', src: 'fetchPostcard', parent: 0 },
      2: { id: 'nameless', src: '', parent: 0 },
    };
    expect(replayIssuesOf(recording({ actors }), machines)).toEqual([
      { kind: 'machineGone', machine: 'fetchPostcard' },
    ]);
  });
  it('take names of every object for names that are not there', () => {
    const actors = {
      0: ROOT,
      1: { ...NOTICES, machine: 'constructor' },
      2: { ...NOTICES, machine: '__proto__' },
      3: { id: 'a', src: 'toString', parent: 0 },
      4: NOTICES,
    };
    const steps = [
      step({ actor: 4, value: 'constructor' }),
      step({ actor: 4, value: JSON.parse('{"__proto__":"x"}') as Step['value'] }),
      step({ actor: 99, value: 'x', took: ['y'] }),
    ];
    expect(replayIssuesOf(recording({ actors, steps }), machines)).toEqual([
      { kind: 'machineGone', machine: 'constructor' },
      { kind: 'machineGone', machine: '__proto__' },
      { kind: 'machineGone', machine: 'toString' },
      { kind: 'stateGone', machine: 'notices', state: 'constructor' },
      { kind: 'stateGone', machine: 'notices', state: '__proto__' },
    ]);
  });
});
