/**
 * Machines whose effects reach nothing, with all of their own logic: promises and callbacks never answer, effects of actions are only
 * noted. For a fork, for standing in a recorded state and for tests written from a recording.
 */
import { type AnyActorLogic, type AnyActorRef, type AnyEventObject, type AnyStateMachine, fromCallback } from 'xstate';
import { childLogicOf, childLogics, isMachine, ownActionNames, parentOf, systemIdOf } from '../xstateInternals.ts';
import type { ActorInfo } from './format.ts';

/** What would have happened: an action with its params, a promise or callback started with its input, or told something later. */
export interface Effect {
  readonly kind: 'action' | 'call' | 'word';
  /** The machine that wanted it, and its actor's name. */
  readonly machine: string;
  readonly actor: string;
  readonly name: string;
  readonly with: unknown;
}
/** What would have happened, and when by the fork's clock. */
export interface ForkEffect extends Effect {
  readonly at: number;
}

const nameOf = (ref: AnyActorRef | undefined): string => (ref ? (systemIdOf(ref) ?? ref.id) : '');

/**
 * The root's slots for what comes in chunks of its own are filled: `connection`, `fleet`, every page's machine.
 *
 * @param actors of a recording: under which names its root started which machine
 */
export function createEffectFree(
  machines: Readonly<Record<string, AnyStateMachine>>,
  note: (effect: Effect) => void,
  actors: Readonly<Record<string, ActorInfo>> = {},
): (machine: AnyStateMachine) => AnyStateMachine {
  const made = new Map<AnyStateMachine, AnyStateMachine>();

  const silent = (machine: string, name: string): AnyActorLogic =>
    fromCallback<AnyEventObject>(({ input, receive, self }) => {
      const actor = nameOf(parentOf(self));
      note({ kind: 'call', machine, actor, name, with: input });
      receive((event) => note({ kind: 'word', machine, actor, name, with: event }));
    });

  const inert = (machine: AnyStateMachine): AnyStateMachine => {
    const before = made.get(machine);
    if (before) return before;
    const { id } = machine;
    const actorLogic: Record<string, AnyActorLogic> = {};
    for (const [name, logic] of childLogics(machine))
      actorLogic[name] = isMachine(logic) ? inert(logic) : silent(id, name);
    if (id === 'app') Object.assign(actorLogic, slots());
    const actions: Record<string, unknown> = {};
    for (const name of ownActionNames(machine)) {
      actions[name] = ({ self }: { self: AnyActorRef }, params: unknown): void =>
        note({ kind: 'action', machine: id, actor: nameOf(self), name, with: params });
    }
    const result = machine.provide({ actors: actorLogic, actions } as never);
    made.set(machine, result);
    return result;
  };
  const slots = (): Record<string, AnyActorLogic> => {
    const found: Record<string, AnyActorLogic> = {};
    for (const [id, machine] of Object.entries(machines)) {
      if (id === 'app') continue;
      found[`page.${id}`] = inert(machine);
      if (isSlot(id)) found[id] = inert(machine);
    }
    const root = Object.entries(actors).find(([, { parent }]) => parent === null)?.[0];
    for (const { src, machine, parent } of Object.values(actors)) {
      if (machine === undefined || machine === 'app' || String(parent) !== root || !Object.hasOwn(machines, machine))
        continue;
      Object.defineProperty(found, src, {
        value: inert(machines[machine] as AnyStateMachine),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return found;
  };
  /** One that the root names, and that is loaded later. */
  const isSlot = (id: string): boolean => {
    const app = Object.hasOwn(machines, 'app') ? machines['app'] : undefined;
    return app !== undefined && childLogicOf(app, id) !== undefined;
  };
  return inert;
}
