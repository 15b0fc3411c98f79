/**
 * Machines with their full logic but without effects: promises and callbacks never respond, and action effects are only
 * logged. For forks, for restored recorded states and for tests generated from a recording.
 */
import { type AnyActorLogic, type AnyActorRef, type AnyEventObject, type AnyStateMachine, fromCallback } from 'xstate';
import { childLogicOf, childLogics, isMachine, ownActionNames, parentOf, systemIdOf } from '../xstateInternals.ts';
import type { ActorInfo } from './format.ts';

/**
 * An effect that was suppressed: an action with its params, a promise or callback with its input, or an event sent to a
 * callback.
 */
export interface Effect {
  readonly kind: 'action' | 'call' | 'word';
  /** The id of the machine that requested it; below, the name of its actor. */
  readonly machine: string;
  readonly actor: string;
  readonly name: string;
  readonly with: unknown;
}
/** A suppressed effect, with its time by the fork's clock. */
export interface ForkEffect extends Effect {
  readonly at: number;
}

const nameOf = (ref: AnyActorRef | undefined): string => (ref ? (systemIdOf(ref) ?? ref.id) : '');

/** @param actors of a recording: give the name under which the root started each machine */
export type EffectFree = (machine: AnyStateMachine, actors?: Readonly<Record<string, ActorInfo>>) => AnyStateMachine;

/**
 * Fills the root's actors that load as separate chunks: `connection`, `fleet`, every page's machine. Each machine is made
 * once, except for the root, which depends on the recording.
 */
export function createEffectFree(
  machines: Readonly<Record<string, AnyStateMachine>>,
  note: (effect: Effect) => void,
): EffectFree {
  const made = new Map<AnyStateMachine, AnyStateMachine>();

  const silent = (machine: string, name: string): AnyActorLogic =>
    fromCallback<AnyEventObject>(({ input, receive, self }) => {
      const actor = nameOf(parentOf(self));
      note({ kind: 'call', machine, actor, name, with: input });
      receive((event) => note({ kind: 'word', machine, actor, name, with: event }));
    });

  const inert: EffectFree = (machine, actors = {}) => {
    const { id } = machine;
    const before = id === 'app' ? undefined : made.get(machine);
    if (before) return before;
    const actorLogic: Record<string, AnyActorLogic> = {};
    for (const [name, logic] of childLogics(machine))
      actorLogic[name] = isMachine(logic) ? inert(logic) : silent(id, name);
    if (id === 'app') Object.assign(actorLogic, slots(actors));
    const actions: Record<string, unknown> = {};
    for (const name of ownActionNames(machine)) {
      actions[name] = ({ self }: { self: AnyActorRef }, params: unknown): void =>
        note({ kind: 'action', machine: id, actor: nameOf(self), name, with: params });
    }
    const result = machine.provide({ actors: actorLogic, actions } as never);
    made.set(machine, result);
    return result;
  };
  const slots = (actors: Readonly<Record<string, ActorInfo>>): Record<string, AnyActorLogic> => {
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
  /** Named by the root, and loaded later. */
  const isSlot = (id: string): boolean => {
    const app = Object.hasOwn(machines, 'app') ? machines['app'] : undefined;
    return app !== undefined && childLogicOf(app, id) !== undefined;
  };
  return inert;
}
