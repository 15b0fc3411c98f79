/** Alarm cases, their history and messages, as the API returns them. */
import type {
  AlarmCase,
  AlarmNotification,
  CaseAtPlace,
  CaseEntry,
  CasePicture,
} from '../../contract/entities/alarmCase.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import type { AlarmCaseRow, CaseEntryRow, CasePictureRow } from '../db/repositories/alarmCases.ts';
import { isOfSummary } from '../db/repositories/alarmDigests.ts';
import type { NotificationRow } from '../db/repositories/alarmNotifications.ts';
import type { FleetCache } from '../fleet/fleetCache.ts';

type Known = Pick<FleetCache, 'robot' | 'map'>;

const time = (at: Date | null): number | null => at?.getTime() ?? null;

export function toAlarmCaseDto(row: AlarmCaseRow, { robot, map }: Known, language: Language): AlarmCase {
  const textOf = (name: LocalName | null | undefined): string => (name ? nameIn(name, language) : '');
  const ownerName = textOf(row.ownerName);
  return {
    id: row.id,
    number: row.number,
    serialNumber: row.serialNumber,
    robotName: textOf(robot(row.serialNumber)?.name) || row.serialNumber,
    event: row.event,
    severity: row.severity,
    state: row.state,
    raisedAt: row.raisedAt.getTime(),
    lastAt: row.lastAt.getTime(),
    count: row.count,
    overAt: time(row.overAt),
    value: row.value,
    place:
      row.mapId === null
        ? null
        : {
            mapId: row.mapId,
            x: row.x,
            y: row.y,
            theta: row.theta,
            name: textOf(row.placeName),
            floor: textOf(map(row.mapId)?.name),
          },
    pictureId: row.pictureId,
    owner: row.ownerKind && row.ownerId ? { kind: row.ownerKind, id: row.ownerId, name: ownerName } : null,
    takenAt: time(row.takenAt),
    handOverTo: row.handOverTo === null ? null : { id: row.handOverTo, name: textOf(row.handOverName) },
    levelTwoAt: time(row.levelTwoAt),
    levelTwoToldAt: time(row.levelTwoToldAt),
    isAskedAgain: row.isAskedAgain,
    resolvedAt: time(row.resolvedAt),
    resolvedBy: row.resolvedAt === null ? null : ownerName,
    cause: row.cause,
    ...(row.mergedInto !== null && { mergedInto: { id: row.mergedInto, number: row.mergedNumber ?? 0 } }),
  };
}

/** @param ofCase number of the merged case in which it happened; undefined for the case itself */
export const toCaseEntryDto = (row: CaseEntryRow, language: Language, ofCase?: number): CaseEntry => ({
  id: row.id,
  at: row.at.getTime(),
  kind: row.kind,
  by: nameIn(row.by, language),
  // Of a case that a contact gave back it is the contact's id, for its limit.
  to: row.kind === 'released' ? '' : nameIn(row.to, language),
  level: row.level,
  text: row.text,
  ...(ofCase !== undefined && { ofCase }),
});

/** @param nextTryAt when its job sends it again, after an attempt that failed */
export const toNotificationDto = (
  row: NotificationRow,
  nextTryAt: Date | undefined,
  language: Language,
): AlarmNotification => ({
  id: row.id,
  level: row.level,
  name: nameIn(row.name, language),
  channel: row.channel,
  state: row.state,
  inSummary: isOfSummary(row),
  attempts: row.attempts,
  reason: row.reason,
  at: row.at.getTime(),
  settledAt: time(row.settledAt),
  nextTryAt: time(nextTryAt ?? null),
});

export const toCasePictureDto = ({ fileId, moment, at, box }: CasePictureRow): CasePicture => ({
  fileId,
  moment,
  at: at.getTime(),
  box,
});

export const toCaseAtPlaceDto = ({ id, event, raisedAt, resolvedAt, cause }: AlarmCaseRow): CaseAtPlace => ({
  id,
  event,
  raisedAt: raisedAt.getTime(),
  cause,
  lastedMs: resolvedAt === null ? null : resolvedAt.getTime() - raisedAt.getTime(),
});
