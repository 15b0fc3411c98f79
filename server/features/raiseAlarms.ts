/**
 * Turns robots' alarms into cases. Alarms of the same robot and event within 3 m and 10 minutes are one case; one robot
 * opens only one case an event after 60 in an hour, because a faulty one would bury the rest.
 */
import { randomUUID } from 'node:crypto';
import { SEVERITY_OF_EVENT, type AlarmEvent, type AlarmSeverity } from '../../contract/rules/alarms.ts';
import {
  CASES_PER_ROBOT_PER_HOUR,
  isSamePlace,
  newCaseLife,
  SAME_CASE_WITHIN_MS,
} from '../../contract/rules/alarmCase.ts';
import type { Pose } from '../../contract/entities/values.ts';
import type { Db } from '../db/database.ts';
import {
  addCase,
  addEntry,
  addPicture,
  addPictureGap,
  caseById,
  caseOfAlarm,
  casesRaisedSince,
  changeCase,
  lockAlarmsOf,
  lockCase,
  nameOfPlace,
  recentCases,
  rowOfAlarm,
  type AlarmCaseRow,
} from '../db/repositories/alarmCases.ts';
import { hasLastingAlarm, ownOverAt, recentMergedCases } from '../db/repositories/mergedCases.ts';
import { changeMedia } from '../db/repositories/mediaItems.ts';
import { fileById } from '../db/repositories/files.ts';
import type { AlarmEvents } from '../fleet/alarmEvents.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { AlarmRules } from './alarmRules.ts';
import { toLifeColumns } from './alarmLife.ts';
import { tellContacts } from './tellContacts.ts';

const HOUR_MS = 3_600_000;
/** A point within this distance names the place, metres. */
const PLACE_WITHIN_M = 12;

export interface RaisedAlarm {
  /** Of the robot's event, or derived from what the server found, so that several servers raise it once. */
  id: string;
  event: AlarmEvent;
  severity?: AlarmSeverity | undefined;
  value?: number | undefined;
  pose: Pose | null;
}

export interface AlarmNeeds {
  now: () => number;
  rules: AlarmRules;
  /** Tells consoles, after the commit. */
  notify: (row: AlarmCaseRow, isRaised: boolean) => void;
}

/** @param db the caller's transaction. @returns an effect to run after the commit; undefined if the alarm does not count */
export async function raiseAlarm(
  db: Db,
  { now, rules, notify }: AlarmNeeds,
  { serialNumber }: Pick<RobotRow, 'serialNumber'>,
  { id, event, severity, value, pose }: RaisedAlarm,
): Promise<(() => void) | undefined> {
  if (!(await rules.counts(db, serialNumber, event, value ?? null))) return undefined;
  const at = new Date(now());
  await lockAlarmsOf(db, serialNumber);
  const since = new Date(now() - SAME_CASE_WITHIN_MS);
  const recent = await recentCases(db, serialNumber, event, since);
  const isFlooding = (await casesRaisedSince(db, serialNumber, new Date(now() - HOUR_MS))) >= CASES_PER_ROBOT_PER_HOUR;
  // In a flood alarms count to a case of their event. The first of an event still opens one: it could be the real one.
  const isHere = (row: AlarmCaseRow): boolean => isSamePlace(placeOf(row), pose);
  const found =
    recent.find(isHere) ??
    (await recentMergedCases(db, serialNumber, event, since)).find(isHere) ??
    (isFlooding ? recent[0] : undefined);
  const lasting = { lastAlarmId: id, overAt: null, ownOverAt: null };
  const same = found && (await keptFor(db, found, { lastAt: at, ...lasting }));
  if (found && same) {
    const row = await changeCase(db, same.id, {
      count: same.count + 1,
      lastAt: at,
      // The end of the kept case's own alarms stays as it is.
      ...(same.id === found.id ? lasting : { overAt: null, ownOverAt: ownOverAt(same) }),
      value: value === undefined ? same.value : Math.max(value, same.value ?? value),
    });
    return () => notify(row, false);
  }
  const row = await addCase(db, {
    id: randomUUID(),
    serialNumber,
    event,
    severity: severity ?? SEVERITY_OF_EVENT[event],
    lastAt: at,
    firstAlarmId: id,
    lastAlarmId: id,
    value: value ?? null,
    ...(pose ? { ...pose, placeName: await nameOfPlace(db, pose, PLACE_WITHIN_M) } : {}),
    ...toLifeColumns(newCaseLife(at.getTime())),
  });
  await addEntry(db, { caseId: row.id, at, kind: 'raised' });
  await tellContacts(db, { now, rules }, [row], 1);
  return () => notify(row, true);
}

/**
 * The case itself; of a merged one, which is changed, the case that it is part of. Undefined if somebody has resolved it
 * since it was found: the alarm must not count to a case that nobody looks at any more.
 */
async function keptFor(
  db: Db,
  found: AlarmCaseRow,
  change: Parameters<typeof changeCase>[2],
): Promise<AlarmCaseRow | undefined> {
  const kept = await lockCase(db, found.mergedInto ?? found.id);
  if (!kept || kept.state === 'resolved') return undefined;
  if (found.mergedInto !== null) await changeCase(db, found.id, change);
  return kept;
}

/**
 * Notes in the case of an alarm that it is over. A case with others merged into it is over when all of them are.
 * @returns an effect to run after the commit
 */
export async function noteAlarmOver(
  db: Db,
  { now, notify }: Pick<AlarmNeeds, 'now' | 'notify'>,
  serialNumber: string,
  alarmId: string,
): Promise<(() => void) | undefined> {
  // Of two ends at the same time, one finds the other. A merge changes what is found.
  await lockAlarmsOf(db, serialNumber);
  const found = await rowOfAlarm(db, serialNumber, alarmId);
  if (!found || ownOverAt(found) !== null) return undefined;
  const at = new Date(now());
  const own = await changeCase(db, found.id, found.mergedInto === null ? { ownOverAt: at } : { overAt: at });
  // A robot can report the same end again and again: the history is bounded.
  await addEntry(db, { caseId: found.id, at, kind: 'over' });
  const id = found.mergedInto ?? found.id;
  const row = (await hasLastingAlarm(db, id))
    ? await caseById(db, id)
    : await changeCase(db, id, { overAt: at, ownOverAt: null });
  return () => {
    if (own.id !== id) notify(own, false);
    if (row) notify(row, false);
  };
}

const placeOf = ({ mapId, x, y }: AlarmCaseRow): { mapId: string; x: number; y: number } | null =>
  mapId === null ? null : { mapId, x, y };

export function createAlarmEvents(needs: AlarmNeeds): AlarmEvents {
  const { now, notify } = needs;
  return {
    async heard(db, robot, { id, event }, mapIdOf) {
      const { serialNumber } = robot;
      switch (event.type) {
        case 'alarm': {
          const { alarm, severity, value, pose } = event;
          const mapId = pose ? mapIdOf(pose.mapId) : null;
          return raiseAlarm(db, needs, robot, {
            id,
            event: alarm,
            severity,
            value,
            pose: pose && mapId !== null ? { ...pose, mapId } : null,
          });
        }
        case 'alarmPicture': {
          const found = await caseOfAlarm(db, serialNumber, event.alarmId);
          const file = found && (await fileById(db, event.fileId));
          // A robot can only show what it uploaded itself, and never a face.
          if (!found || file?.owner !== 'robot' || file.ownerId !== serialNumber || file.kind === 'face')
            return undefined;
          const { moment, box = null } = event;
          await addPicture(db, { fileId: file.id, caseId: found.id, moment, at: new Date(now()), box });
          await changeMedia(db, file.id, { source: 'alarm', alarmCaseId: found.id });
          if (moment !== 'at') return () => notify(found, false);
          const row = await changeCase(db, found.id, { pictureId: file.id });
          return () => notify(row, false);
        }
        case 'alarmOver':
          return noteAlarmOver(db, needs, serialNumber, event.alarmId);
        default:
          return undefined;
      }
    },
    async photoEnded(db, caseId, fileId) {
      // Not locked: the robot's messages, also one that confirms a Stop, would wait for people who act on the case.
      const found = await caseById(db, caseId);
      if (!found) return undefined;
      const at = new Date(now());
      if (fileId === undefined) await addPictureGap(db, caseId, at, 'notTaken');
      else {
        await addPicture(db, { fileId, caseId, moment: 'after', at, box: null });
        await changeMedia(db, fileId, { source: 'alarm', alarmCaseId: caseId });
      }
      return () => notify(found, false);
    },
  };
}
