/**
 * A machine as serialisable data that can be drawn, listed and sent: its nested states and all transitions between
 * them.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { transitionName } from '../../machines/recording/transitions.ts';
import { actionNames, delayName, guardName } from './chartNames.ts';

export interface ChartInvoke {
  readonly id: string;
  readonly src: string;
}
export interface ChartState {
  /** XState's node id: `app.account.present`. */
  readonly id: string;
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** What a history state restores: the last active child, or all levels below it. */
  readonly history: 'shallow' | 'deep' | null;
  /** Id of a compound state's initial child. */
  readonly initial: string | null;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly ChartInvoke[];
  readonly states: readonly ChartState[];
}
export type TransitionKind = 'event' | 'after' | 'always' | 'done' | 'error' | 'start';
export interface ChartTransition {
  /** Stable across runs and equal to the id derived from a live definition: see `transitionId`. */
  readonly id: string;
  /** State id. */
  readonly source: string;
  /** State ids; empty for a targetless transition. */
  readonly targets: readonly string[];
  /** XState's event type; '' for always, `xstate.init` for the initial transition. */
  readonly event: string;
  readonly kind: TransitionKind;
  /** The event as readable text: `after retryDelay`, `done loadUser`. '' for the initial transition. */
  readonly label: string;
  readonly guard: string;
  readonly actions: readonly string[];
  readonly reenter: boolean;
  /** The source is not exited: no target, or a target within it without reentry. */
  readonly internal: boolean;
}
export interface Chart {
  /** Machine id. */
  readonly machine: string;
  readonly root: ChartState;
  /** In definition order. */
  readonly transitions: readonly ChartTransition[];
}

/**
 * The id of a transition, derived from its live definition alone (as in an inspected microstep): source, event type and
 * its index among the source's transitions for that event. A recording yields the same id.
 */
export const transitionId: (definition: AnyTransitionDefinition) => string = transitionName;

/** Pure, and independent of whether effects are provided to the machine. The result is JSON-serialisable. */
export function chartOf(machine: AnyStateMachine): Chart {
  const transitions: ChartTransition[] = [];
  const walk = (node: AnyStateNode): void => {
    if (node.type === 'compound')
      transitions.push(transitionOf(node, node.initial as unknown as AnyTransitionDefinition));
    for (const definitions of node.transitions.values())
      for (const definition of definitions) transitions.push(transitionOf(node, definition));
    for (const definition of node.always ?? []) transitions.push(transitionOf(node, definition));
    for (const child of Object.values(node.states)) walk(child);
  };
  walk(machine.root);
  return { machine: machine.id, root: stateOf(machine.root), transitions };
}

const stateOf = (node: AnyStateNode): ChartState => ({
  id: node.id,
  key: node.parent ? node.key : node.machine.id,
  type: node.type,
  history: node.type === 'history' ? node.history || 'shallow' : null,
  initial: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
  tags: [...node.tags],
  entry: actionNames(node.entry),
  exit: actionNames(node.exit),
  invokes: node.invoke.map(({ id, src }) => ({ id, src: sourceName(src) })),
  states: Object.values(node.states).map((child) => stateOf(child)),
});

/** Label for an inline actor without a name. */
const sourceName = (src: unknown): string =>
  typeof src === 'string' && !src.startsWith('xstate.invoke.') ? src : 'actor';

function transitionOf(source: AnyStateNode, definition: AnyTransitionDefinition): ChartTransition {
  const targets = definition.target ?? [];
  return {
    id: transitionId(definition),
    source: source.id,
    targets: targets.map(({ id }) => id),
    event: (definition.eventType as string | null) ?? 'xstate.init',
    ...labelOf(source, definition),
    guard: guardName(definition.guard),
    actions: actionNames(definition.actions),
    reenter: definition.reenter,
    internal: !definition.reenter && targets.every((target) => isWithin(target, source)),
  };
}

const isWithin = (node: AnyStateNode, above: AnyStateNode): boolean =>
  node === above || (node.parent !== undefined && isWithin(node.parent, above));

function labelOf(source: AnyStateNode, definition: AnyTransitionDefinition): Pick<ChartTransition, 'kind' | 'label'> {
  const event = definition.eventType as string | null;
  if (event === null) return { kind: 'start', label: '' };
  if (event === '') return { kind: 'always', label: 'always' };
  const rest = (prefix: string): string | null => (event.startsWith(prefix) ? event.slice(prefix.length) : null);
  const invoked = (id: string): string => {
    const invoke = source.invoke.find((each) => each.id === id);
    // Uses the actor's source as its name, unless the machine assigned an id.
    return invoke === undefined || !/^\d+\./u.test(id) ? id : sourceName(invoke.src);
  };
  const delayed = 'delay' in definition ? definition.delay : undefined;
  if (rest('xstate.after.') !== null && delayed !== undefined)
    return { kind: 'after', label: `after ${delayName(delayed)}` };
  const done = rest('xstate.done.actor.');
  if (done !== null) return { kind: 'done', label: `done ${invoked(done)}` };
  const failed = rest('xstate.error.actor.');
  if (failed !== null) return { kind: 'error', label: `error ${invoked(failed)}` };
  if (rest('xstate.done.state.') !== null) return { kind: 'done', label: 'done' };
  const heard = rest('xstate.snapshot.');
  return { kind: 'event', label: heard === null ? event : `snapshot ${invoked(heard)}` };
}

/** All states, parents before children, in definition order. */
export function statesOf({ root }: Chart): ChartState[] {
  const within = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(within)];
  return within(root);
}
