/**
 * A fork (design 10): a recorded state that the user continues manually. The machines run with their full logic on a
 * clock that only advances on request; their effects are suppressed and logged. The fork is itself recorded, so it is a
 * recording like any other.
 */
import { type AnyActorRef, type AnyEventObject, type AnyStateMachine, SimulatedClock } from 'xstate';
import type { Recording, Timer } from './format.ts';
import type { ForkEffect } from './effectFree.ts';
import type { RedactionRules } from './redaction.ts';
import { opened, type OpenedRecording } from './opened.ts';
import { createRecorder } from './recorder.ts';
import { createReplay } from './replay.ts';
import { restoreScheduledEvent, scheduledEventsOf, stampScheduledEvents } from '../xstateInternals.ts';
import { momentAt, restoreActors, startRestored } from './restoreActors.ts';
import { transitionName } from './transitions.ts';

export interface ForkParts {
  capsule: OpenedRecording;
  /** The step of the recording at which it forks; -1 is the base. */
  step: number;
  machines: Readonly<Record<string, AnyStateMachine>>;
}
/** Limit for machines that re-arm a zero-length timer endlessly. */
const MOST_TIMERS = 10_000;
const MOST_EFFECTS = 1_000;
const EVERY = new Proxy({}, { get: () => true, has: () => true }) as Readonly<Record<string, true>>;
/** Redacts nothing: data that stays in this browser is shown in full. */
export const EVERYTHING: RedactionRules = { context: true, input: true, events: EVERY, outputs: EVERY };

/** @throws NotRestorable when the state cannot be restored */
export function createFork({ capsule, step, machines }: ForkParts) {
  const moment = momentAt(capsule, step);
  const clock = new SimulatedClock();
  clock.set(moment.at);
  const now = (): number => clock.now();
  const effects: ForkEffect[] = [];
  const refs: AnyActorRef[] = [];
  const listeners = new Set<() => void>();
  let broken: string | null = null;
  let isStarting = true;
  let isTold = true;

  const changed = (): void => {
    isTold = false;
  };
  /** Once per user action, not per resulting step. */
  const tell = (): void => {
    if (isTold) return;
    isTold = true;
    for (const listener of [...listeners]) listener();
  };
  const recorder = createRecorder({
    now,
    wall: now,
    transitionId: transitionName,
    leaves: Object.fromEntries(Object.keys(machines).map((id) => [id, EVERYTHING])),
    limits: {
      steps: Number.POSITIVE_INFINITY,
      bytes: Number.POSITIVE_INFINITY,
      telemetryRate: Number.POSITIVE_INFINITY,
    },
  });
  const standing = restoreActors({
    moment,
    actors: capsule.recording.actors,
    root: capsule.root,
    machines,
    clock,
    note: (effect) => {
      // Effects that were already running at the start are not logged again.
      if (isStarting || effects.length >= MOST_EFFECTS) return;
      effects.push({ ...effect, at: now() });
      changed();
    },
    inspect: (seen) => {
      // The recorder numbers actors in order of creation.
      if (seen.type === '@xstate.actor') refs.push(seen.actorRef as AnyActorRef);
      recorder.observe(seen);
    },
  });
  const { system } = standing.root;
  stampScheduledEvents(system, now, () => `fork.${scheduledEventsOf(system).length}`);
  standing.root.subscribe({
    error: (error: unknown) => {
      broken = error instanceof Error ? error.message : String(error);
      changed();
    },
  });
  startRestored(standing.root);
  const timers: Timer[] = [];
  for (const timer of moment.timers) {
    const ref = standing.refs.get(timer.actor);
    if (!ref) continue;
    timers.push({ ...timer, actor: refs.indexOf(ref) });
    restoreScheduledEvent(ref, timer, moment.at);
  }
  isStarting = false;

  // The initial state is not a step.
  const begun = recorder.recording();
  const first = begun.steps.length;
  const { states } = createReplay(begun).momentAt(first - 1);
  const base: Recording['base'] = { at: moment.at, states, timers };
  recorder.onStep(changed);

  const dueNext = (): number | null => {
    const due = scheduledEventsOf(system).map(({ startedAt, delay }) => startedAt + delay);
    return due.length === 0 ? null : Math.max(now(), Math.min(...due));
  };
  const isAlive = (ref: AnyActorRef | undefined): ref is AnyActorRef =>
    (ref?.getSnapshot() as { status?: string } | undefined)?.status === 'active';

  return {
    /** The fork's current recording: a new object after each user action. */
    capsule(): OpenedRecording {
      const { actors, steps } = recorder.recording();
      return opened(capsule.head, { actors, base, steps: steps.slice(first) }, []);
    },
    /**
     * @param target an actor's number in the fork's own recording, or its systemId. Returns whether the actor is alive
     * to receive it.
     */
    send(target: number | string, event: AnyEventObject): boolean {
      const ref: AnyActorRef | undefined = typeof target === 'number' ? refs[target] : system.get(target);
      if (broken !== null || !isAlive(ref)) return false;
      ref.send(event);
      tell();
      return true;
    },
    /**
     * Advances the clock by a number of ms, or to the next timer, and runs due timers at their own times. Returns the
     * new time.
     */
    advance(by: number | 'next'): number {
      const until = by === 'next' ? (dueNext() ?? now()) : now() + Math.max(0, by);
      for (let count = 0; count < MOST_TIMERS && broken === null; count += 1) {
        const due = dueNext();
        if (due === null || due > until) break;
        clock.set(due);
      }
      clock.set(until);
      changed();
      tell();
      return now();
    },
    now,
    /** When the next timer is due; null when there is none. */
    next: dueNext,
    /** Oldest first. */
    effects: (): readonly ForkEffect[] => effects,
    /** The error that ended the fork: a bug of the console, or a redacted value in the state. */
    broken: (): string | null => broken,
    /** Called once after each user action that changed something. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop(): void {
      listeners.clear();
      standing.root.stop();
    },
  };
}
export type Fork = ReturnType<typeof createFork>;
