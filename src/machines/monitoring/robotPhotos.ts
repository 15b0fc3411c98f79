/** Photos of the robot that is shown alone: which of them belong to a moment, and when others are needed. Pure. */
import type { MediaItem } from '../../../contract/entities/mediaItem.ts';
import type { Query } from '../app/events.ts';
import { readMonitoringQuery } from './monitoringQuery.ts';

export type RobotPhoto = Pick<MediaItem, 'fileId' | 'takenAt' | 'point' | 'mapName'> & {
  /** Address of the small picture; '' if there is none. */
  thumbnail: string;
};
export interface RobotPhotos {
  serialNumber: string;
  /** Oldest first. */
  rows: readonly RobotPhoto[];
  hasEarlier: boolean;
  hasLater: boolean;
}
export interface PhotosRequest {
  serialNumber: string;
  /** ms. */
  at: number;
}
interface Shown {
  /** '' until the places are loaded. */
  siteId: string;
  query: Query;
  /** null for live. */
  at: number | null;
  now: number;
  photos: RobotPhotos | null;
}
/** Others are read when the moment is this near to an end beyond which there are more. */
const MARGIN = 4;

export const soloOf = ({ query }: Pick<Shown, 'query'>): string => readMonitoringQuery(query).robot;

/** The one that was taken last at a moment; -1 before the first. */
export const photoAt = (rows: readonly RobotPhoto[], at: number): number =>
  rows.findLastIndex(({ takenAt }) => takenAt <= at);

export const photosRequest = ({ query, at, now }: Pick<Shown, 'query' | 'at' | 'now'>): PhotosRequest => ({
  serialNumber: soloOf({ query }),
  at: at ?? now,
});

export function needsPhotos({ siteId, query, at, now, photos }: Shown): boolean {
  const robot = soloOf({ query });
  if (robot === '' || siteId === '') return false;
  if (photos?.serialNumber !== robot) return true;
  const { rows, hasEarlier, hasLater } = photos;
  const current = photoAt(rows, at ?? now);
  return (hasEarlier && current < MARGIN) || (hasLater && current >= rows.length - MARGIN);
}
