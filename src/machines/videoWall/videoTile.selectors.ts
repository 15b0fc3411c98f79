/** Selectors of a tile of the video wall. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isSlowPicture, shownQuality } from '../../../contract/rules/videoQuality.ts';
import { LATE_INTERVALS } from '../../../contract/rules/videoWall.ts';
import type { videoTileMachine } from './videoTile.machine.ts';

export type VideoTileRef = ActorRefFrom<typeof videoTileMachine>;
type Snapshot = SnapshotFrom<typeof videoTileMachine>;

export type TileLook =
  | 'opening'
  | 'live'
  | 'frozen'
  | 'still'
  | 'offline'
  | 'noCamera'
  | 'unplugged'
  | 'forbidden'
  | 'full'
  | 'failed'
  | 'resting';

/** What the tile shows. A still picture is shown until the reason why there is no newer one says more. */
export function selectTileLook(snapshot: Snapshot): TileLook {
  const { facts, isOnline, videoState, stillAt, problem } = snapshot.context;
  if (snapshot.hasTag('forbidden')) return 'forbidden';
  if (facts && !facts.abilities.video) return 'noCamera';
  if (snapshot.hasTag('still')) {
    if (!isOnline) return 'offline';
    if (problem === 'noCamera') return 'unplugged';
    if (problem === 'accessEnded') return 'forbidden';
    if (stillAt !== null) return 'still';
    if (snapshot.hasTag('capturing') || problem === null) return 'opening';
    return problem === 'tooManyViewers' ? 'full' : 'failed';
  }
  switch (videoState) {
    case 'live':
    case 'frozen':
    case 'resting':
    case 'failed':
      return videoState;
    case 'offline':
      return 'offline';
    case 'noCamera':
      return 'unplugged';
    case 'accessEnded':
      return 'forbidden';
    case 'tooManyViewers':
      return 'full';
    default:
      return isOnline ? 'opening' : 'offline';
  }
}

export const selectTile = ({ context }: Snapshot) => context;
export const selectShownQuality = ({ context }: Snapshot) => shownQuality(context);
export const selectIsSlow = ({ context: { figures, isLowered, videoState } }: Snapshot): boolean =>
  isLowered || (videoState === 'live' && figures !== null && isSlowPicture(figures));
/** Between 0 and 1: how much of the interval of still pictures has passed; null before the first. */
export const selectStillTime = ({ context: { stillAt, stillSeconds } }: Snapshot, now: number): number | null =>
  stillAt === null ? null : Math.min(1, Math.max(0, (now - stillAt) / (stillSeconds * 1_000)));
export const selectIsLate = ({ context: { stillAt, stillSeconds } }: Snapshot, now: number): boolean =>
  stillAt !== null && now - stillAt > LATE_INTERVALS * stillSeconds * 1_000;

export const selectTileVideo = ({ children }: Snapshot) => children.video;
export const selectTileStop = ({ children }: Snapshot) => children.stop;
export const selectTileActions = ({ children }: Snapshot) => children.robotActions;
export const selectTileRecording = ({ children }: Snapshot) => children.videoRecording;
/** The key of the kept picture in the live store. */
export const stillKeyOf = (serialNumber: string): string => `still/${serialNumber}`;
