import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { frameOf, type MapFrame } from '../../../contract/rules/mapFrame.ts';
import { useLive } from './useLive.ts';

/** A map's image and its position; null until it is loaded, and for maps drawn from a floor plan. */
export function useMapPicture(
  map: Pick<IndoorMap, 'id' | 'picture' | 'resolution' | 'origin' | 'plan'>,
): { readonly image: ImageBitmap; readonly frame: MapFrame } | null {
  const live = useLive();
  const key = map.picture === null ? null : `map/${map.id}/${map.picture.id}`;
  const subscribe = useCallback(
    (changed: () => void) => (key === null ? undefined : live.onBitmap?.(key, changed)) ?? (() => undefined),
    [live, key],
  );
  const image = useSyncExternalStore(subscribe, () => (key === null ? null : live.bitmap(key)));
  return useMemo(() => (image === null ? null : { image, frame: frameOf(map) }), [image, map]);
}
