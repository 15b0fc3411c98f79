/** Enters photos and recordings of robots into the library, with robot, place, time, and who or what took them. */
import type { Pose } from '../../contract/entities/values.ts';
import type { MediaSource } from '../../contract/rules/mediaLibrary.ts';
import type { Db } from '../db/database.ts';
import type { FileRow } from '../db/repositories/files.ts';
import { addMedia, nearestPoint, nicknameOf } from '../db/repositories/mediaItems.ts';

/** Where a robot is; null while that is not known. */
export type PoseOf = (serialNumber: string) => Pose | null;

export async function placeColumns(db: Db, pose: Pose | null) {
  if (!pose) return { mapId: null, x: null, y: null, theta: null, pointId: null, pointName: '' };
  const point = await nearestPoint(db, pose);
  return { ...pose, pointId: point?.pointId ?? null, pointName: point?.pointName ?? '' };
}

const sourceOf = ({ kind, byRobot }: FileRow): MediaSource =>
  kind === 'still' ? 'timer' : byRobot ? 'robot' : 'operator';

/** In the transaction that makes the file visible. Files of other kinds or owners are not listed. */
export async function listInLibrary(db: Db, poseOf: PoseOf, file: FileRow): Promise<void> {
  const { id, kind, owner, ownerId, siteId, byRobot, uploadedBy, createdAt } = file;
  if (owner !== 'robot' || siteId === null || !(kind === 'picture' || kind === 'still' || kind === 'video')) return;
  await addMedia(db, {
    fileId: id,
    kind: kind === 'video' ? 'video' : 'photo',
    serialNumber: ownerId,
    siteId,
    source: sourceOf(file),
    userId: byRobot ? null : uploadedBy,
    userName: byRobot ? '' : await nicknameOf(db, uploadedBy),
    ...(await placeColumns(db, poseOf(ownerId))),
    takenAt: createdAt,
  });
}
