/**
 * Stores the faces that robots recognise, only where the site has switched it on. A face that names somebody who is not
 * registered is not stored: the person may have been erased a moment ago.
 */
import { createHash } from 'node:crypto';
import { SAME_CASE_WITHIN_MS } from '../../contract/rules/alarmCase.ts';
import {
  daysMs,
  FACE_LATE_MS,
  FACES_PER_ROBOT_PER_HOUR,
  isHighTemperature,
  readTemperature,
  USUAL_THRESHOLD,
} from '../../contract/rules/faces.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { caseOfAlarm, nameOfPlace, recentCases } from '../db/repositories/alarmCases.ts';
import { fileById, markDeleted, type FileRow } from '../db/repositories/files.ts';
import { faceSiteOf, keepFacePerson } from '../db/repositories/facePersons.ts';
import { addFace, facesSince, isFileOfFace, lockFacesOf } from '../db/repositories/faces.ts';
import { settingsOf } from '../db/repositories/robotSettings.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { FaceEvent, FaceEvents } from '../fleet/faceEvents.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { FaceRobots } from './faceRobots.ts';

const HOUR_MS = 3_600_000;
/** A point within this distance names the place, metres. */
const PLACE_WITHIN_M = 12;
/** A larger thumbnail is not one of ours, bytes. */
const BLURRED_MAX = 8_192;

type Needs = Pick<CoreDeps, 'db' | 'now' | 'log'> & { store: FileStore; robots: FaceRobots };

/** The same for a repeated event, and different for every robot. */
export const faceIdOf = (serialNumber: string, robotFaceId: string): string =>
  createHash('sha256').update(`face\n${serialNumber}\n${robotFaceId}`).digest('hex').slice(0, 32);

export async function thresholdOf(db: Db, serialNumber: string): Promise<number> {
  const { reported, wanted } = await settingsOf(db, serialNumber);
  const value = reported.highTemperature?.value ?? wanted.highTemperature?.value;
  return typeof value === 'number' ? value : USUAL_THRESHOLD;
}

export function createFaceEvents({ db, now, log, store, robots }: Needs): FaceEvents {
  /** A robot can only name a picture that it uploaded itself. */
  const pictureOf = async (robot: RobotRow, fileId: string | undefined): Promise<FileRow | null> => {
    const file = fileId === undefined ? undefined : await fileById(db, fileId);
    const isOwn = file?.owner === 'robot' && file.ownerId === robot.serialNumber && file.byRobot;
    return file && isOwn && file.kind === 'face' && file.state === 'ready' ? file : null;
  };
  const blurredOf = async ({ storedAs, thumbnailBytes }: FileRow): Promise<string> => {
    if (storedAs === null || thumbnailBytes === 0 || thumbnailBytes > BLURRED_MAX) return '';
    return (await store.get('thumbnail', storedAs))?.toString('base64') ?? '';
  };

  const keep = async (
    robot: RobotRow,
    { at, event }: FaceEvent,
    mapIdOf: (robotMapName: string) => string | null,
    file: FileRow | null,
  ): Promise<boolean> => {
    const { serialNumber, siteId } = robot;
    const seenAt = Math.min(at, now());
    const { rowDays, pictureDays } = await faceSiteOf(db, siteId);
    if (seenAt < now() - Math.min(FACE_LATE_MS, daysMs(rowDays), daysMs(pictureDays))) return false;
    const blurred = file ? await blurredOf(file) : '';
    const temperature = readTemperature(event.temperature);
    const threshold = await thresholdOf(db, serialNumber);
    const mapId = event.pose ? mapIdOf(event.pose.mapId) : null;
    const place = event.pose && mapId !== null ? { ...event.pose, mapId } : null;
    return db.transaction(async (transaction) => {
      await lockFacesOf(transaction, serialNumber);
      // Read again: it may have been switched off meanwhile.
      if (!(await faceSiteOf(transaction, siteId)).isOn) return false;
      if ((await facesSince(transaction, serialNumber, new Date(now() - HOUR_MS))) >= FACES_PER_ROBOT_PER_HOUR)
        return false;
      if (event.personId !== undefined && !(await keepFacePerson(transaction, event.personId, siteId, new Date(now()))))
        return false;
      // Read again: another server may have hidden it meanwhile, after refusing the same event.
      const picture = file && (await fileById(transaction, file.id))?.state === 'ready' ? file : null;
      const alarmCaseId =
        event.alarmId === undefined ? null : await caseFor(transaction, serialNumber, event.alarmId, now());
      return addFace(transaction, {
        id: faceIdOf(serialNumber, event.faceId),
        serialNumber,
        robotFaceId: event.faceId,
        robotName: robot.name,
        siteId,
        at: new Date(seenAt),
        personId: event.personId ?? null,
        temperature,
        threshold,
        isHigh: isHighTemperature(temperature, threshold),
        placeName: place ? await nameOfPlace(transaction, place, PLACE_WITHIN_M) : '',
        alarmCaseId,
        fileId: picture?.id ?? null,
        blurred: picture ? blurred : '',
      });
    });
  };

  return {
    async heard(robot, message, mapIdOf) {
      const isOn = (await faceSiteOf(db, robot.siteId)).isOn;
      const file = await pictureOf(robot, message.event.fileId);
      const isKept = isOn && (await keep(robot, message, mapIdOf, file));
      // A repeated event is not kept either, and its picture belongs to the first one.
      if (!isKept && file) await hideUnused(db, file);
      if (!isKept) log.debug({ serialNumber: robot.serialNumber }, 'a recognised face was not stored');
    },
    handleReconnect: (robot) => robots.tell(robot),
  };
}

/** The case of an alarm. One that was merged into a case and followed by others is not named there any more. */
async function caseFor(db: Db, serialNumber: string, alarmId: string, now: number): Promise<string | null> {
  const named = await caseOfAlarm(db, serialNumber, alarmId);
  if (named) return named.id;
  const [recent] = await recentCases(db, serialNumber, 'highTemperature', new Date(now - SAME_CASE_WITHIN_MS));
  return recent?.id ?? null;
}

/** Under the lock of its robot's records: another server may be storing the record that shows it. */
async function hideUnused(db: Db, file: FileRow): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockFacesOf(transaction, file.ownerId);
    if (!(await isFileOfFace(transaction, file.id))) await markDeleted(transaction, [file.id]);
  });
}
