/**
 * Finds what the current machines cannot show of a recording made by other versions. Reads the recording as data; runs
 * nothing.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { childLogicOf } from '../xstateInternals.ts';
import type { ActorInfo, Recording, Value } from './format.ts';
import type { ReplayIssue } from './opened.ts';
import { type Moment, treeAt } from './replay.ts';
import { transitionNames } from './transitions.ts';

type Machines = Readonly<Record<string, AnyStateMachine>>;
const known = <Kept>(table: Readonly<Record<string, Kept>>, name: string): Kept | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Each issue once, in order of first occurrence. */
export function replayIssuesOf(
  { actors, base, steps }: Pick<Recording, 'actors' | 'base' | 'steps'>,
  machines: Machines,
): ReplayIssue[] {
  const found = new Map<string, ReplayIssue>();
  const note = (issue: ReplayIssue): void => {
    const key = JSON.stringify(issue);
    if (!found.has(key)) found.set(key, issue);
  };
  const names = new Map<string, ReadonlySet<string>>();
  /** Cache: a recording repeats the same few values. */
  const looked = new Set<string>();

  for (const info of Object.values(actors))
    if (isGone(info, actors, machines)) note({ kind: 'machineGone', machine: nameOf(info) });
  const look = (number: number | string, value: Value | undefined): void => {
    const machine = machineOf(known(actors, String(number)), machines);
    if (!machine || value === undefined) return;
    const key = `${machine.id} ${JSON.stringify(value)}`;
    if (looked.has(key)) return;
    looked.add(key);
    for (const state of statesGone(machine, value)) note({ kind: 'stateGone', machine: machine.id, state });
  };
  for (const [number, { value }] of Object.entries(base.states)) look(number, value);
  for (const { actor, value, took } of steps) {
    look(actor, value);
    const machine = took && machineOf(known(actors, String(actor)), machines);
    if (!machine) continue;
    const all = names.get(machine.id) ?? transitionNames(machine);
    names.set(machine.id, all);
    for (const transition of took)
      if (!all.has(transition)) note({ kind: 'transitionGone', machine: machine.id, transition });
  }
  return [...found.values()];
}

/** The issues that prevent one moment from being shown: only those of its live machines. */
export function replayIssuesAt(
  moment: Moment,
  actors: Readonly<Record<string, ActorInfo>>,
  root: number,
  machines: Machines,
): ReplayIssue[] {
  const found: ReplayIssue[] = [];
  for (const { number } of treeAt(moment, actors, root)) {
    const info = actors[number];
    if (info?.machine === undefined) continue;
    const machine = machineOf(info, machines);
    if (!machine) found.push({ kind: 'machineGone', machine: info.machine });
    else
      for (const state of statesGone(machine, known(moment.states, String(number))?.value ?? {}))
        found.push({ kind: 'stateGone', machine: machine.id, state });
  }
  return found;
}

const machineOf = (info: ActorInfo | undefined, machines: Machines): AnyStateMachine | undefined =>
  info?.machine === undefined ? undefined : known(machines, info.machine);
const nameOf = ({ machine, src }: ActorInfo): string => machine ?? src;

/** A promise or callback is gone when its parent machine has no logic of that name; one without a name is ignored. */
function isGone(info: ActorInfo, actors: Readonly<Record<string, ActorInfo>>, machines: Machines): boolean {
  if (info.machine !== undefined) return known(machines, info.machine) === undefined;
  const parent = info.parent === null ? undefined : machineOf(known(actors, String(info.parent)), machines);
  return info.src !== '' && parent !== undefined && childLogicOf(parent, info.src) === undefined;
}

/** The first missing state on each path, as `shown.data`. */
function statesGone(machine: AnyStateMachine, value: Value): string[] {
  const gone: string[] = [];
  const walk = (node: AnyStateNode, at: Value, path: string): void => {
    const inner = typeof at === 'string' ? { [at]: null } : at;
    for (const [key, further] of Object.entries(inner)) {
      const here = path === '' ? key : `${path}.${key}`;
      const child = known(node.states, key);
      if (!child) gone.push(here);
      else if (further !== null) walk(child, further, here);
    }
  };
  if (value !== '') walk(machine.root, value, '');
  return gone;
}
