/**
 * Restores a moment of a recording as actors that are not started: they hold their snapshots, run nothing, and ignore
 * all events.
 */
import { type AnyActorRef, type AnyStateMachine, createActor, type InspectionEvent, type SimulatedClock } from 'xstate';
import { ApiError } from '../../../contract/wire/errors.ts';
import { redactionRules } from './redactionRules.ts';
import type { ActorInfo, Json, Step, Value } from './format.ts';
import { childLogicOf, interceptEvents, isMachine } from '../xstateInternals.ts';
import { createEffectFree, type Effect, type EffectFree } from './effectFree.ts';
import type { OpenedRecording, ReplayIssue } from './opened.ts';
import { type Persisted, persistedAt } from './persisted.ts';
import { applied, type Moment, treeAt } from './replay.ts';
import { replayIssuesAt } from './replayIssues.ts';

export interface StandingParts {
  moment: Moment;
  actors: Readonly<Record<string, ActorInfo>>;
  root: number;
  machines: Readonly<Record<string, AnyStateMachine>>;
  note?: (effect: Effect) => void;
  clock?: SimulatedClock;
  inspect?: (seen: InspectionEvent) => void;
}
export interface Standing {
  readonly root: AnyActorRef;
  /** By their numbers in the recording. */
  readonly refs: ReadonlyMap<number, AnyActorRef>;
}
/** Why a moment cannot be restored: missing machines or states, or the error of the attempt. */
export class NotRestorable extends ApiError {
  readonly issues: readonly ReplayIssue[];
  constructor(issues: readonly ReplayIssue[], said = '') {
    super('capsuleNotStandable', {}, said);
    this.issues = issues;
  }
}

/** A replay restores a moment after the other, of the same machines. */
const quiet = new WeakMap<StandingParts['machines'], EffectFree>();
function quietOf(machines: StandingParts['machines']): EffectFree {
  const made = quiet.get(machines) ?? createEffectFree(machines, () => {});
  quiet.set(machines, made);
  return made;
}

/** @throws NotRestorable */
export function restoreActors({ moment, actors, root, machines, note, clock, inspect }: StandingParts): Standing {
  if (isTangled(moment, root)) throw new NotRestorable([], 'an actor has two parents');
  const issues = replayIssuesAt(moment, actors, root, machines);
  if (issues.length > 0) throw new NotRestorable(issues);
  const info = Object.hasOwn(actors, root) ? actors[root] : undefined;
  const own =
    info?.machine === undefined || !Object.hasOwn(machines, info.machine) ? undefined : machines[info.machine];
  if (!info || !own) throw new NotRestorable([{ kind: 'machineGone', machine: info?.machine ?? info?.src ?? '' }]);
  const machine = (note ? createEffectFree(machines, note) : quietOf(machines))(own, actors);
  const ref = createActor(machine, {
    id: info.id,
    snapshot: startable(persistedAt(moment, actors, root), machine) as never,
    ...(info.systemId ? { systemId: info.systemId } : {}),
    ...(clock ? { clock } : {}),
    ...(inspect ? { inspect } : {}),
  } as never);
  const refs = new Map<number, AnyActorRef>();
  const walk = (number: number, at: AnyActorRef): void => {
    refs.set(number, at);
    const snapshot = at.getSnapshot() as {
      status: string;
      error?: unknown;
      children?: Record<string, AnyActorRef | undefined>;
    };
    const state = Object.hasOwn(moment.states, number) ? moment.states[number] : undefined;
    if (snapshot.status === 'error' && state?.status !== 'error')
      throw new NotRestorable([], messageOf(snapshot.error));
    for (const child of state?.children ?? []) {
      const id = Object.hasOwn(actors, child) ? actors[child]?.id : undefined;
      const found =
        id !== undefined && snapshot.children && Object.hasOwn(snapshot.children, id)
          ? snapshot.children[id]
          : undefined;
      if (found) walk(child, found);
    }
  };
  walk(root, ref);
  return { root: ref, refs };
}

/** The number of steps after a step in which its children's first steps are searched. */
const AHEAD = 400;

/**
 * The complete moment after a step: a child started by this step is recorded only in a later step, and is included here
 * in its initial state.
 *
 * @param step -1 is the base
 */
export function momentAt(
  { recording: { steps, actors }, replay, root }: Pick<OpenedRecording, 'recording' | 'replay' | 'root'>,
  step: number,
): Moment {
  const moment = replay.momentAt(step);
  const missing = new Set<number>();
  const look = (states: Moment['states'], number: number): void => {
    for (const { number: each } of treeAt({ ...moment, states }, actors, number))
      if (actors[each]?.machine !== undefined && !Object.hasOwn(states, each)) missing.add(each);
  };
  look(moment.states, root);
  let states = moment.states;
  for (let at = Math.max(-1, step) + 1; missing.size > 0 && at < Math.min(steps.length, step + AHEAD); at += 1) {
    const next = steps[at] as Step;
    if (!missing.delete(next.actor)) continue;
    states = { ...states, ...applied(states, next) };
    look(states, next.actor);
  }
  return states === moment.states ? moment : { ...moment, states };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Maximum depth; greater than that of any actor tree of the console. */
const DEEPEST = 32;
/** A malformed file can list an actor as its own child, or as the child of two parents. */
function isTangled({ states }: Moment, root: number): boolean {
  const seen = new Set<number>();
  const walk = (number: number, depth: number): boolean => {
    if (seen.has(number) || depth > DEEPEST) return true;
    seen.add(number);
    return (Object.hasOwn(states, number) ? (states[number]?.children ?? []) : []).some((child) =>
      walk(child, depth + 1),
    );
  };
  return walk(root, 0);
}

/**
 * A recorded snapshot adapted to the current machines. Context fields added after the recording get their defaults, and
 * new regions their initial states. Children without logic in the machine are left out: names come from a file and are
 * looked up among a table's own keys only.
 */
export function startable(persisted: Persisted, machine: AnyStateMachine): Persisted {
  const children: NonNullable<Persisted['children']> = {};
  for (const [id, child] of Object.entries(persisted.children ?? {})) {
    const logic = childLogicOf(machine, child.src);
    if (logic === undefined || (isMachine(logic) && child.snapshot.value === undefined)) continue;
    children[id] = {
      ...child,
      snapshot: isMachine(logic) ? startable(child.snapshot, logic) : { status: child.snapshot.status },
    };
  }
  const { value, context } = persisted;
  const { defaults } = (Object.hasOwn(redactionRules, machine.id) ? redactionRules[machine.id] : undefined) ?? {};
  return {
    ...persisted,
    ...(value === undefined || value === ''
      ? {}
      : { value: machine.resolveState({ value: value as Value, context }).value }),
    ...(defaults && isRecord(context) ? { context: { ...(defaults as Record<string, Json>), ...context } } : {}),
    children,
  };
}
const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * On start, a restored actor reports its snapshot to its parent again. That event is dropped, because the recorded
 * parent already received it.
 */
export function startRestored(root: AnyActorRef): void {
  const undo = interceptEvents(root.system, ({ event }, deliver) => {
    if (!event.type.startsWith('xstate.snapshot.')) deliver();
  });
  root.start();
  undo();
}
