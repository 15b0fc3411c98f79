/**
 * Restores a recorded moment as actors: same states, nothing started, no event delivered; manipulated files do no harm.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { loadMachines } from '../../../src/machines/all.ts';
import type { ActorInfo, ActorState } from '../../../src/machines/recording/format.ts';
import { opened } from '../../../src/machines/recording/opened.ts';
import type { Moment } from '../../../src/machines/recording/replay.ts';
import { momentAt, NotRestorable, restoreActors } from '../../../src/machines/recording/restoreActors.ts';
import { type LoopbackBroker, loopbackBroker } from '../../fakes/loopbackBroker.ts';
import { HEAD, recordedConsole } from '../../fakes/recordedConsole.ts';

let broker: LoopbackBroker;
let machines: Record<string, AnyStateMachine>;
beforeEach(async () => {
  [broker, machines] = await Promise.all([loopbackBroker(), loadMachines()]);
});
afterEach(() => broker.close());

const APP: ActorInfo = { id: 'app', src: 'app', systemId: 'app', machine: 'app', parent: null };
const NOTICES: ActorInfo = { id: 'notices', src: 'notices', systemId: 'notices', machine: 'notices', parent: 0 };
const state = (change: Partial<ActorState> = {}): ActorState => ({
  status: 'active',
  value: { account: 'away', page: 'none' },
  context: {},
  children: [],
  ...change,
});
const moment = (states: Record<string, ActorState>): Moment => ({ at: 5, states, timers: [] });
const stand = (states: Record<string, ActorState>, actors: Record<string, ActorInfo> = { 0: APP, 1: NOTICES }) =>
  restoreActors({ moment: moment(states), actors, root: 0, machines });
const refusal = (act: () => unknown): NotRestorable => {
  try {
    act();
  } catch (error) {
    if (error instanceof NotRestorable) return error;
    throw error;
  }
  throw new Error('it stands');
};

it("of a console that kept no Stops of its own stands all the same, with the Stop of a robot's page and of the list", () => {
  const child = (id: string, machine: string, parent: number, more: Partial<ActorInfo> = {}): ActorInfo => ({
    id,
    src: machine,
    machine,
    parent,
    ...more,
  });
  const actors = {
    0: APP,
    1: NOTICES,
    2: child('screen', 'home', 0, { src: 'page.home', systemId: 'screen' }),
    3: child('stop SN', 'stop', 2),
  };
  const { root } = stand(
    {
      0: state({ children: [1, 2] }),
      1: state({ value: 'empty' }),
      2: state({
        value: 'ready',
        context: { query: {}, hovered: '', sites: [], maps: [], failure: null, camera: null },
        children: [3],
      }),
      3: state({ value: { sent: 'seen' }, context: { serialNumber: 'SN', since: 1, failure: null } }),
    },
    actors,
  );
  expect(root.system.get('pendingStops' as never)).toBeUndefined();
  expect((root.getSnapshot() as { value: { page: string } }).value.page).toBe('none');
});

it('of a console before a field, a region and a child of today gets their defaults', () => {
  const actors = {
    0: APP,
    1: { id: 'frame', src: 'frame', systemId: 'frame', machine: 'frame', parent: 0 },
  };
  const { refs } = stand(
    {
      0: state({ children: [1] }),
      1: state({
        value: { menu: {}, palette: 'open', drawer: 'closed', sidebar: { narrow: 'peeking' } },
        context: { words: '', pointed: 'robot A', groups: { Setting: true } },
      }),
    },
    actors,
  );
  expect(refs.get(1)?.getSnapshot()).toMatchObject({
    value: { menu: {}, palette: 'open', tabMenu: 'closed', sidebar: { narrow: 'peeking' } },
    context: { pointed: 'robot A', groups: { Setting: true }, tabMenu: null },
  });
});

it('of a case before its drafts and photos has none', () => {
  const actors = {
    0: APP,
    1: { id: 'screen', src: 'page.alarmCase', systemId: 'screen', machine: 'alarmCase', parent: 0 },
  };
  const { refs } = stand(
    {
      0: state({ children: [1] }),
      1: state({
        value: { case: 'loading', action: 'acting', dialog: 'resolving' },
        context: { caseId: 'case-1', task: { type: 'take' }, cause: 'removed' },
      }),
    },
    actors,
  );
  expect(refs.get(1)?.getSnapshot()).toMatchObject({
    context: {
      caseId: 'case-1',
      cause: 'removed',
      actedOn: '',
      isStale: false,
      photos: [],
      photosFailure: null,
      photo: '',
      drafts: {},
    },
  });
});

describe('a recorded moment', () => {
  it('stands at every step as it was, reads nothing that is sent, and says nothing about it', async () => {
    const { console: live, recorder } = await recordedConsole(broker);
    const warned = vi.spyOn(globalThis.console, 'warn').mockImplementation(() => {});
    const recording = recorder.recording();
    live.app.stop();
    const capsule = opened(HEAD, recording, []);
    const { root } = capsule;
    for (let at = 0; at < recording.steps.length; at += 1) {
      const then = momentAt(capsule, at);
      const { refs } = restoreActors({ moment: then, actors: recording.actors, root, machines });
      for (const [number, ref] of refs) {
        const was = then.states[number];
        if (!was || was.status !== 'active') continue;
        const heard = vi.fn();
        ref.subscribe(heard);
        ref.send({ type: 'notice.close' });
        ref.send({ type: 'page.retry' });
        expect((ref.getSnapshot() as { value: unknown }).value).toEqual(was.value);
        expect(heard).not.toHaveBeenCalled();
      }
      expect(
        ['session', 'navigation', 'notices', 'preferences'].map(
          (name) => (refs.get(root)?.system.get(name as never) as object | undefined) !== undefined,
        ),
      ).toEqual([true, true, true, true]);
    }
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});

describe('a file that lies', () => {
  it('names states and machines that are not there', () => {
    expect(refusal(() => stand({ 0: state({ children: [1] }), 1: state({ value: 'singing' }) })).issues).toEqual([
      { kind: 'stateGone', machine: 'notices', state: 'singing' },
    ]);
    expect(
      refusal(() =>
        stand({ 0: state({ children: [1] }), 1: state() }, { 0: APP, 1: { ...NOTICES, machine: 'constructor' } }),
      ).issues,
    ).toEqual([{ kind: 'machineGone', machine: 'constructor' }]);
    expect(refusal(() => stand({ 0: state() }, { 0: { ...APP, machine: '__proto__' } })).issues).toEqual([
      { kind: 'machineGone', machine: '__proto__' },
    ]);
    expect(refusal(() => restoreActors({ moment: moment({}), actors: {}, root: 0, machines })).issues).toHaveLength(1);
  });
  it('names an actor as its own child, or as that of two', () => {
    expect(refusal(() => stand({ 0: state({ children: [0] }) })).message).toContain('two parents');
    expect(refusal(() => stand({ 0: state({ children: [1, 1] }), 1: state({ value: 'empty' }) })).message).toContain(
      'two parents',
    );
    expect(
      refusal(() => stand({ 0: state({ children: [1] }), 1: state({ value: 'empty', children: [1] }) })).message,
    ).toContain('two parents');
  });
  it('names logic that nobody has: that actor is left out', () => {
    const { root, refs } = stand(
      { 0: state({ children: [1, 2] }) },
      { 0: APP, 1: { id: 'a', src: 'constructor', parent: 0 }, 2: { id: 'toString', src: '__proto__', parent: 0 } },
    );
    expect(Object.keys(root.getSnapshot().children as object)).toEqual([]);
    expect([...refs.keys()]).toEqual([0]);
  });
  it('names a machine under the name of another, or two actors alike', () => {
    expect(() =>
      stand({ 0: state({ children: [1] }), 1: state({ value: 'empty' }) }, { 0: APP, 1: { ...NOTICES, src: 'fleet' } }),
    ).not.toThrow(TypeError);
    expect(
      refusal(() =>
        stand(
          { 0: state({ children: [1, 2] }), 1: state({ value: 'empty' }), 2: state({ value: 'empty' }) },
          { 0: APP, 1: NOTICES, 2: { ...NOTICES, id: 'again' } },
        ),
      ).message,
    ).toContain('already exists');
  });
  it('has contexts of a wrong kind: they stand as they are', () => {
    for (const context of [null, [], 'x', 7, JSON.parse('{"__proto__":{"polluted":true}}') as never]) {
      const { refs } = stand({ 0: state({ children: [1], context }), 1: state({ value: 'empty', context }) });
      expect(refs.size).toBe(2);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
