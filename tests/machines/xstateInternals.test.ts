/**
 * XState internals that src/machines/xstateInternals.ts relies on. A version that changes one of them fails here, and
 * the test's name says which.
 */
import { describe, expect, it } from 'vitest';
import {
  and,
  type AnyActorRef,
  type AnyEventObject,
  assign,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  not,
  or,
  sendParent,
  setup,
  SimulatedClock,
  stateIn,
} from 'xstate';
import {
  activeNodesOf,
  builtInActionOf,
  childLogicOf,
  childLogics,
  combinedGuardOf,
  creationOptionsOf,
  interceptEvents,
  isMachine,
  machineOf,
  ownActionNames,
  parentOf,
  restoreScheduledEvent,
  scheduledEventsOf,
  sendFrom,
  stampScheduledEvents,
  systemIdOf,
  takenTransitions,
} from '../../src/machines/xstateInternals.ts';
import { setChildLogic } from '../../src/machines/childLogic.ts';

const callback = fromCallback(() => {});
const child = setup({ types: { events: {} as { type: 'report' } | { type: 'wait' } } }).createMachine({
  id: 'child',
  initial: 'idle',
  on: { report: { actions: sendParent({ type: 'reported' }) } },
  states: { idle: { on: { wait: 'waiting' } }, waiting: { after: { 500: 'idle' } } },
});
type ParentEvent = { type: 'go' } | { type: 'reported' } | { type: 'load' } | AnyEventObject;
const parent = setup({
  types: { context: {} as { heard: string[] }, events: {} as ParentEvent },
  actors: { child, callback, later: fromPromise<void>(async () => {}) },
  actions: { effect: () => {}, count: assign({ heard: [] }) },
  guards: { isOpen: () => true },
}).createMachine({
  id: 'parent',
  context: { heard: [] },
  type: 'parallel',
  invoke: [
    { id: 'first', src: 'child', systemId: 'named', onSnapshot: {} },
    { id: 'second', src: 'callback' },
  ],
  on: { '*': { actions: assign({ heard: ({ context, event }) => [...context.heard, event.type] }) } },
  states: {
    door: { initial: 'shut', states: { shut: { on: { go: 'open' } }, open: {} } },
    page: {
      initial: 'none',
      states: { none: { on: { load: 'shown' } }, shown: { invoke: { id: 'late', src: 'later' } } },
    },
  },
});

function start(inspect: (seen: InspectionEvent) => void = () => {}) {
  const clock = new SimulatedClock();
  const machine = parent.provide({});
  const root = createActor(machine, { clock, inspect, systemId: 'root' }).start();
  const { first, second } = root.getSnapshot().children as Record<string, AnyActorRef>;
  if (!first || !second) throw new Error('a child is missing');
  return { root, machine, clock, first, second, heard: () => root.getSnapshot().context.heard };
}

describe('actors', () => {
  it('logic: an actor has the machine that it runs', () => {
    const { root, machine, first, second } = start();
    expect(machineOf(root)).toBe(machine);
    expect(machineOf(first)?.id).toBe('child');
    expect(machineOf(second)).toBeUndefined();
    expect(machineOf(undefined)).toBeUndefined();
  });
  it('root, provide: only a machine has both', () => {
    expect(isMachine(parent)).toBe(true);
    for (const other of [callback, fromPromise(async () => 1), null, undefined, {}])
      expect(isMachine(other)).toBe(false);
  });
  it('_parent: an actor has the one that started it', () => {
    const { root, first, second } = start();
    expect(parentOf(first)).toBe(root);
    expect(parentOf(second)).toBe(root);
    expect(parentOf(root)).toBeUndefined();
  });
  it('systemId: an actor has its name in the system', () => {
    const { root, first, second } = start();
    expect([root, first, second].map(systemIdOf)).toEqual(['root', 'named', undefined]);
  });
  it('options: systemId and syncSnapshot are known as soon as an actor is inspected', () => {
    const seen: ReturnType<typeof creationOptionsOf>[] = [];
    start((event) => {
      if (event.type === '@xstate.actor') seen.push(creationOptionsOf(event.actorRef as AnyActorRef));
    });
    expect(seen).toEqual([
      { systemId: 'root', syncs: false },
      { systemId: 'named', syncs: true },
      { systemId: undefined, syncs: false },
    ]);
  });
});

describe('system._relay', () => {
  const names = (sent: readonly { source: AnyActorRef | undefined; target: AnyActorRef; event: AnyEventObject }[]) =>
    sent.map(({ source, target, event }) => [source?.id, target.id, event.type]);

  it('carries what is sent from outside, what actors send each other, and delayed events', () => {
    const { root, clock, first } = start();
    const sent: Parameters<typeof names>[0][number][] = [];
    interceptEvents(root.system, (one, deliver) => {
      sent.push(one);
      deliver();
    });
    first.send({ type: 'report' });
    first.send({ type: 'wait' });
    clock.increment(500);
    expect(names(sent).filter(([, , type]) => !type?.startsWith('xstate.snapshot.'))).toEqual([
      [undefined, 'first', 'report'],
      ['first', root.id, 'reported'],
      [undefined, 'first', 'wait'],
      ['first', 'first', 'xstate.after.500.child.waiting'],
    ]);
    expect(names(sent)).toContainEqual(['first', root.id, 'xstate.snapshot.first']);
  });
  it('keeps back an event that is not delivered, until the interception is undone', () => {
    const { root, heard } = start();
    const undo = interceptEvents(root.system, ({ event }, deliver) => {
      if (event.type !== 'lost') deliver();
    });
    root.send({ type: 'lost' });
    root.send({ type: 'kept' });
    undo();
    root.send({ type: 'lost' });
    expect(heard().filter((type) => !type.startsWith('xstate.'))).toEqual(['kept', 'lost']);
  });
  it('is left to a later interception when an earlier one is undone first', () => {
    const { root, heard } = start();
    const undo = interceptEvents(root.system, () => {});
    const later: string[] = [];
    const undoLater = interceptEvents(root.system, ({ event }, deliver) => {
      later.push(event.type);
      deliver();
    });
    root.send({ type: 'lost' });
    undo();
    root.send({ type: 'kept' });
    undoLater();
    root.send({ type: 'last' });
    expect(later).toEqual(['lost', 'kept']);
    expect(heard().filter((type) => !type.startsWith('xstate.'))).toEqual(['kept', 'last']);
  });
  it('sends in the name of another actor', () => {
    const seen: [source: unknown, event: string][] = [];
    const { root, second, heard } = start((event) => {
      if (event.type === '@xstate.event') seen.push([event.sourceRef, event.event.type]);
    });
    sendFrom(second, root, { type: 'told' });
    expect(heard()).toContain('told');
    expect(seen.at(-1)).toEqual([second, 'told']);
  });
});

describe('_scheduledEvents of system.getSnapshot(), system.scheduler', () => {
  it('list the delayed events that are pending, with who sends them and for how long', () => {
    const { root, clock, first } = start();
    expect(scheduledEventsOf(root.system)).toEqual([]);
    first.send({ type: 'wait' });
    expect(scheduledEventsOf(root.system)).toEqual([
      {
        id: 'xstate.after.500.child.waiting',
        event: { type: 'xstate.after.500.child.waiting' },
        source: first,
        target: first,
        delay: 500,
        startedAt: expect.any(Number) as number,
      },
    ]);
    clock.increment(500);
    expect(scheduledEventsOf(root.system)).toEqual([]);
  });
  it('note the time of another clock, and keep it', () => {
    const { root, first } = start();
    stampScheduledEvents(root.system, () => 7_000);
    first.send({ type: 'wait' });
    expect(scheduledEventsOf(root.system)).toMatchObject([{ startedAt: 7_000 }]);
  });
  it('name a delayed event that has no id', () => {
    const { root, first } = start();
    stampScheduledEvents(
      root.system,
      () => 0,
      () => 'own',
    );
    root.system.scheduler.schedule(root, first, { type: 'wait' }, 10, undefined);
    root.system.scheduler.schedule(root, first, { type: 'wait' }, 10, 'given');
    expect(scheduledEventsOf(root.system).map(({ id }) => id)).toEqual(['own', 'given']);
  });
  it('take a delayed event back, for the rest of its time', () => {
    const { root, clock, first } = start();
    first.send({ type: 'wait' });
    const [{ id, startedAt } = { id: '', startedAt: 0 }] = scheduledEventsOf(root.system);
    root.system.scheduler.cancel(first, id);
    expect(scheduledEventsOf(root.system)).toEqual([]);
    restoreScheduledEvent(first, { id, event: id, startedAt, delay: 500 }, startedAt + 300);
    expect(scheduledEventsOf(root.system)).toMatchObject([{ id, startedAt, delay: 500 }]);
    clock.increment(199);
    expect(first.getSnapshot()).toMatchObject({ value: 'waiting' });
    clock.increment(1);
    expect(first.getSnapshot()).toMatchObject({ value: 'idle' });
  });
});

describe('snapshots and steps', () => {
  it('_nodes: a snapshot has its active state nodes, parents too', () => {
    const { root } = start();
    expect(activeNodesOf(root.getSnapshot()).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['parent', 'parent.door', 'parent.door.shut', 'parent.page', 'parent.page.none']),
    );
  });
  it('_transitions: a microstep has the transitions that it took', () => {
    const taken: string[] = [];
    const { root } = start((event) => {
      if (event.type !== '@xstate.microstep' || event.event.type !== 'go') return;
      for (const { source, eventType } of takenTransitions(event)) taken.push(`${source.id} ${eventType}`);
    });
    root.send({ type: 'go' });
    expect(taken).toEqual(['parent.door.shut go']);
  });
});

describe('machine.implementations', () => {
  it('has the logic of the actors that the machine names', () => {
    expect(childLogics(parent).map(([name]) => name)).toEqual(['child', 'callback', 'later']);
    expect(childLogicOf(parent, 'callback')).toBe(callback);
    expect(childLogicOf(parent, 'constructor')).toBeUndefined();
    expect(childLogicOf(parent.provide({ actors: { callback: fromCallback(() => {}) } }), 'callback')).not.toBe(
      callback,
    );
  });
  it('is read when an actor is started: a machine that runs already takes new logic', () => {
    const { root, machine } = start();
    let isStarted = false;
    setChildLogic(
      machine,
      'later',
      fromCallback(() => void (isStarted = true)),
    );
    root.send({ type: 'load' });
    expect(isStarted).toBe(true);
    expect(childLogicOf(parent, 'later')).not.toBe(childLogicOf(machine, 'later'));
  });
  it('has the actions, of which `resolve` marks those that XState made', () => {
    expect(ownActionNames(parent)).toEqual(['effect']);
    expect(builtInActionOf(() => {})).toBeNull();
    expect(builtInActionOf({ type: 'effect' })).toBeNull();
    expect(builtInActionOf('effect')).toBeNull();
    expect({ ...builtInActionOf(assign({ heard: [] })) }).toMatchObject({
      type: 'xstate.assign',
      assignment: { heard: [] },
    });
    expect({ ...builtInActionOf(sendParent({ type: 'told' })) }).toMatchObject({
      type: 'xstate.sendTo',
      event: { type: 'told' },
    });
  });
});

describe('check, guards and stateValue of a guard', () => {
  it('tell and, or and not apart, and have what they are made of', () => {
    expect(combinedGuardOf(and(['one', 'two']))).toEqual({ kind: 'and', guards: ['one', 'two'] });
    expect(combinedGuardOf(or(['one', 'two']))).toEqual({ kind: 'or', guards: ['one', 'two'] });
    expect(combinedGuardOf(not('one'))).toEqual({ kind: 'not', guards: ['one'] });
    expect(combinedGuardOf(stateIn({ door: 'open' }))).toEqual({ kind: 'stateIn', stateValue: { door: 'open' } });
  });
  it('are on no other guard', () => {
    for (const other of ['isOpen', { type: 'isOpen' }, () => true, undefined, null])
      expect(combinedGuardOf(other)).toBeNull();
  });
});
