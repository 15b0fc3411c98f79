/**
 * Registry of the elements with Stop and the pending stops on this page, which stay reachable while a dialog traps the
 * focus.
 */
import { useCallback, useSyncExternalStore } from 'react';

let places: readonly HTMLElement[] = [];
const readers = new Set<() => void>();
const set = (next: readonly HTMLElement[]): void => {
  places = next;
  for (const read of readers) read();
};

/** Ref for the element whose buttons must stay reachable. */
export function useStopPlace(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (!element) return undefined;
    set([...places, element]);
    return () => set(places.filter((place) => place !== element));
  }, []);
}

export const useStopPlaces = (): readonly HTMLElement[] =>
  useSyncExternalStore(
    (read) => {
      readers.add(read);
      return () => readers.delete(read);
    },
    () => places,
  );

export const isInStopPlace = (target: EventTarget | null): boolean =>
  target instanceof Node && places.some((place) => place.contains(target));
