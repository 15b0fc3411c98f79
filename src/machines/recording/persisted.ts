/**
 * A moment of a recording as a persisted XState snapshot: `createActor(appMachine, { snapshot: persistedAt(…) })`.
 * Redacted values become placeholders of the same type. Promises and callbacks are restored as pending.
 */
import type { ActorInfo, Json } from './format.ts';
import { restored } from './redact.ts';
import type { Moment } from './replay.ts';

export interface Persisted {
  status: string;
  value?: unknown;
  context?: Json;
  historyValue?: Record<string, never>;
  children?: Record<string, { snapshot: Persisted; src: string; systemId?: string; syncSnapshot?: boolean }>;
}
/**
 * @param seen guards against a malformed file: an actor has one parent, but a file can list it as the child of several,
 * or of itself
 */
export function persistedAt(
  moment: Moment,
  actors: Readonly<Record<string, ActorInfo>>,
  number: number,
  seen: Set<number> = new Set(),
): Persisted {
  const state = Object.hasOwn(moment.states, number) ? moment.states[number] : undefined;
  if (!state) return { status: 'active' };
  seen.add(number);
  const children: Persisted['children'] = {};
  for (const child of state.children) {
    const info = Object.hasOwn(actors, child) ? actors[child] : undefined;
    if (!info || info.id === '__proto__' || seen.has(child)) continue;
    children[info.id] = {
      snapshot: persistedAt(moment, actors, child, seen),
      src: info.src,
      ...(info.systemId ? { systemId: info.systemId } : {}),
      ...(info.syncs ? { syncSnapshot: true } : {}),
    };
  }
  return {
    status: state.status,
    value: state.value,
    context: restored(state.context) ?? {},
    historyValue: {},
    children,
  };
}
