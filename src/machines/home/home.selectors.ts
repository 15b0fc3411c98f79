import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { remember } from '../fleet/remember.ts';
import type { homeMachine } from './home.machine.ts';

export type HomeRef = ActorRefFrom<typeof homeMachine>;

type Snapshot = SnapshotFrom<typeof homeMachine>;

export const selectHomeQuery = ({ context }: Snapshot) => context.query;
export const selectHovered = ({ context }: Snapshot) => context.hovered;
/** The part of this floor that the user moved to; undefined: the whole floor. */
export const selectCamera =
  (mapId: string) =>
  ({ context: { camera } }: Snapshot) =>
    camera?.mapId === mapId ? camera : undefined;
export const selectSites = ({ context }: Snapshot) => context.sites;
export const selectMaps = ({ context }: Snapshot) => context.maps;
const byId = remember(
  (maps: readonly IndoorMap[]): ReadonlyMap<string, IndoorMap> => new Map(maps.map((map) => [map.id, map])),
);
/** The maps by id; the same Map object while the maps are unchanged. */
export const selectMapsById = ({ context }: Snapshot) => byId(context.maps);
export const selectMapsFailure = ({ context }: Snapshot) => context.failure;
/** There is nothing to draw yet; during a reload the old maps stay. */
export const selectAreMapsLoading = (snapshot: Snapshot) =>
  snapshot.hasTag('waiting') && snapshot.context.maps.length === 0;
export const selectRobotCursor = ({ children }: Snapshot) => children.robotCursor;
