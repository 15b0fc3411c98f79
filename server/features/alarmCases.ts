/** Alarm cases: lists them, and carries out what people do about them (contract/rules/alarmCase.ts). */
import type { Handlers } from '../../contract/endpoint.ts';
import {
  CASES_COUNTED,
  MOST_CASES_AT_PLACE,
  MOST_OPEN_CASES,
  NEWEST_AMONG_THEM,
  type alarmCases as catalogue,
} from '../../contract/endpoints/alarmCases.ts';
import type { AlarmCase } from '../../contract/entities/alarmCase.ts';
import { CASE_ENTRIES_MAX, SAME_PLACE_M, type CaseAct } from '../../contract/rules/alarmCase.ts';
import { CASE_MESSAGES_SHOWN } from '../../contract/rules/caseHistory.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import {
  addEntry,
  caseById,
  casePage,
  casesNear,
  countUnresolved,
  entriesOf,
  lockCase,
  openCases,
  picturesOf,
  type AlarmCaseRow,
} from '../db/repositories/alarmCases.ts';
import { mergedCases } from '../db/repositories/mergedCases.ts';
import { jobKeyOf } from '../db/repositories/alarmDigests.ts';
import { notificationsOf } from '../db/repositories/alarmNotifications.ts';
import { dueTimesOf } from '../db/repositories/jobs.ts';
import { peopleOf } from '../db/repositories/robotMembers.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { RequestContext } from '../requestContext.ts';
import { createAlarmCaseRobots } from './alarmCaseRobots.ts';
import { type CaseActNeeds, carryOutOnCase, type CaseRequest } from './alarmCaseActs.ts';
import { tellingAgain } from './alarmTellAgain.ts';
import { carryOutMerge, mergeableCases } from './mergeCases.ts';
import { toldNext } from './toldNext.ts';
import { createAfterPictures } from './caseAfterPicture.ts';
import { assertTimeSpan, listedRobots, offsetOf } from './listRequest.ts';
import type { SendRobotAction } from './robotActionSender.ts';
import {
  toAlarmCaseDto,
  toCaseAtPlaceDto,
  toCaseEntryDto,
  toCasePictureDto,
  toNotificationDto,
} from './alarmPresenter.ts';

const MONTH_MS = 30 * 86_400_000;

type Needs = Pick<AppDeps, 'fleet' | 'broker'> & CaseActNeeds & { store: FileStore; sendAction: SendRobotAction };

export function createAlarmCaseHandlers({
  fleet,
  broker,
  now,
  alarmRules,
  notifyAlarm,
  store,
  sendAction,
}: Needs): Handlers<typeof catalogue, RequestContext> {
  const { fleetCache } = fleet;
  const afterPictures = createAfterPictures({ fleet, now, sendAction });
  const robotsFor = createAlarmCaseRobots({ fleet, now, store });
  const dto = (row: AlarmCaseRow, { language }: Pick<RequestContext, 'language'>): AlarmCase =>
    toAlarmCaseDto(row, fleetCache, language);
  const ownRobots = (userId: string): string[] => [...fleetCache.robotsOf(userId)];

  const act = async (
    caseId: string,
    asked: CaseAct,
    context: RequestContext,
    more: Pick<CaseRequest, 'to' | 'text'> = {},
  ): Promise<AlarmCase> => {
    const { userId, nickname } = context;
    const row = await carryOutOnCase({ now, alarmRules, notifyAlarm }, context, {
      caseId,
      act: asked,
      actor: { kind: 'account', id: userId },
      name: nickname,
      ...more,
    });
    return dto(row, context);
  };

  /** The accounts that may act on a robot's cases. */
  const operatorsOf = async (context: RequestContext, serialNumber: string) =>
    (await peopleOf(context.db, serialNumber)).filter(({ roles, relation }) =>
      hasRight(roles, relationOf(relation), 'operate'),
    );

  return {
    async list({ serialNumberStr, page, limit, owner, ...filter }, context) {
      assertTimeSpan(filter);
      const offset = offsetOf({ page, limit }, CASES_COUNTED);
      const { total, rows } = await casePage(
        context.db,
        {
          ...filter,
          serialNumbers: listedRobots(fleetCache, serialNumberStr, context.userId),
          owner: owner === 'mine' ? context.userId : owner,
        },
        { offset, limit, most: CASES_COUNTED },
      );
      return {
        total,
        rows: rows.map((row) => dto(row, context)),
        ...(await countUnresolved(context.db, ownRobots(context.userId))),
      };
    },

    async newest({ serialNumber, size }, context) {
      const { rows } = await casePage(
        context.db,
        {
          serialNumbers: serialNumber ? [serialNumber] : ownRobots(context.userId),
          events: [],
          state: '',
          owner: '',
          startTime: 0,
          endTime: 0,
          text: '',
        },
        { offset: 0, limit: size, most: size },
      );
      return rows.map((row) => dto(row, context));
    },

    async open(_, context) {
      const own = ownRobots(context.userId);
      const rows = await openCases(context.db, own, { limit: MOST_OPEN_CASES, newest: NEWEST_AMONG_THEM });
      const { open, taken } = await countUnresolved(context.db, own);
      return { time: now(), total: open + taken, withoutOwner: open, rows: rows.map((row) => dto(row, context)) };
    },

    async details({ caseId }, context) {
      const { db, language } = context;
      const row = await caseById(db, caseId);
      if (!row) throw new ApiError('notFound', { field: 'caseId' });
      const { id, mapId, x, y } = row;
      const atPlace =
        mapId === null
          ? []
          : await casesNear(
              db,
              { id, mapId, x, y },
              { since: new Date(now() - MONTH_MS), within: SAME_PLACE_M, limit: MOST_CASES_AT_PLACE },
            );
      const { rows: messages, older } = await notificationsOf(db, id, CASE_MESSAGES_SHOWN);
      const tries = await dueTimesOf(
        db,
        messages.flatMap((one) => (one.state === 'queued' && one.attempts > 0 ? [jobKeyOf(one)] : [])),
      );
      // Cases of robots that the caller does not see stay hidden, also at this place.
      const own = fleetCache.robotsOf(context.userId);
      const merged = await mergedCases(db, id);
      const mergedIds = merged.map((one) => one.id);
      const entries = await entriesOf(db, id, CASE_ENTRIES_MAX, mergedIds);
      const pictures = await picturesOf(db, id, mergedIds);
      const numbers = new Map(merged.map((one) => [one.id, one.number]));
      return {
        time: now(),
        case: dto(row, context),
        entries: entries.map((entry) => toCaseEntryDto(entry, language, numbers.get(entry.caseId))),
        notifications: messages.map((one) => toNotificationDto(one, tries.get(jobKeyOf(one)), language)),
        olderNotifications: older,
        tellingAgain: tellingAgain(row, messages, now()),
        toldNext: await toldNext(row, context),
        pictures: pictures.map(toCasePictureDto),
        isPictureComing: afterPictures.isComing(
          id,
          entries.filter(({ caseId: of }) => of === id),
          pictures.filter(({ caseId: of }) => of === id),
        ),
        ...(merged.length > 0 && { merged: merged.map((one) => dto(one, context)) }),
        atPlace: atPlace.filter(({ serialNumber }) => own.has(serialNumber)).map(toCaseAtPlaceDto),
      };
    },

    async people({ caseId }, context) {
      const row = await caseById(context.db, caseId);
      if (!row) throw new ApiError('notFound', { field: 'caseId' });
      const watching = new Set(broker.watchers().map(({ userId }) => userId));
      const people = (await operatorsOf(context, row.serialNumber))
        .filter(({ relation }) => relation.userId !== context.userId)
        .map(({ relation: { userId }, nickname }) => ({
          id: userId,
          name: nameIn(nickname, context.language),
          online: watching.has(userId),
        }));
      return { people: people.sort((a, b) => Number(b.online) - Number(a.online)) };
    },

    async robots({ caseId }, context) {
      const row = await caseById(context.db, caseId);
      if (!row) throw new ApiError('notFound', { field: 'caseId' });
      return robotsFor(row, context);
    },

    take: ({ caseId }, context) => act(caseId, { type: 'take' }, context),
    release: ({ caseId }, context) => act(caseId, { type: 'release' }, context),
    reopen: ({ caseId }, context) => act(caseId, { type: 'reopen' }, context),
    answerHandOver: ({ caseId, accept }, context) =>
      act(caseId, { type: accept ? 'acceptHandOver' : 'declineHandOver' }, context),

    async resolve({ caseId, cause, note, pictureId }, context) {
      const before = await lockCase(context.db, caseId);
      const resolved = await act(caseId, { type: 'resolve', cause }, context, { text: note });
      if (before) await afterPictures.add(before, context, pictureId);
      return resolved;
    },

    async handOver({ caseId, to }, context) {
      const row = await caseById(context.db, caseId);
      if (!row) throw new ApiError('notFound', { field: 'caseId' });
      const other = (await operatorsOf(context, row.serialNumber)).find(({ relation }) => relation.userId === to);
      if (!other) throw new ApiError('handOverNotAllowed', { field: 'to' });
      return act(caseId, { type: 'askHandOver', to }, context, { to: { id: to, name: other.nickname } });
    },

    async mergeable({ caseId }, context) {
      return { cases: (await mergeableCases(now, context, caseId)).map((row) => dto(row, context)) };
    },
    async merge(asked, context) {
      return dto(await carryOutMerge({ now, notifyAlarm }, context, asked), context);
    },

    async addNote({ caseId, text }, { db, nickname, afterCommit }) {
      const row = await lockCase(db, caseId);
      if (!row) throw new ApiError('notFound', { field: 'caseId' });
      if (!(await addEntry(db, { caseId, at: new Date(now()), kind: 'note', by: nickname, text })))
        throw new ApiError('caseNotesFull');
      afterCommit(() => notifyAlarm(row, false));
      return null;
    },
  };
}
