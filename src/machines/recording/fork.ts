/**
 * A fork (design 10): a recorded state that goes on by hand. The machines run with all of their own logic on a clock that only moves
 * when told to; nothing they want of the world happens, it is only noted. Recorded itself, so that it is a capsule like any other.
 */
import { type AnyActorRef, type AnyEventObject, type AnyStateMachine, SimulatedClock } from 'xstate';
import type { Recording, Timer } from './format.ts';
import type { ForkEffect } from './effectFree.ts';
import type { RedactionRules } from './redaction.ts';
import { opened, type OpenedCapsule } from './opened.ts';
import { createRecorder } from './recorder.ts';
import { createReplay } from './replay.ts';
import { restoreScheduledEvent, scheduledEventsOf, stampScheduledEvents } from '../xstateInternals.ts';
import { momentAt, restoreActors, startRestored } from './restoreActors.ts';
import { transitionName } from './transitions.ts';

export interface ForkParts {
  capsule: OpenedCapsule;
  /** Where it leaves the recording; -1 is the base. */
  step: number;
  machines: Readonly<Record<string, AnyStateMachine>>;
}
/** An end for machines that arm a timer of no length again and again. */
const MOST_TIMERS = 10_000;
const MOST_EFFECTS = 1_000;
const EVERY = new Proxy({}, { get: () => true, has: () => true }) as Readonly<Record<string, true>>;
/** Lets everything through: what stays in this browser may be seen whole. */
export const EVERYTHING: RedactionRules = { context: true, input: true, events: EVERY, outputs: EVERY };

/** @throws NotStandable when the state cannot be stood in */
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
  /** After each act by hand, not after each of the steps it leads to. */
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
      // What was under way already would not be called once more.
      if (isStarting || effects.length >= MOST_EFFECTS) return;
      effects.push({ ...effect, at: now() });
      changed();
    },
    inspect: (seen) => {
      // The recorder numbers actors in the order in which they come.
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

  // Where it begins is no step of its own.
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
    /** What is so now: another object after each act. */
    capsule(): OpenedCapsule {
      const { actors, steps } = recorder.recording();
      return opened(capsule.head, { actors, base, steps: steps.slice(first) }, []);
    },
    /** @param target an actor's number in the fork's own capsule, or its systemId. Answers whether it lives to hear it. */
    send(target: number | string, event: AnyEventObject): boolean {
      const ref: AnyActorRef | undefined = typeof target === 'number' ? refs[target] : system.get(target);
      if (broken !== null || !isAlive(ref)) return false;
      ref.send(event);
      tell();
      return true;
    },
    /** Moves the clock, ms, and lets what is due happen at its own time; or to the next timer. Answers the new time. */
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
    /** When the next timer is due; null when none waits. */
    next: dueNext,
    /** Oldest first. */
    effects: (): readonly ForkEffect[] => effects,
    /** What ended the whole of it: a mistake of ours, or a state that was withheld. */
    broken: (): string | null => broken,
    /** Called once after each act that changed something. */
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
