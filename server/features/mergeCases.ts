/** Merges two unresolved alarm cases of a robot (contract/rules/alarmCase.ts): the older one goes on. */
import { MOST_MERGEABLE } from '../../contract/endpoints/alarmCases.ts';
import { type CaseActor, mergeCases } from '../../contract/rules/alarmCase.ts';
import { ALARM_SEVERITIES } from '../../contract/rules/alarms.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import {
  addEntry,
  type AlarmCaseRow,
  caseById,
  changeCase,
  lockAlarmsOf,
  lockCase,
} from '../db/repositories/alarmCases.ts';
import { movePointers, ownOverAt, unresolvedBeside } from '../db/repositories/mergedCases.ts';
import { record } from '../db/repositories/audit.ts';
import type { RequestContext } from '../requestContext.ts';
import type { CaseActNeeds } from './alarmCaseActs.ts';
import { toLife, toLifeColumns } from './alarmLife.ts';
import { withdrawMessages } from './tellContacts.ts';

const byAge = (a: AlarmCaseRow, b: AlarmCaseRow): number =>
  a.raisedAt.getTime() - b.raisedAt.getTime() || a.number - b.number;
const actorOf = ({ userId }: Pick<RequestContext, 'userId'>): CaseActor => ({ kind: 'account', id: userId });

async function found(db: Db, field: string, id: string, read: typeof caseById): Promise<AlarmCaseRow> {
  const row = await read(db, id);
  if (!row) throw new ApiError('notFound', { field });
  return row;
}

/** Unresolved cases of the same robot that the caller can merge with this one. */
export async function mergeableCases(now: () => number, context: RequestContext, caseId: string) {
  const row = await found(context.db, 'caseId', caseId, caseById);
  const others = await unresolvedBeside(context.db, row, 10 * MOST_MERGEABLE);
  return others
    .filter((other) => {
      const [older, later] = [row, other].sort(byAge) as [AlarmCaseRow, AlarmCaseRow]; // of two
      return mergeCases(toLife(older), toLife(later), actorOf(context), now()).ok;
    })
    .slice(0, MOST_MERGEABLE);
}

/** @returns the case that goes on */
export async function carryOutMerge(
  { now, notifyAlarm }: Pick<CaseActNeeds, 'now' | 'notifyAlarm'>,
  context: RequestContext,
  { caseId, otherId }: { caseId: string; otherId: string },
): Promise<AlarmCaseRow> {
  const { db, userId, nickname, language, afterCommit } = context;
  if (caseId === otherId) throw new ApiError('fieldInvalid', { field: 'otherId' });
  const { serialNumber } = await found(db, 'caseId', caseId, caseById);
  // A further alarm finds either both cases or the merged one, and two who merge the same cases do so one after the other.
  await lockAlarmsOf(db, serialNumber);
  const [older, later] = [
    await found(db, 'caseId', caseId, lockCase),
    await found(db, 'otherId', otherId, lockCase),
  ].sort(byAge) as [AlarmCaseRow, AlarmCaseRow]; // of two
  if (older.serialNumber !== later.serialNumber) throw new ApiError('idsDisagree', { field: 'otherId' });
  const at = new Date(now());
  const actor = actorOf(context);
  const outcome = mergeCases(toLife(older), toLife(later), actor, at.getTime());
  if (!outcome.ok) {
    const taken = [older, later].find((row) => row.state === 'taken' && row.ownerId !== userId);
    throw new ApiError(outcome.refusal, { words: { name: taken?.ownerName ? nameIn(taken.ownerName, language) : '' } });
  }
  const hasRoom = await addEntry(db, {
    caseId: older.id,
    at,
    kind: 'mergedHere',
    by: nickname,
    to: String(later.number),
  });
  if (!hasRoom) throw new ApiError('caseHistoryFull');
  await addEntry(db, { caseId: later.id, at, kind: 'merged', by: nickname, to: String(older.number) });
  const merged = await changeCase(db, later.id, {
    ...toLifeColumns(outcome.merged),
    ownerName: nickname,
    handOverName: null,
    tellAgainAt: null,
    mergedInto: older.id,
    mergedNumber: older.number,
    // What was merged into it is part of the older one now.
    overAt: ownOverAt(later),
    ownOverAt: null,
  });
  await movePointers(db, later.id, older);
  // It is over only if both are.
  const overAt =
    older.overAt === null || later.overAt === null ? null : later.overAt > older.overAt ? later.overAt : older.overAt;
  const kept = await changeCase(db, older.id, {
    ...toLifeColumns(outcome.kept),
    ownerName: nickname,
    count: older.count + later.count,
    lastAt: later.lastAt > older.lastAt ? later.lastAt : older.lastAt,
    value:
      older.value === null || later.value === null ? (older.value ?? later.value) : Math.max(older.value, later.value),
    overAt,
    ownOverAt: overAt === null ? ownOverAt(older) : null,
    severity: ALARM_SEVERITIES.find((one) => one === older.severity || one === later.severity) ?? older.severity,
    pictureId: older.pictureId ?? later.pictureId,
  });
  for (const { id } of [older, later]) await withdrawMessages(db, now, id);
  await record(db, {
    userId,
    act: 'alarm.merge',
    subject: older.id,
    after: { serialNumber, event: kept.event, number: older.number, merged: later.id, mergedNumber: later.number },
  });
  afterCommit(() => {
    notifyAlarm(merged, false);
    notifyAlarm(kept, false);
  });
  return kept;
}
