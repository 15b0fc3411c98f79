/**
 * Runs one recorded machine in isolation: without effects (effectFree.ts), under its own name, beside silent siblings,
 * started with its recorded input or in a recorded state. For tests generated from a recording.
 */
import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromCallback,
  setup,
  SimulatedClock,
} from 'xstate';
import type { SiblingName } from '../app/events.ts';
import type { Value } from './format.ts';
import { createEffectFree, type Effect } from './effectFree.ts';
import type { Persisted } from './persisted.ts';
import { startable, startRestored } from './restoreActors.ts';

export interface RerunParts {
  machine: AnyStateMachine;
  /** For logic in separate chunks. */
  machines: Readonly<Record<string, AnyStateMachine>>;
  /** Its name among its siblings, and in the system. */
  id: string;
  systemId?: string | undefined;
  /** The recorded input; alternatively … */
  input?: unknown;
  /** … the recorded state. */
  snapshot?: unknown;
}
/** Where the current machine behaves differently from the recorded one. */
export interface Divergence {
  step: number;
  event: string;
  recorded: string;
  found: string;
}
const SIBLINGS: readonly SiblingName[] = [
  'app',
  'session',
  'navigation',
  'connection',
  'fleet',
  'notices',
  'preferences',
  'pendingStops',
  'frame',
  'alarms',
  'calls',
  'screen',
];

export function startReplayRun({ machine, machines, id, systemId, input, snapshot }: RerunParts) {
  const effects: Effect[] = [];
  const clock = new SimulatedClock();
  const inert = createEffectFree(machines, (effect) => effects.push(effect))(machine);
  const state = snapshot === undefined ? undefined : startable(snapshot as Persisted, inert);
  const isRoot = machine.id === 'app';
  const root: AnyActorRef = isRoot
    ? createActor(inert, { id, systemId: 'app', clock, ...(state ? { snapshot: state } : { input }) } as never)
    : createActor(above(inert, id, systemId, input), {
        clock,
        ...(state ? { snapshot: beside(state, id, systemId) } : {}),
      } as never);
  let broken: string | null = null;
  root.subscribe({ error: (error: unknown) => void (broken = error instanceof Error ? error.message : String(error)) });
  if (state) startRestored(root);
  else root.start();

  const childOf = (ref: AnyActorRef, child: string): AnyActorRef | undefined => {
    const children = (ref.getSnapshot() as { children?: Record<string, AnyActorRef | undefined> }).children ?? {};
    return Object.hasOwn(children, child) ? children[child] : undefined;
  };
  const actor = isRoot ? root : (childOf(root, id) as AnyActorRef);
  const at = (path: readonly string[]): AnyActorRef | undefined =>
    path.reduce<AnyActorRef | undefined>((ref, child) => ref && childOf(ref, child), actor);
  const read = () => actor.getSnapshot() as { status: string; value: Value; context: unknown };

  return {
    actor,
    /** @param path names of children down to the receiver. Returns whether the receiver exists. */
    send(event: AnyEventObject, ...path: readonly string[]): boolean {
      const ref = at(path);
      if (!ref || broken !== null || (ref.getSnapshot() as { status: string }).status !== 'active') return false;
      ref.send(event);
      return true;
    },
    value: (): Value => read().value,
    context: (): unknown => read().context,
    status: (): string => read().status,
    /** The suppressed effects, oldest first. */
    effects: (): readonly Effect[] => effects,
    broken: (): string | null => broken,
    stop: () => void root.stop(),
  };
}
export type Rerun = ReturnType<typeof startReplayRun>;

const silent = fromCallback(() => {});
const namesBeside = (systemId: string | undefined): readonly string[] => SIBLINGS.filter((name) => name !== systemId);

function above(inert: AnyStateMachine, id: string, systemId: string | undefined, input: unknown): AnyStateMachine {
  return setup({ actors: { silent, tried: inert as AnyActorLogic } }).createMachine({
    invoke: [
      ...namesBeside(systemId).map((name) => ({ src: 'silent' as const, id: `${name} of others`, systemId: name })),
      { src: 'tried' as const, id, ...(systemId ? { systemId } : {}), input: input as never },
    ],
  }) as unknown as AnyStateMachine;
}
const beside = (state: Persisted, id: string, systemId: string | undefined): Persisted => ({
  status: 'active',
  value: {},
  context: {},
  historyValue: {},
  children: {
    ...Object.fromEntries(
      namesBeside(systemId).map((name) => [
        `${name} of others`,
        { snapshot: { status: 'active' }, src: 'silent', systemId: name },
      ]),
    ),
    [id]: { snapshot: state, src: 'tried', ...(systemId ? { systemId } : {}) },
  },
});
