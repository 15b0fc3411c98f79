/**
 * The only way to stop a robot: every Stop requested in this browser, by any button or key, until it is confirmed
 * (safety.md 3). Long-lived: navigation, sign-out and reload do not end one. Four parallel regions:
 *
 *   stops: reading (what was kept) ─▶ known           one child per Stop (pendingStop.machine.ts)
 *   fleet: gone ⇄ there                               while there, robot reports are forwarded
 *   tab:   free ⇄ guarded                             closing with a Stop that the server does not have needs confirmation
 *   bar:   absent ─▶ loading ⇄ pausing ─▶ drawable    its code and its texts, also without the frame
 */
import { type ActorRefFrom, assertEvent, assign, setup, type SnapshotFrom } from 'xstate';
import type { FoundStop, KeptStop, PendingStopsEvent, Person } from '../app/events.ts';
import type { fleetMachine } from '../fleet/fleet.machine.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { type PendingStopContext, pendingStopMachine } from './pendingStop.machine.ts';
import { watchRobots, type RobotsSeen } from './watchRobots.ts';

/** signedOut, sending, retrying, refused, overdue: the server does not have it. sent: the robot has not confirmed it. */
export const STOP_STAGES = ['signedOut', 'sending', 'retrying', 'refused', 'overdue', 'sent', 'delivered'] as const;
export type StopStage = (typeof STOP_STAGES)[number];
/** One Stop as other machines and the screen see it. */
export interface StopEntry extends Pick<PendingStopContext, 'failure' | 'online' | 'deliveredAt'> {
  stop: KeptStop;
  stage: StopStage;
}

export interface PendingStopsContext {
  user: Person | null;
  /** False when the browser reports that it is offline. */
  hasNetwork: boolean;
  /** By serial number. */
  entries: Readonly<Record<string, StopEntry>>;
}
export type PendingStopsMachineEvent =
  | PendingStopsEvent
  | RobotsSeen
  | { type: `xstate.snapshot.${string}`; snapshot: SnapshotFrom<typeof pendingStopMachine> }
  | { type: `xstate.done.actor.${string}`; actorId: string };

const pendingStops = setup({
  types: {
    context: {} as PendingStopsContext,
    events: {} as PendingStopsMachineEvent,
    tags: {} as 'drawable',
  },
  actors: {
    pendingStop: pendingStopMachine,
    /** The Stops stored in this browser. */
    readKept: promiseEffect<readonly FoundStop[]>('readKept'),
    watchRobots,
    /** While it runs, the browser asks for confirmation before the tab closes. */
    guardTab: callbackEffect('guardTab'),
    /** The component and its locale texts. */
    loadBar: promiseEffect<void>('loadBar'),
  },
  guards: {
    hasAny: ({ context }) => Object.keys(context.entries).length > 0,
    isUnsent: ({ context }) => Object.values(context.entries).some(({ stage }) => NEEDS_TAB.has(stage)),
  },
  delays: { chunkRetry: 2_000 },
});
/** Only this tab delivers a Stop in these stages. */
const NEEDS_TAB: ReadonlySet<StopStage> = new Set(['signedOut', 'sending', 'retrying']);

export const stopId = (serialNumber: string): string => `stop ${serialNumber}`;
type Enqueue = Parameters<Parameters<typeof pendingStops.enqueueActions>[0]>[0]['enqueue'];
const start = (enqueue: Enqueue, user: Person | null, { stop, age }: FoundStop): void =>
  enqueue.spawnChild('pendingStop', { id: stopId(stop.serialNumber), input: { stop, user, age }, syncSnapshot: true });
const nameIn = (system: { get(name: string): unknown }, serialNumber: string): string =>
  (system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined)?.getSnapshot().context.robots[serialNumber]
    ?.robotNickName || serialNumber;

const startStop = pendingStops.enqueueActions(({ context: { user }, event, self, system, enqueue }) => {
  assertEvent(event, 'stop.ask');
  const { serialNumber, at } = event;
  const id = stopId(serialNumber);
  if (self.getSnapshot().children[id]) enqueue.sendTo(id, { type: 'stop.press', at });
  else
    start(enqueue, user, {
      stop: { serialNumber, name: nameIn(system, serialNumber), askedBy: user ?? NOBODY, askedAt: at, sentAt: null },
      age: 0,
    });
});
const NOBODY: Person = { userId: '', name: '' };
const startKept = pendingStops.enqueueActions(({ context: { user }, event, self, enqueue }) => {
  const { output } = event as unknown as { output: readonly FoundStop[] };
  for (const found of output)
    if (!self.getSnapshot().children[stopId(found.stop.serialNumber)]) start(enqueue, user, found);
});
const followTab = pendingStops.enqueueActions(({ context: { user }, event, self, enqueue }) => {
  assertEvent(event, 'stop.keptElsewhere');
  const { serialNumber, found } = event;
  const id = stopId(serialNumber);
  const isThere = self.getSnapshot().children[id] !== undefined;
  if (found && !isThere) start(enqueue, user, found);
  else if (isThere) enqueue.sendTo(id, found ? { type: 'stop.kept', ...found } : { type: 'stop.gone' });
});
const forwardEvent = pendingStops.enqueueActions(({ event, self, enqueue }) => {
  assertEvent(event, 'stop.withdraw');
  const id = stopId(event.serialNumber);
  if (self.getSnapshot().children[id]) enqueue.sendTo(id, { type: 'stop.withdraw', at: event.at });
});
const notifyAll = pendingStops.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, ['user.changed', 'network.found']);
  for (const serialNumber of Object.keys(context.entries)) enqueue.sendTo(stopId(serialNumber), event);
});
const notifySeen = pendingStops.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'robots.seen');
  for (const { serialNumber, ...seen } of event.robots)
    if (context.entries[serialNumber])
      enqueue.sendTo(stopId(serialNumber), { type: 'robot.seen', ...seen, at: event.at });
});
const assignEntry = pendingStops.assign(({ context: { entries }, event }) => {
  const { snapshot } = event as Extract<PendingStopsMachineEvent, { snapshot: unknown }>;
  const stage = STOP_STAGES.find((each) => snapshot.hasTag(each));
  if (!stage) return {};
  const { stop, failure, online, deliveredAt } = snapshot.context;
  return { entries: { ...entries, [stop.serialNumber]: { stop, stage, failure, online, deliveredAt } } };
});
const removeEntry = pendingStops.enqueueActions(({ context: { entries }, event, enqueue }) => {
  const { actorId } = event as Extract<PendingStopsMachineEvent, { actorId: string }>;
  enqueue.stopChild(actorId);
  enqueue.assign({
    entries: Object.fromEntries(Object.entries(entries).filter(([serialNumber]) => stopId(serialNumber) !== actorId)),
  });
});

export const pendingStopsMachine = pendingStops.createMachine({
  id: 'pendingStops',
  context: { user: null, hasNetwork: true, entries: {} },
  type: 'parallel',
  on: {
    'stop.ask': { actions: startStop },
    'stop.withdraw': { actions: forwardEvent },
    'stop.keptElsewhere': { actions: followTab },
    'user.changed': { actions: [assign({ user: ({ event }) => event.user }), notifyAll] },
    'network.lost': { actions: assign({ hasNetwork: false }) },
    'network.found': { actions: [assign({ hasNetwork: true }), notifyAll] },
    'xstate.snapshot.*': { actions: assignEntry },
    'xstate.done.actor.*': { actions: removeEntry },
  },
  states: {
    stops: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            id: 'readKept',
            src: 'readKept',
            onDone: { target: 'known', actions: startKept },
            onError: 'known',
          },
        },
        known: {},
      },
    },
    fleet: {
      initial: 'gone',
      on: { 'fleet.gone': '.gone' },
      states: {
        gone: { on: { 'fleet.started': 'there' } },
        there: { invoke: { src: 'watchRobots' }, on: { 'robots.seen': { actions: notifySeen } } },
      },
    },
    tab: {
      initial: 'free',
      states: {
        free: { always: { guard: 'isUnsent', target: 'guarded' } },
        guarded: {
          invoke: { src: 'guardTab' },
          always: {
            guard: ({ context }) => !Object.values(context.entries).some(({ stage }) => NEEDS_TAB.has(stage)),
            target: 'free',
          },
        },
      },
    },
    bar: {
      initial: 'absent',
      states: {
        absent: { always: { guard: 'hasAny', target: 'loading' } },
        loading: { invoke: { id: 'loadBar', src: 'loadBar', onDone: 'drawable', onError: 'pausing' } },
        pausing: { after: { chunkRetry: 'loading' } },
        drawable: { tags: 'drawable' },
      },
    },
  },
});
