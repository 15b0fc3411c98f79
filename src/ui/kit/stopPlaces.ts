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

/**
 * Padding of what opens beside its trigger, px: it must not open under Stop, which is above everything.
 * @param edge distance from the edges of the window, and from Stop
 */
export function clearOfStop(edge: number): { top: number; right: number; bottom: number; left: number } {
  const half = window.innerHeight / 2;
  const taken = places.map((place) => window.innerHeight - place.getBoundingClientRect().top);
  // What is in the upper half is the bar of pending stops.
  const below = Math.max(0, ...taken.filter((height) => height < half));
  return { top: edge, right: edge, bottom: below + edge, left: edge };
}

export const isInStopPlace = (target: EventTarget | null): boolean =>
  target instanceof Node && places.some((place) => place.contains(target));
