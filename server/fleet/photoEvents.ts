/** A robot reports why and where it took a photo that it has uploaded: the library says so. */
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { Db } from '../db/database.ts';
import { routeRunById } from '../db/repositories/cruiseRecords.ts';
import { changeMedia, mediaById, placeColumns } from '../db/repositories/mediaItems.ts';
import { routeRunIdIn } from './routeRuns/routeRun.ts';
import type { RobotRow } from './fleetCache.ts';

type PhotoEvent = Extract<EventMessage['event'], { type: 'photo' }>;

/** In the transaction that records the event. A robot can only describe what it uploaded itself. */
export async function describePhoto(
  db: Db,
  { serialNumber }: Pick<RobotRow, 'serialNumber'>,
  { fileId, cause, orderId, pose }: PhotoEvent,
  mapIdOf: (robotMapName: string) => string | null,
): Promise<void> {
  if (fileId === undefined || cause === undefined) return;
  const item = await mediaById(db, fileId);
  if (item?.serialNumber !== serialNumber || item.source !== 'robot') return;
  const mapId = pose ? mapIdOf(pose.mapId) : null;
  await changeMedia(db, fileId, {
    source: cause,
    ...(orderId === undefined ? {} : { runId: await ownRun(db, serialNumber, orderId) }),
    ...(pose && mapId !== null ? await placeColumns(db, { ...pose, mapId }) : {}),
  });
}

/** The run of a route that sent this order to the robot; null for other orders. */
async function ownRun(db: Db, serialNumber: string, orderId: string): Promise<string | null> {
  const id = routeRunIdIn(orderId);
  const run = id === null ? undefined : await routeRunById(db, id);
  return run?.serialNumber === serialNumber ? run.id : null;
}
