/** Where Stop stands on this page, and what is said of pending ones: in reach of a dialog that keeps the focus to itself. */
import { useCallback, useSyncExternalStore } from 'react';

let places: readonly HTMLElement[] = [];
const readers = new Set<() => void>();
const set = (next: readonly HTMLElement[]): void => {
  places = next;
  for (const read of readers) read();
};

/** Goes on the element whose buttons are to be reached. */
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
