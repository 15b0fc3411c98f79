/** The floor that an editor opens: the requested one, else the robot's, else the site's default, else the first. */
import type { MapFloor } from '../../../contract/entities/map.ts';

export const floorShown = (
  floors: readonly Pick<MapFloor, 'id' | 'isDefault'>[],
  asked: string,
  robotIsOn: string | undefined,
): string | null =>
  (
    floors.find(({ id }) => id === asked) ??
    floors.find(({ id }) => id === robotIsOn) ??
    floors.find(({ isDefault }) => isDefault) ??
    floors[0]
  )?.id ?? null;
