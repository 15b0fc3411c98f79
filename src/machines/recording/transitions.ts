/** Names of transitions as in a recording: source state, event, and index among the candidates. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The same name as in a chart (ui/chart). An initial transition, which has no event, is named `xstate.init`. */
export function transitionName(definition: AnyTransitionDefinition): string {
  const { source, eventType } = definition as unknown as { source: AnyStateNode; eventType: string | null };
  if (eventType === null) return `${source.id}:xstate.init:0`;
  const rivals: readonly unknown[] = (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];
  return `${source.id}:${eventType}:${rivals.indexOf(definition)}`;
}

export function transitionNames(machine: AnyStateMachine): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (node: AnyStateNode): void => {
    if (node.type === 'compound') names.add(`${node.id}:xstate.init:0`);
    for (const definitions of node.transitions.values())
      for (const definition of definitions) names.add(transitionName(definition));
    for (const definition of node.always ?? []) names.add(transitionName(definition));
    for (const child of Object.values(node.states)) walk(child);
  };
  walk(machine.root);
  return names;
}

/** The events for which a machine has transitions in these states, sorted; XState's own events come last. */
export function eventsIn(machine: AnyStateMachine, value: unknown): string[] {
  const found = new Set<string>();
  const walk = (node: AnyStateNode, at: unknown): void => {
    for (const type of node.transitions.keys()) if (type !== '' && type !== '*') found.add(type);
    if (typeof at === 'string') {
      const child = Object.hasOwn(node.states, at) ? node.states[at] : undefined;
      if (child) walk(child, undefined);
    } else if (typeof at === 'object' && at !== null) {
      for (const [key, inner] of Object.entries(at)) {
        const child = Object.hasOwn(node.states, key) ? node.states[key] : undefined;
        if (child) walk(child, inner);
      }
    }
  };
  walk(machine.root, value);
  const isInner = (type: string): boolean => type.startsWith('xstate.');
  return [...found].sort((one, other) => Number(isInner(one)) - Number(isInner(other)) || one.localeCompare(other));
}
