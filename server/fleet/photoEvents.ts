/** A robot reports why and where it took a photo that it has uploaded: the library says so. */
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { Db } from '../db/database.ts';
import { changeMedia, mediaById, placeColumns } from '../db/repositories/mediaItems.ts';
import type { RobotRow } from './fleetCache.ts';

type PhotoEvent = Extract<EventMessage['event'], { type: 'photo' }>;

/** In the transaction that records the event. A robot can only describe what it uploaded itself. */
export async function describePhoto(
  db: Db,
  { serialNumber }: Pick<RobotRow, 'serialNumber'>,
  { fileId, cause, pose }: PhotoEvent,
  mapIdOf: (robotMapName: string) => string | null,
): Promise<void> {
  if (fileId === undefined || cause === undefined) return;
  const item = await mediaById(db, fileId);
  if (item?.serialNumber !== serialNumber || item.source !== 'robot') return;
  const mapId = pose ? mapIdOf(pose.mapId) : null;
  await changeMedia(db, fileId, {
    source: cause,
    ...(pose && mapId !== null ? await placeColumns(db, { ...pose, mapId }) : {}),
  });
}
