/** The names of a machine's transitions as a recording has them: the state they leave, the event, the place among its rivals. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The same name that a chart gives it (ui/chart). A start, which has no event, is named after `xstate.init`. */
export function transitionName(definition: AnyTransitionDefinition): string {
  const { source, eventType } = definition as unknown as { source: AnyStateNode; eventType: string | null };
  if (eventType === null) return `${source.id}:xstate.init:0`;
  const rivals: readonly unknown[] = (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];
  return `${source.id}:${eventType}:${rivals.indexOf(definition)}`;
}

/** The names of all of them. */
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

/** The events that a machine in these states has transitions for, sorted; what only XState itself says comes last. */
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
