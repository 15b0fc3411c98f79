/**
 * The picture of a place after the alarm, when its case is resolved: a photo that the person chose, or one that a robot takes
 * which sees the place. Nothing here prevents the case from being resolved; its history says why there is no picture.
 */
import { isFacing, type PictureGap } from '../../contract/rules/alarmCase.ts';
import { DEVICE_INFORMATION, HEAD, looksAhead } from '../../contract/rules/deviceReport.ts';
import { announces } from '../../contract/rules/robotActions.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import {
  addPicture,
  addPictureGap,
  hasPictureAfter,
  type AlarmCaseRow,
  type CaseEntryRow,
  type CasePictureRow,
} from '../db/repositories/alarmCases.ts';
import { changeMedia, mediaById } from '../db/repositories/mediaItems.ts';
import type { RequestContext } from '../requestContext.ts';
import type { SendRobotAction } from './robotActionSender.ts';

/** Robots that are asked until one takes the picture. */
const MOST_ASKED = 3;

type Needs = Pick<AppDeps, 'fleet' | 'now'> & { sendAction: SendRobotAction };

export function createAfterPictures({ fleet, now, sendAction }: Needs) {
  const { fleetCache } = fleet;

  /** The case's robot and the others that see its place, that one first. */
  const onlookers = ({ serialNumber, mapId, x, y }: AlarmCaseRow, { userId, language }: RequestContext): string[] => {
    if (mapId === null) return [];
    const sees = (one: string): boolean => {
      const { pose, connection, driving } = fleet.live(one, language);
      if (connection !== 'online' || driving || pose === null) return false;
      return (
        isFacing(pose, { mapId, x, y }) && looksAhead(fleet.deviceInfo(one)?.information[DEVICE_INFORMATION]?.[HEAD])
      );
    };
    // Everyone who sees the case shall see its picture.
    const people = fleetCache.usersOf(serialNumber);
    const others = [...fleetCache.robotsOf(userId)].filter(
      (one) => one !== serialNumber && people.every((person) => fleetCache.robotsOf(person).has(one)),
    );
    return [serialNumber, ...others].filter((one) => announces(fleetCache.abilitiesOf(one), 'takePhoto') && sees(one));
  };

  const whyNot = ({ serialNumber, mapId }: AlarmCaseRow, { language }: RequestContext): PictureGap => {
    if (!announces(fleetCache.abilitiesOf(serialNumber), 'takePhoto')) return 'noCamera';
    if (fleet.live(serialNumber, language).connection !== 'online') return 'offline';
    return mapId === null ? 'placeUnknown' : 'notInSight';
  };

  /** @returns the reason if no robot can take it */
  const askFor = async (row: AlarmCaseRow, context: RequestContext): Promise<PictureGap | null> => {
    const robots = onlookers(row, context).slice(0, MOST_ASKED);
    for (const serialNumber of robots)
      try {
        await sendAction(context, { serialNumber, kind: 'takePhoto', targetId: row.id });
        return null;
      } catch (error) {
        // Refused before anything was written: the next one may do it.
        if (!(error instanceof ApiError)) throw error;
      }
    return robots.length > 0 ? 'notTaken' : whyNot(row, context);
  };

  /** A photo of the case's robot, which the caller may operate, since the alarm. */
  const addChosen = async (
    db: Db,
    { id: caseId, serialNumber, lastAt }: AlarmCaseRow,
    fileId: string,
  ): Promise<void> => {
    const item = await mediaById(db, fileId);
    const isUsable =
      item?.kind === 'photo' &&
      item.serialNumber === serialNumber &&
      item.takenAt >= lastAt &&
      item.deletedAt === null &&
      item.alarmCaseId === null;
    // The second of two cases that are resolved with the same photo at once finds it used.
    if (!isUsable || !(await addPicture(db, { fileId, caseId, moment: 'after', at: item.takenAt, box: null })))
      throw new ApiError('playbackMissing', { field: 'pictureId' });
    await changeMedia(db, fileId, { source: 'alarm', alarmCaseId: caseId });
  };

  return {
    /** @param entries of the case, oldest first */
    isComing(caseId: string, entries: readonly CaseEntryRow[], pictures: readonly CasePictureRow[]): boolean {
      const resolved = entries.findLastIndex(({ kind }) => kind === 'resolved');
      const since = entries[resolved]?.at ?? new Date(0);
      // A command that another server has ended can still be open in this one's ledger.
      const hasCome =
        entries.slice(resolved + 1).some(({ kind }) => kind === 'noPicture') ||
        pictures.some(({ moment, at }) => moment === 'after' && at >= since);
      return !hasCome && fleet.ledger.openOfKind('takePhoto').some(({ targetId }) => targetId === caseId);
    },
    /**
     * In the transaction that resolves the case.
     * @param row before it was resolved. @param pictureId chosen by the person
     */
    async add(row: AlarmCaseRow, context: RequestContext, pictureId: string | undefined): Promise<void> {
      const { db } = context;
      if (pictureId !== undefined) return addChosen(db, row, pictureId);
      // A lost connection shows nowhere.
      if (row.event === 'offline') return;
      const lastAt = row.lastAt.getTime();
      if (await hasPictureAfter(db, row.id, new Date(Math.max(lastAt, row.takenAt?.getTime() ?? lastAt)))) return;
      const gap = await askFor(row, context);
      if (gap === null || (await hasPictureAfter(db, row.id, row.lastAt))) return;
      await addPictureGap(db, row.id, new Date(now()), gap);
    },
  };
}
