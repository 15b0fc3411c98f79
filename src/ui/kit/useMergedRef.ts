/** Merges the component's own ref with the caller's. */
import { useCallback } from 'react';
import type { Ref, RefCallback, RefObject } from 'react';

export function useMergedRef<T extends HTMLElement>(
  own: RefObject<HTMLElement | null>,
  given: Ref<T> | undefined,
): RefCallback<T> {
  return useCallback(
    (element: T | null) => {
      own.current = element;
      if (typeof given === 'function') {
        const cleanUp = given(element);
        return typeof cleanUp === 'function'
          ? () => {
              own.current = null;
              cleanUp();
            }
          : undefined;
      }
      if (given !== null && given !== undefined) given.current = element;
      return undefined;
    },
    [own, given],
  );
}
