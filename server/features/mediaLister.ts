/** Enters photos and recordings of robots into the library, with robot, place, time, and who or what took them. */
import type { Pose } from '../../contract/entities/values.ts';
import { type MediaSource, SHORTENED_MEDIA_DAYS } from '../../contract/rules/mediaLibrary.ts';
import type { Db } from '../db/database.ts';
import type { FileRow } from '../db/repositories/files.ts';
import { addMedia, keepAtLeastUntil, nicknameOf, placeColumns, unlistedFiles } from '../db/repositories/mediaItems.ts';

/** Time in which people can see and keep a picture that an earlier version stored, whatever its age, ms. */
const SEEN_MS = SHORTENED_MEDIA_DAYS * 86_400_000;

/** Where a robot is; null while that is not known. */
export type PoseOf = (serialNumber: string) => Pose | null;

const sourceOf = ({ kind, byRobot }: FileRow): MediaSource =>
  kind === 'still' ? 'timer' : byRobot ? 'robot' : 'operator';

/**
 * In the transaction that makes the file visible. Files of other kinds or owners are not listed.
 * @param alarmCaseId of a picture that was taken for an alarm case
 */
export async function listInLibrary(
  db: Db,
  poseOf: PoseOf,
  file: FileRow,
  alarmCaseId: string | null = null,
): Promise<void> {
  const { id, kind, owner, ownerId, siteId, byRobot, uploadedBy, createdAt } = file;
  if (owner !== 'robot' || siteId === null || !(kind === 'picture' || kind === 'still' || kind === 'video')) return;
  await addMedia(db, {
    fileId: id,
    kind: kind === 'video' ? 'video' : 'photo',
    serialNumber: ownerId,
    siteId,
    source: alarmCaseId === null ? sourceOf(file) : 'alarm',
    alarmCaseId,
    userId: byRobot ? null : uploadedBy,
    userName: byRobot ? '' : await nicknameOf(db, uploadedBy),
    ...(await placeColumns(db, poseOf(ownerId))),
    takenAt: createdAt,
  });
}

/**
 * Enters files that an earlier version stored, which knew no library; where the robot was is not known. None is deleted
 * earlier than that version would have deleted it, nor before it could be seen in the library.
 */
export async function listUnlisted(db: Db, now: number, most: number): Promise<void> {
  for (const { file, alarmCaseId } of await unlistedFiles(db, most))
    await db.transaction(async (transaction) => {
      await listInLibrary(transaction, () => null, file, alarmCaseId);
      const until = Math.max(file.until?.getTime() ?? 0, now + SEEN_MS);
      await keepAtLeastUntil(transaction, file.id, new Date(until));
    });
}
