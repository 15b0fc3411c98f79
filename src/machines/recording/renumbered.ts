/** A recording's data with other actor numbers, so that recordings of two pages can be joined. */
import type { ActorInfo, Recording, Step, Timer } from './format.ts';

export function createRenumbering(numberOf: (number: number) => number) {
  const keys = <Item>(items: Readonly<Record<string, Item>>): [number: number, item: Item][] =>
    Object.entries(items).map(([key, item]) => [numberOf(Number(key)), item]);
  const timers = (old: readonly Timer[]): Timer[] => old.map((timer) => ({ ...timer, actor: numberOf(timer.actor) }));
  return {
    actors: (old: Recording['actors']): Record<string, ActorInfo> =>
      Object.fromEntries(
        keys(old).map(([number, info]) => [
          number,
          { ...info, parent: info.parent === null ? null : numberOf(info.parent) },
        ]),
      ),
    base: (old: Recording['base']): Recording['base'] => ({
      at: old.at,
      states: Object.fromEntries(
        keys(old.states).map(([number, state]) => [number, { ...state, children: state.children.map(numberOf) }]),
      ),
      timers: timers(old.timers),
    }),
    step: (old: Step): Step => ({
      ...old,
      actor: numberOf(old.actor),
      from: old.from === null ? null : numberOf(old.from),
      ...(old.children && { children: old.children.map(numberOf) }),
      ...(old.timers && { timers: timers(old.timers) }),
    }),
  };
}
