/**
 * The recorder (design 10): follows every actor of a system by XState's inspection and keeps the latest steps, bounded
 * by count and bytes. It is always on and must be cheap: a step stores a patch, never a snapshot; old steps are folded
 * into the base.
 *
 * XState reports a snapshot only after sending the resulting events. A step therefore begins with its first microstep,
 * so that causes precede their effects.
 */
import type { AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition, EventObject, InspectionEvent } from 'xstate';
import type { ActorInfo, ActorState, Json, Recording, Step, Timer, Value } from './format.ts';
import type { RedactionRules } from './redaction.ts';
import { patchOf } from './patch.ts';
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import type { NavigationContext } from '../navigation/navigation.machine.ts';
import { knownSegments } from '../navigation/knownSegments.ts';
import { creationOptionsOf, machineOf, parentOf, scheduledEventsOf, takenTransitions } from '../xstateInternals.ts';
import { createRedactor, plainAddress } from './redact.ts';
import { createJsonSize } from './jsonSize.ts';
import { after, type Moment } from './replay.ts';

export interface RecorderLimits {
  steps: number;
  /** Approximate size of the steps as JSON. */
  bytes: number;
  /** Bytes per second for each kind of telemetry; above it, events are sampled. */
  telemetryRate: number;
}
export const RECORDER_LIMITS: RecorderLimits = { steps: 20_000, bytes: 16 * 1024 * 1024, telemetryRate: 64 * 1024 };

export interface RecorderParts {
  /** Server clock, ms. */
  now(): number;
  /** Of the machines that run from the start; `learnRules` adds others. A machine without rules is redacted completely. */
  leaves: Readonly<Record<string, RedactionRules>>;
  transitionId(definition: AnyTransitionDefinition): string;
  limits?: RecorderLimits;
  /** The clock of the timers' start times, ms; the browser's own by default. */
  wall?(): number;
}
/** A step, with the actors that this follower has not received yet. */
export interface News {
  step: Step;
  actors: Readonly<Record<string, ActorInfo>>;
}

export interface SizedStep {
  readonly step: Step;
  /** Approximate size as JSON. */
  readonly bytes: number;
}
export interface EarlierRecording extends Pick<Recording, 'actors' | 'base'> {
  readonly steps: readonly SizedStep[];
}

interface Open {
  ref: AnyActorRef;
  number: number;
  from: number | null;
  event: EventObject;
  took: string[];
  snapshot: AnyMachineSnapshot;
  at: number;
}
interface Known {
  info: ActorInfo;
  leaves: RedactionRules | undefined;
  /** Absent for a promise or a callback, and for a machine without a step yet. */
  state?: ActorState;
  /** By event type: the time from which telemetry is recorded again. */
  nextAt: Map<string, number>;
  /** The latest telemetry skipped by the rate limit; recorded when the current state is requested. */
  passedOver: Open | null;
}

export function createRecorder({
  now,
  leaves,
  transitionId,
  limits = RECORDER_LIMITS,
  wall = Date.now,
}: RecorderParts) {
  let rules = leaves;
  let segments = knownSegments([]);
  let routes: readonly AsyncRoute[] = [];
  const redactor = createRedactor(() => segments);
  const weigh = createJsonSize();
  /** The route table of `navigation` defines the console's known paths. */
  const learnRoutes = ({ access }: Pick<NavigationContext, 'access'>): void => {
    if (access.who !== 'user' || access.routes === routes) return;
    ({ routes } = access);
    segments = knownSegments(routes);
  };
  const numbers = new WeakMap<AnyActorRef, number>();
  const actors = new Map<number, Known>();
  const sources = new WeakMap<EventObject, AnyActorRef>();
  /** Followers, with the actors that each has already received. */
  const followers = new Map<(news: News) => void, Set<number>>();
  let base: Moment = { at: now(), states: {}, timers: [] };
  let steps: SizedStep[] = [];
  /** Steps before this index are in the base already. */
  let first = 0;
  let bytes = 0;
  let next = 0;
  let open: Open | null = null;
  let timersKey = '';
  let system: AnyActorRef['system'] | null = null;

  const numberOf = (ref: AnyActorRef): number => numbers.get(ref) ?? enrol(ref);
  const enrol = (ref: AnyActorRef): number => {
    const number = next;
    next += 1;
    numbers.set(ref, number);
    const machine = machineOf(ref)?.id;
    const parent = parentOf(ref);
    const { systemId, syncs } = creationOptionsOf(ref);
    actors.set(number, {
      info: {
        id: ref.id,
        src: typeof ref.src === 'string' ? ref.src : '',
        parent: parent ? numberOf(parent) : null,
        ...(systemId ? { systemId } : {}),
        ...(machine === undefined ? {} : { machine }),
        ...(syncs ? { syncs } : {}),
      },
      leaves: machine === undefined ? undefined : rules[machine],
      nextAt: new Map(),
      passedOver: null,
    });
    system ??= ref.system;
    return number;
  };

  const timersNow = (): readonly Timer[] | undefined => {
    const scheduled = system ? scheduledEventsOf(system) : [];
    const key = scheduled.map(({ source, id, startedAt }) => `${source.sessionId} ${id} ${startedAt}`).join('\n');
    if (key === timersKey) return undefined;
    timersKey = key;
    const behind = now() - wall();
    return scheduled.map(({ source, event, delay, id, startedAt }) => ({
      actor: numberOf(source),
      id,
      event: event.type,
      delay,
      startedAt: startedAt + behind,
    }));
  };

  const fold = (): void => {
    const oldest = steps[first];
    if (!oldest) return;
    base = after(base, oldest.step);
    bytes -= oldest.bytes;
    first += 1;
    if (first < 1_024) return;
    steps = steps.slice(first);
    first = 0;
    forgetGone();
  };
  /** Removes actors that ended before the base. */
  const forgetGone = (): void => {
    const kept = new Set<number>([...actors].filter(([, { info }]) => info.parent === null).map(([number]) => number));
    for (const { step } of steps) {
      kept.add(step.actor);
      for (const child of step.children ?? []) kept.add(child);
    }
    const reach = (number: number): void => {
      kept.add(number);
      for (const child of base.states[number]?.children ?? []) reach(child);
    };
    for (const number of [...kept]) reach(number);
    for (const number of actors.keys()) if (!kept.has(number) && !isAlive(number)) actors.delete(number);
    base = {
      ...base,
      states: Object.fromEntries(Object.entries(base.states).filter(([number]) => actors.has(Number(number)))),
    };
  };
  const rootNumber = (): number => [...actors].find(([, { info }]) => info.parent === null)?.[0] ?? 0;
  const isAlive = (number: number): boolean => actors.get(number)?.state?.status === 'active';

  const foldOldest = (): void => {
    while (steps.length - first > limits.steps || (bytes > limits.bytes && steps.length - first > 1)) fold();
  };
  const push = (step: Step): void => {
    const length = weigh(step as unknown as Json);
    steps.push({ step, bytes: length });
    bytes += length;
    foldOldest();
    const known = actors.get(step.actor);
    if (known && known.leaves?.telemetry?.includes(step.event.type))
      known.nextAt.set(step.event.type, step.at + (length / limits.telemetryRate) * 1_000);
    for (const [follower, told] of followers) follower(newsOf(step, told));
  };
  const newsOf = (step: Step, told: Set<number>): News => {
    const fresh: Record<string, ActorInfo> = {};
    const introduce = (number: number | null): void => {
      const known = number === null ? undefined : actors.get(number);
      if (number === null || !known || told.has(number)) return;
      told.add(number);
      introduce(known.info.parent);
      fresh[number] = known.info;
    };
    [step.actor, step.from, ...(step.children ?? []), ...(step.timers ?? []).map(({ actor }) => actor)].forEach(
      introduce,
    );
    return { step, actors: fresh };
  };

  const close = (always = false): void => {
    if (!open) return;
    const closing = open;
    const { number, from, event, took, snapshot, at } = closing;
    open = null;
    const known = actors.get(number);
    if (!known) return;
    if (known.info.machine === 'navigation') learnRoutes(snapshot.context as NavigationContext);
    const before = known.state;
    const value = snapshot.value as Value;
    const isMoved =
      !before || before.status !== snapshot.status || JSON.stringify(before.value) !== JSON.stringify(value);
    if (
      !always &&
      !isMoved &&
      known.leaves?.telemetry?.includes(event.type) &&
      at < (known.nextAt.get(event.type) ?? 0)
    ) {
      known.passedOver = closing;
      return;
    }
    known.passedOver = null;
    const children = Object.values(snapshot.children as Record<string, AnyActorRef | undefined>).flatMap((child) =>
      child ? [numberOf(child)] : [],
    );
    const context = redactor.context(known.leaves, snapshot.context);
    const state: ActorState = {
      status: snapshot.status,
      value: isMoved ? value : before.value,
      context,
      children: before && sameList(before.children, children) ? before.children : children,
    };
    known.state = state;
    const patch = before
      ? patchOf(before.context, context)
      : context === null
        ? null
        : { set: context as Record<string, Json> };
    const timers = timersNow();
    const srcOf = (id: string): string => {
      const child = children.map((one) => actors.get(one)?.info).find((info) => info?.id === id);
      return child?.src ?? endedSrc(number, id);
    };
    push({
      at,
      actor: number,
      from,
      event: redactor.event(known.leaves, event, srcOf),
      ...(took.length > 0 ? { took } : {}),
      ...(before?.status === state.status ? {} : { status: state.status }),
      ...(before?.value === state.value ? {} : { value: state.value }),
      ...(patch ? { patch } : {}),
      ...(before?.children === state.children ? {} : { children: state.children }),
      ...(timers ? { timers } : {}),
    });
  };
  /** An actor that has finished is no longer among the children. */
  const endedSrc = (parent: number, id: string): string => {
    let src = '';
    for (const { info } of actors.values()) if (info.parent === parent && info.id === id) src = info.src;
    return src;
  };

  return {
    /** Pass this to `createActor` as `inspect`. `at`: time of the event, server clock, ms. */
    observe(seen: InspectionEvent, at = now()): void {
      const ref = seen.actorRef as AnyActorRef;
      switch (seen.type) {
        case '@xstate.actor':
          enrol(ref);
          break;
        case '@xstate.event': {
          const { sourceRef, event } = seen;
          if (sourceRef) sources.set(event, sourceRef as AnyActorRef);
          if (event.type === 'xstate.init' && machineOf(ref)) {
            // No microstep reports a machine's initial state.
            close();
            open = {
              ref,
              number: numberOf(ref),
              from: sourceRef ? numberOf(sourceRef as AnyActorRef) : null,
              event,
              took: [],
              snapshot: ref.getSnapshot() as AnyMachineSnapshot,
              at,
            };
            close();
          }
          // An event to a promise or a callback changes no snapshot: only the event itself is recorded.
          if (machineOf(ref) || event.type.startsWith('xstate.')) break;
          close();
          push({
            at,
            actor: numberOf(ref),
            from: sourceRef ? numberOf(sourceRef as AnyActorRef) : null,
            event: redactor.event(undefined, event, () => ''),
          });
          break;
        }
        case '@xstate.microstep': {
          const { event, snapshot } = seen;
          if (open?.ref !== ref) {
            close();
            const source = sources.get(event);
            open = {
              ref,
              number: numberOf(ref),
              from: source ? numberOf(source) : null,
              event,
              took: [],
              snapshot: snapshot as AnyMachineSnapshot,
              at,
            };
          }
          open.snapshot = snapshot as AnyMachineSnapshot;
          for (const transition of takenTransitions(seen)) open.took.push(transitionId(transition));
          break;
        }
        case '@xstate.snapshot':
          if (open?.ref === ref) close();
          break;
      }
    },
    /** The current recording; later steps do not change it. */
    recording(): Recording {
      close();
      for (const { passedOver } of actors.values()) {
        open = passedOver && { ...passedOver, at: now() };
        close(true);
      }
      const kept = steps.slice(first).map(({ step }) => step);
      return { actors: Object.fromEntries([...actors].map(([number, { info }]) => [number, info])), base, steps: kept };
    },
    /** Adds the rules of machines that have not started yet: an actor keeps the rules that are known when it starts. */
    learnRules(more: Readonly<Record<string, RedactionRules>>): void {
      rules = { ...rules, ...more };
    },
    /** Reserves actor numbers for an earlier recording. Returns the first of them, and the number of the root. */
    reserve(count: number): { from: number; root: number } {
      const from = next;
      next += count;
      return { from, root: rootNumber() };
    },
    /**
     * Puts the recording of the page before a reload in front of this one. Its actors have reserved numbers; its root is
     * the present one. Does nothing when older steps than those before are lost already.
     *
     * @param reloaded the event that marks the reload
     */
    continueFrom(earlier: EarlierRecording, reloaded: Step['event']): void {
      const oldest = steps[first];
      if (Object.keys(base.states).length > 0 || !oldest) return;
      const present = [...actors];
      actors.clear();
      for (const [number, info] of Object.entries(earlier.actors))
        actors.set(Number(number), { info, leaves: undefined, nextAt: new Map(), passedOver: null });
      for (const [number, known] of present) actors.set(number, known);
      const mark: Step = { at: oldest.step.at, actor: rootNumber(), from: null, event: reloaded };
      steps = [...earlier.steps, { step: mark, bytes: weigh(mark as unknown as Json) }, ...steps.slice(first)];
      first = 0;
      bytes = steps.reduce((sum, one) => sum + one.bytes, 0);
      ({ base } = earlier);
      foldOldest();
    },
    /** Calls `follower` with every step from now on. Returns the unsubscribe function. */
    onStep(follower: (news: News) => void): () => void {
      followers.set(follower, new Set(actors.keys()));
      return () => void followers.delete(follower);
    },
    /** A URL with its unsafe parts redacted. */
    plain: (address: string): string => plainAddress(address, segments),
    /** The number of steps and their approximate size as JSON, bytes. */
    size: () => ({ steps: steps.length - first, bytes }),
  };
}
export type Recorder = ReturnType<typeof createRecorder>;

const sameList = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((number, index) => number === other[index]);
