/**
 * The only file, with childLogic.ts, that uses undocumented parts of XState: the recorder, the replay and the dry run need
 * more than its public API offers. Written for XState 5.33. tests/machines/xstateInternals.test.ts checks each of these
 * parts against XState, and the linter reports them anywhere else (no-restricted-properties in .oxlintrc.json).
 */
import {
  type ActorSystem,
  and,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectionEvent,
  not,
  or,
} from 'xstate';

type System = AnyActorRef['system'];

// ---- Actors

export const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'provide' in logic;

/** The machine that an actor runs; undefined for a promise, a callback and the like. */
export const machineOf = (ref: AnyActorRef | undefined): AnyStateMachine | undefined =>
  ref && 'logic' in ref && isMachine(ref.logic) ? ref.logic : undefined;

/** undefined for the root of a system. */
export const parentOf = (ref: AnyActorRef): AnyActorRef | undefined => ref._parent;

export const systemIdOf = (ref: AnyActorRef): string | undefined =>
  'systemId' in ref && typeof ref.systemId === 'string' ? ref.systemId : undefined;

/**
 * The options with which an actor was created. Available when `@xstate.actor` is inspected, before the actor has its
 * systemId.
 *
 * `syncs`: the actor reports each of its snapshots to its parent.
 */
export function creationOptionsOf(ref: AnyActorRef): { systemId: string | undefined; syncs: boolean } {
  const { options = {} } = ref as { options?: { systemId?: string; syncSnapshot?: boolean } };
  return { systemId: options.systemId, syncs: options.syncSnapshot === true };
}

// ---- Events between actors

export interface SentEvent {
  /** undefined when it was sent from outside the system. */
  readonly source: AnyActorRef | undefined;
  readonly target: AnyActorRef;
  readonly event: AnyEventObject;
}
interface RelayingSystem {
  _relay(source: AnyActorRef | undefined, target: AnyActorRef, event: AnyEventObject): void;
}
const relayOf = (system: object): RelayingSystem => system as RelayingSystem;

/**
 * Passes every event of a system through `intercept`, which calls `deliver` for those to be delivered: events from
 * `send`, events between machines, and delayed events. Returns an undo function.
 */
export function interceptEvents(system: System, intercept: (sent: SentEvent, deliver: () => void) => void): () => void {
  const relaying = relayOf(system);
  const relay = relaying._relay;
  let isOn = true;
  const intercepted: RelayingSystem['_relay'] = (source, target, event) => {
    const deliver = (): void => relay(source, target, event);
    if (isOn) intercept({ source, target, event }, deliver);
    else deliver();
  };
  relaying._relay = intercepted;
  return () => {
    isOn = false;
    // If another interception was added since, this one stays in its chain.
    if (relaying._relay === intercepted) relaying._relay = relay;
  };
}

/** Sends an event on behalf of another actor, as XState does for the result of a promise. */
export const sendFrom = (source: AnyActorRef, target: AnyActorRef, event: AnyEventObject): void =>
  relayOf(target.system)._relay(source, target, event);

// ---- Delayed events

export type ScheduledEvent = ReturnType<ActorSystem<never>['getSnapshot']>['_scheduledEvents'][string];

/** The pending delayed events of a system, in the order in which they were scheduled. */
export const scheduledEventsOf = (system: System): ScheduledEvent[] =>
  Object.values(system.getSnapshot()._scheduledEvents);

/**
 * XState stores the wall time at which a delay began, whatever clock the system has. From now on it stores the time of
 * `now`.
 *
 * @param newId creates the id of a delayed event that has none; XState's own is random
 */
export function stampScheduledEvents(system: System, now: () => number, newId?: () => string): void {
  const { schedule } = system.scheduler;
  system.scheduler.schedule = (source, target, event, delay, id = newId?.()) => {
    const before = new Set(scheduledEventsOf(system));
    schedule(source, target, event, delay, id);
    for (const scheduled of scheduledEventsOf(system)) if (!before.has(scheduled)) scheduled.startedAt = now();
  };
}

/** Schedules a delayed event of a restored actor for its remaining time: snapshots do not contain delayed events. */
export function restoreScheduledEvent(
  ref: AnyActorRef,
  { id, event, startedAt, delay }: { id: string; event: string; startedAt: number; delay: number },
  now: number,
): void {
  const { system } = ref;
  system.scheduler.schedule(ref, ref, { type: event }, Math.max(0, startedAt + delay - now), id);
  for (const scheduled of scheduledEventsOf(system))
    if (scheduled.source === ref && scheduled.id === id) Object.assign(scheduled, { startedAt, delay });
}

// ---- Snapshots and steps

/** The active state nodes, both parents and children. */
export const activeNodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** The transitions that a microstep took. */
export const takenTransitions = (
  event: Extract<InspectionEvent, { type: '@xstate.microstep' }>,
): readonly AnyTransitionDefinition[] => event._transitions;

// ---- Machine definitions

/** The logic of every actor that a machine names, by name. */
export const childLogics = ({ implementations }: AnyStateMachine): readonly (readonly [string, unknown])[] =>
  Object.entries(implementations.actors);

export const childLogicOf = ({ implementations: { actors } }: AnyStateMachine, name: string): unknown =>
  Object.hasOwn(actors, name) ? actors[name] : undefined;

/**
 * The actions that are our own functions. Actions created by XState (`assign`, `sendTo`, `raise` …) belong to the
 * machine's own logic.
 */
export const ownActionNames = ({ implementations }: AnyStateMachine): string[] =>
  Object.entries(implementations.actions).flatMap(([name, action]) =>
    typeof action === 'function' && !isBuiltIn(action) ? [name] : [],
  );

const isBuiltIn = (action: unknown): action is object =>
  ((typeof action === 'object' && action !== null) || typeof action === 'function') && 'resolve' in action;

/** The fields that XState stores on its built-in actions; fields that do not apply to the kind of action are absent. */
export interface BuiltInAction {
  /** `xstate.assign`, `xstate.sendTo` … */
  readonly type: string;
  readonly event?: unknown;
  readonly id?: unknown;
  readonly sendId?: unknown;
  readonly assignment?: unknown;
  readonly actorRef?: unknown;
  readonly src?: unknown;
}
/** null for an action that XState did not create. */
export const builtInActionOf = (action: unknown): BuiltInAction | null =>
  isBuiltIn(action) ? (action as BuiltInAction) : null;

export type CombinedGuard =
  | { readonly kind: 'and' | 'or' | 'not'; readonly guards: readonly unknown[] }
  | { readonly kind: 'stateIn'; readonly stateValue: unknown };

interface GuardFields {
  readonly check?: unknown;
  readonly guards?: unknown;
  readonly stateValue?: unknown;
}
const guardFieldsOf = (guard: unknown): GuardFields =>
  (typeof guard === 'object' && guard !== null) || typeof guard === 'function' ? guard : {};
/** `and` and `or` differ only in their check function. */
const KINDS: ReadonlyMap<unknown, 'and' | 'or' | 'not'> = new Map([
  [guardFieldsOf(and([])).check, 'and'],
  [guardFieldsOf(or([])).check, 'or'],
  [guardFieldsOf(not('')).check, 'not'],
] as const);

/** A guard created by `and`, `or`, `not` or `stateIn`; null for any other guard. */
export function combinedGuardOf(guard: unknown): CombinedGuard | null {
  const { check, guards, stateValue } = guardFieldsOf(guard);
  if (stateValue !== undefined) return { kind: 'stateIn', stateValue };
  const kind = KINDS.get(check);
  return kind !== undefined && Array.isArray(guards) ? { kind, guards } : null;
}
