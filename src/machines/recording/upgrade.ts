/** Gives a recording of an older format version today's names. Pure; the recording is read as data. */
import {
  type ActorInfo,
  type ActorState,
  type Capsule,
  type Json,
  type Patch,
  type Recording,
  RECORDING_VERSION,
  type Step,
  type Timer,
  type Value,
} from './format.ts';
import type { News } from './recorder.ts';
import { type Names, type Renames, RENAMES } from './renames.ts';

const nameIn = (names: Names | undefined, name: string): string =>
  names !== undefined && Object.hasOwn(names, name) ? (names[name] as string) : name;

function renamedKeys<Item>(names: Names | undefined, fields: Readonly<Record<string, Item>>): Record<string, Item> {
  return Object.fromEntries(Object.entries(fields).map(([key, item]) => [nameIn(names, key), item]));
}

/** The names of fields inside `field`. */
function namesInside(names: Names | undefined, field: string): Names | undefined {
  const inside = Object.entries(names ?? {}).flatMap(([path, name]) =>
    path.startsWith(`${field}.`) ? [[path.slice(field.length + 1), name] as const] : [],
  );
  return inside.length > 0 ? Object.fromEntries(inside) : undefined;
}
function renamedFields(names: Names | undefined, old: Json): Json {
  if (names === undefined || typeof old !== 'object' || old === null || Array.isArray(old)) return old;
  return Object.fromEntries(
    Object.entries(old).map(([field, value]) => [
      nameIn(names, field),
      renamedFields(namesInside(names, field), value as Json),
    ]),
  );
}
function renamedPatch(names: Names | undefined, { set, gone, in: inner, ...rest }: Patch): Patch {
  return {
    ...rest,
    ...(set && { set: renamedFields(names, set) as typeof set }),
    ...(gone && { gone: gone.map((field) => nameIn(names, field)) }),
    ...(inner && {
      in: Object.fromEntries(
        Object.entries(inner).map(([field, patch]) => [
          nameIn(names, field),
          renamedPatch(namesInside(names, field), patch),
        ]),
      ),
    }),
  };
}

function stageOf({ machines, events, fields = {}, within }: Renames) {
  /** All actors so far, with their old names. */
  const actors: Record<string, ActorInfo> = {};
  const ofMachine = (machine: string | undefined) =>
    machine !== undefined && Object.hasOwn(within, machine) ? within[machine] : undefined;
  const machineOf = (number: number | string | null): string | undefined =>
    number !== null && Object.hasOwn(actors, number) ? actors[number]?.machine : undefined;

  /** A state's id: the machine's, then a key per level. */
  const stateId = (id: string): string => {
    const [machine = '', ...keys] = id.split('.');
    return [nameIn(machines, machine), ...keys.map((key) => nameIn(ofMachine(machine)?.states, key))].join('.');
  };
  /** An actor's id among its siblings: its own, or that of the state that invokes it after its index there. */
  const actorId = (id: string, parent: string | undefined): string => {
    const [, index, state] = /^(\d+)\.(.+)$/u.exec(id) ?? [];
    return index === undefined || state === undefined
      ? nameIn(ofMachine(parent)?.children, id)
      : `${index}.${stateId(state)}`;
  };
  /** An event's type, as `machine` receives it. XState's own types name the state or the actor that they come from. */
  const eventType = (type: string, machine: string | undefined): string => {
    const [, byActor, actor] = /^(xstate\.(?:done\.actor|error\.actor|snapshot)\.)(.+)$/u.exec(type) ?? [];
    if (byActor !== undefined && actor !== undefined) return byActor + actorId(actor, machine);
    const [, byState, state] = /^(xstate\.(?:after\.[^.]+|done\.state)\.)(.+)$/u.exec(type) ?? [];
    if (byState !== undefined && state !== undefined) return byState + stateId(state);
    return nameIn(events, type);
  };
  /** A transition's name: the source's id, the event's type, an index (transitions.ts). */
  const transition = (name: string, machine: string | undefined): string => {
    const [, state, type, index] = /^([^:]*):(.*):(\d+)$/u.exec(name) ?? [];
    return state === undefined || type === undefined || index === undefined
      ? name
      : [stateId(state), eventType(type, machine), index].join(':');
  };
  const value = (old: Value, machine: string | undefined): Value => {
    const states = ofMachine(machine)?.states;
    const renamed = (one: Value): Value =>
      typeof one === 'string'
        ? nameIn(states, one)
        : renamedKeys(
            states,
            Object.fromEntries(Object.entries(one).map(([key, inner]): [string, Value] => [key, renamed(inner)])),
          );
    return renamed(old);
  };
  const timer = (old: Timer): Timer => {
    const machine = machineOf(old.actor);
    return { ...old, id: eventType(old.id, machine), event: eventType(old.event, machine) };
  };

  const actor = (old: ActorInfo): ActorInfo => {
    const parent = machineOf(old.parent);
    return {
      ...old,
      id: actorId(old.id, parent),
      src: nameIn(ofMachine(parent)?.children, old.src),
      ...(old.machine !== undefined && { machine: nameIn(machines, old.machine) }),
    };
  };
  const state = (old: ActorState, number: string): ActorState => ({
    ...old,
    value: value(old.value, machineOf(number)),
    context: renamedFields(ofMachine(machineOf(number))?.context, old.context),
  });
  const step = (old: Step): Step => {
    const machine = machineOf(old.actor);
    const { event, took, timers } = old;
    const from = event['actorId'];
    return {
      ...old,
      event: {
        ...(renamedFields(Object.hasOwn(fields, event.type) ? fields[event.type] : undefined, event) as typeof event),
        type: eventType(event.type, machine),
        ...(typeof from === 'string' && { actorId: actorId(from, machine) }),
      },
      ...(took && { took: took.map((name) => transition(name, machine)) }),
      ...(old.value !== undefined && { value: value(old.value, machine) }),
      ...(old.patch && { patch: renamedPatch(ofMachine(machine)?.context, old.patch) }),
      ...(timers && { timers: timers.map(timer) }),
    };
  };

  return {
    recording<Old extends Recording>(old: Old): Old {
      Object.assign(actors, old.actors);
      return {
        ...old,
        actors: mapped(old.actors, actor),
        base: { ...old.base, states: mapped(old.base.states, state), timers: old.base.timers.map(timer) },
        steps: old.steps.map(step),
      };
    },
    news(old: readonly News[]): News[] {
      for (const one of old) Object.assign(actors, one.actors);
      return old.map((one) => ({ step: step(one.step), actors: mapped(one.actors, actor) }));
    },
  };
}

const mapped = <Item, Result>(
  all: Readonly<Record<string, Item>>,
  of: (item: Item, key: string) => Result,
): Record<string, Result> => Object.fromEntries(Object.entries(all).map(([key, item]) => [key, of(item, key)]));

/** Upgrades one recording, and what follows it while its console is still running. @param version that of its format */
export function createUpgrade(version: number) {
  const stages = Object.entries(RENAMES)
    .map(([until, renames]) => ({ until: Number(until), renames }))
    .filter(({ until }) => until >= version)
    .sort((one, other) => one.until - other.until)
    .map(({ renames }) => stageOf(renames));
  const recording = <Old extends Recording>(old: Old): Old =>
    stages.reduce((renamed, stage) => stage.recording(renamed), old);
  return {
    /** With today's names and version. */
    capsule: (old: Capsule): Capsule => ({ ...recording(old), version: RECORDING_VERSION }),
    recording,
    news: (old: readonly News[]): readonly News[] => stages.reduce((news, stage) => stage.news(news), old),
  };
}
