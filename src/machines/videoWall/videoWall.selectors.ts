/** Selectors of the video wall. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { VideoLayout } from '../../../contract/entities/videoLayout.ts';
import { arrangementOf, isSameWall, shownTiles } from './arrangement.ts';
import type { TilePicture } from './videoTile.setup.ts';
import type { VideoTileRef } from './videoTile.selectors.ts';
import type { videoWallMachine } from './videoWall.machine.ts';
import { tileId, totalOf } from './videoWall.setup.ts';

export type VideoWallRef = ActorRefFrom<typeof videoWallMachine>;
type Snapshot = SnapshotFrom<typeof videoWallMachine>;

export const selectWall = ({ context }: Snapshot) => context;
export const selectOpenLayout = ({ context: { layouts, layoutId } }: Snapshot): VideoLayout | null =>
  layouts.find(({ id }) => id === layoutId) ?? null;
/** Whether something is shown that is not saved. */
export function selectIsChanged(snapshot: Snapshot): boolean {
  const { wall } = snapshot.context;
  const layout = selectOpenLayout(snapshot);
  return layout ? !isSameWall(wall, arrangementOf(layout)) : wall.tiles.length > 0;
}
export const selectIsLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
export const selectIsSaving = (snapshot: Snapshot): boolean => snapshot.hasTag('saving');
export const selectDialog = (snapshot: Snapshot): 'naming' | 'help' | null =>
  snapshot.hasTag('naming') ? 'naming' : snapshot.hasTag('help') ? 'help' : null;
export const selectQuestion = ({ children }: Snapshot) => children.confirm;
export const selectEndQuestion = ({ children }: Snapshot) => children.endRecording;
/** The robots whose recordings end with a yes. */
export const selectEnding = ({ context: { held, recording } }: Snapshot): readonly string[] =>
  held?.robots ?? recording;
/** How many tiles show what. On a phone only those count that run: the others wait until they are swiped to. */
export function selectCounts({ context: { pictures, wall, isPhone, running } }: Snapshot): {
  live: number;
  stills: number;
  none: number;
} {
  const shown = shownTiles(wall)
    .filter(({ serialNumber }) => !isPhone || running.includes(serialNumber))
    .map(({ serialNumber }) => pictures[serialNumber]);
  const count = (picture: TilePicture): number => shown.filter((one) => one === picture).length;
  const [live, stills] = [count('live'), count('still')];
  return { live, stills, none: shown.length - live - stills };
}
/** Kilobits per second of all tiles. */
export const selectTotal = ({ context: { rates } }: Snapshot): number => totalOf(rates);
/** The robot's tile; undefined in the moment in which it starts or ends. */
export const selectTileRef =
  (serialNumber: string) =>
  ({ children }: Snapshot): VideoTileRef | undefined =>
    (children as Readonly<Record<string, unknown>>)[tileId(serialNumber)] as VideoTileRef | undefined;
