/** The transitions that a machine's active states have for an event, with the results of their guards. */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import type { Candidate, GuardVerdict } from '../../machines/peek/explained.ts';
import { activeNodesOf, combinedGuardOf } from '../../machines/xstateInternals.ts';
import { guardName } from '../../ui/chart/chartNames.ts';

/** Innermost states first, in the order in which they are evaluated. */
export function candidatesOf(snapshot: AnyMachineSnapshot, event: AnyEventObject): Candidate[] {
  const taken = takenOf(snapshot, event);
  const nodes = [...activeNodesOf(snapshot)].sort(
    (one, other) => other.path.length - one.path.length || one.order - other.order,
  );
  return nodes.flatMap((node) =>
    transitionsFor(node, event.type).map((definition) =>
      candidateOf(node, definition, snapshot, event, taken.includes(definition)),
    ),
  );
}

/** A guard that throws would stop the machine: no transition is taken then. */
function takenOf(snapshot: AnyMachineSnapshot, event: AnyEventObject): readonly unknown[] {
  try {
    return snapshot.machine.getTransitionData(snapshot as never, event as never);
  } catch {
    return [];
  }
}

function transitionsFor(node: AnyStateNode, type: string): AnyTransitionDefinition[] {
  const isMeant = (descriptor: string): boolean =>
    descriptor === type ||
    descriptor === '*' ||
    (descriptor.endsWith('.*') && `${type}.`.startsWith(descriptor.slice(0, -1)));
  return [...node.transitions]
    .filter(([descriptor]) => isMeant(descriptor))
    .flatMap(([, definitions]) => definitions as AnyTransitionDefinition[]);
}

function candidateOf(
  node: AnyStateNode,
  { guard, target }: AnyTransitionDefinition,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
  isTaken: boolean,
): Candidate {
  const verdict = (one: unknown): GuardVerdict => ({ name: guardName(one), holds: holds(one, snapshot, event) });
  return {
    state: node.id,
    targets: (target ?? []).map(({ id }) => id),
    isTaken,
    guard: guard === undefined ? null : verdict(guard),
    parts: partsOf(guard).map(verdict),
  };
}

/** The operands of nested `and`, `or` and `not` guards. */
function partsOf(guard: unknown): unknown[] {
  const within = (one: unknown): unknown[] => {
    const combined = combinedGuardOf(one);
    return combined && combined.kind !== 'stateIn' ? combined.guards.flatMap(within) : [one];
  };
  const parts = within(guard);
  return parts.length === 1 && parts[0] === guard ? [] : parts;
}

/** A guard that throws counts as false. */
function holds(guard: unknown, snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean {
  try {
    return evaluateGuard(guard as never, snapshot.context as never, event, snapshot);
  } catch {
    return false;
  }
}
