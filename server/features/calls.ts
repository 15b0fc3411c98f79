/** Calls to and from robots. Each change locks the call's row, so that the first to answer has it. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { calls } from '../../contract/endpoints/calls.ts';
import { CALL_LOOK_MS } from '../../contract/rules/call.ts';
import { CALL_PICTURE_ADDRESS_MS } from '../../contract/rules/callContent.ts';
import { ROBOT_SILENT_MS } from '../../contract/rules/limits.ts';
import { viewerLimit } from '../../contract/rules/videoWall.ts';
import type { CallImage } from '../../contract/wire/calls.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addCall,
  addCallLine,
  callById,
  callPage,
  changeCall,
  linesOfCall,
  lockCall,
  openCallOf,
  openCallsOf,
  operatorsOf,
  type CallFilter,
  type CallRow,
} from '../db/repositories/calls.ts';
import { pictureOfSite } from '../db/repositories/callContents.ts';
import { countViewers } from '../db/repositories/mediaViewings.ts';
import type { Tickets } from '../files/tickets.ts';
import type { RequestContext } from '../requestContext.ts';
import { assertAgora, mediaTransport } from './agora.ts';
import { robotFacts } from './callEvents.ts';
import { callCsv } from './callExport.ts';
import { CALL_OPERATORS, isCallable, moveCall, type CallTeller, type RobotAct } from './callLife.ts';
import { toCallDto, toCallLineDto } from './callPresenter.ts';
import { assertTimeSpan, listedSeenRobots, offsetOf } from './listRequest.ts';

type Needs = Pick<AppDeps, 'fleet' | 'now' | 'settings'> & {
  callTeller: CallTeller;
  /** How robots fetch files: signed paths, and the address of this server for them. */
  robotFiles: { tickets: Pick<Tickets, 'read'>; url: () => string };
};
const FIELD = { field: 'callingRequestId' };

export function createCallHandlers({
  fleet,
  now,
  settings,
  callTeller: teller,
  robotFiles,
}: Needs): Handlers<typeof calls, RequestContext> {
  const locked = async ({ db }: RequestContext, id: string): Promise<CallRow> => {
    const row = await lockCall(db, id);
    if (!row) throw new ApiError('notFound', FIELD);
    return row;
  };
  const dto = async (row: CallRow, context: RequestContext) =>
    toCallDto(
      row,
      context,
      row.state === 'ringing' ? await operatorsOf(context.db, [row.serialNumber], CALL_OPERATORS) : undefined,
    );
  const ofOperator = ({ operatorId }: CallRow, { userId }: RequestContext): void => {
    if (operatorId !== userId) throw new ApiError('callNotYours', FIELD);
  };
  /** Rings for operators at large, or has the caller in it. */
  const assertActable = (row: CallRow, context: RequestContext): void => {
    if (row.state === 'ended') throw new ApiError('callOver', FIELD);
    if (!(row.state === 'ringing' && row.origin === 'visitor')) ofOperator(row, context);
  };
  const nameOfOperator = ({ operatorName }: CallRow, { language }: RequestContext): string =>
    nameIn(operatorName ?? '', language);
  const act = async (
    row: CallRow,
    context: RequestContext,
    what: Pick<RobotAct, 'say' | 'show'>,
    /** A picture of the site; its address is signed after the commit. */
    own?: { name: string; image: () => Promise<CallImage> },
  ): Promise<{ actId: string }> => {
    const actId = randomUUID();
    const { say, show } = what;
    await addCallLine(context.db, {
      callId: row.id,
      at: new Date(now()),
      kind: say === undefined ? 'showed' : 'said',
      side: 'operator',
      text: say ?? own?.name ?? show ?? '',
    });
    context.afterCommit(async () => teller.act(row, { actId, ...what, ...(own && { image: await own.image() }) }));
    return { actId };
  };

  /** The API handler has checked access to every named robot; without names, all that the caller can see. */
  const filterOf = async (
    { serialNumberStr, ...asked }: Omit<CallFilter, 'serialNumbers'> & { serialNumberStr: string },
    context: RequestContext,
  ): Promise<CallFilter> => {
    assertTimeSpan(asked);
    return { ...asked, serialNumbers: await listedSeenRobots(fleet.fleetCache, serialNumberStr, context) };
  };

  return {
    async send({ receiverUserId: serialNumber, currentArea, singleCallingTool: asked }, context) {
      const { db, userId, nickname, sessionId, afterCommit } = context;
      const field = { field: 'receiverUserId' };
      if (!isCallable(fleet, serialNumber)) throw new ApiError('robotNotCallable', field);
      const abilities = fleet.fleetCache.abilitiesOf(serialNumber);
      if (asked === 'agora') assertAgora(settings, abilities, 'singleCallingTool');
      const live = fleet.live(serialNumber, context.language);
      if (live.connection !== 'online') throw new ApiError('robotOffline', field);
      const at = new Date(now());
      const silentMs = at.getTime() - (live.at ?? 0);
      if (silentMs > 2 * ROBOT_SILENT_MS)
        throw new ApiError('robotSilent', { ...field, words: { seconds: Math.round(silentMs / 1_000) } });
      const row = await addCall(db, {
        id: randomUUID(),
        serialNumber,
        ...(await robotFacts(db, fleet, serialNumber)),
        origin: 'operator',
        tool: asked ?? mediaTransport(settings, abilities),
        state: 'ringing',
        area: currentArea,
        operatorId: userId,
        operatorName: nickname,
        sessionId,
        declined: [],
        createdAt: at,
        operatorSeenAt: at,
        dueAt: new Date(at.getTime() + CALL_LOOK_MS),
      });
      if (!row) {
        const other = await openCallOf(db, serialNumber);
        throw new ApiError('otherPartyBusy', { ...field, words: { by: other ? nameOfOperator(other, context) : '' } });
      }
      await addCallLine(db, { callId: row.id, at, kind: 'asked', side: 'operator', text: currentArea });
      await record(db, { userId, act: 'call.start', subject: serialNumber, after: { callId: row.id } });
      afterCommit(() => teller.changed(row));
      return { ci: row.id };
    },

    async cameraCount({ callingRequestId }, { db }) {
      const row = await callById(db, callingRequestId);
      if (!row) throw new ApiError('notFound', FIELD);
      return {
        cameras: fleet.fleetCache.abilitiesOf(row.serialNumber).video ? 1 : 0,
        watching: await countViewers(db, row.serialNumber, new Date(now())),
        limit: viewerLimit(fleet.fleetCache.abilitiesOf(row.serialNumber)),
      };
    },

    async end({ callingRequestId }, context) {
      const row = await locked(context, callingRequestId);
      ofOperator(row, context);
      const moved = await moveCall(context.db, row, { type: 'hangUp', side: 'operator' }, now());
      if (moved) context.afterCommit(() => teller.changed(moved));
      return null;
    },

    async current(_, context) {
      const { db, userId, roles } = context;
      const robots = [...fleet.fleetCache.robotsOf(userId)];
      if (robots.length === 0) return { calls: [] };
      const rows = await openCallsOf(db, robots);
      const ringing = rows.filter(({ state, origin }) => state === 'ringing' && origin === 'visitor');
      const operators = await operatorsOf(
        db,
        ringing.map(({ serialNumber }) => serialNumber),
        CALL_OPERATORS,
      );
      const isOperator = roles.some((role) => CALL_OPERATORS.includes(role));
      const shown = rows.filter(
        (row) => row.operatorId === userId || (isOperator && ringing.includes(row) && !row.declined.includes(userId)),
      );
      return { calls: shown.map((row) => toCallDto(row, context, operators)) };
    },

    async details({ callingRequestId }, context) {
      const row = await callById(context.db, callingRequestId);
      if (!row) throw new ApiError('notFound', FIELD);
      return {
        call: await dto(row, context),
        lines: (await linesOfCall(context.db, row.id)).map(toCallLineDto),
      };
    },

    async answer({ callingRequestId }, context) {
      const { db, userId, nickname, sessionId, afterCommit } = context;
      const row = await locked(context, callingRequestId);
      if (row.operatorId === userId && row.sessionId === sessionId && row.state !== 'ended') return dto(row, context);
      if (row.origin === 'visitor' && row.operatorId !== null)
        throw new ApiError('callTaken', { ...FIELD, words: { by: nameOfOperator(row, context) } });
      const at = now();
      const moved = await moveCall(db, row, { type: 'answer', side: 'operator' }, at, {
        operatorId: userId,
        operatorName: nickname,
        sessionId,
        operatorSeenAt: new Date(at),
        // Picture and sound begin with the call: until they are there, nothing is lost.
        hasMedia: true,
      });
      if (!moved) throw new ApiError('callOver', FIELD);
      await record(db, { userId, act: 'call.answer', subject: row.serialNumber, after: { callId: row.id } });
      afterCommit(() => teller.changed(moved, { answered: true }));
      return dto(moved, context);
    },

    async decline({ callingRequestId }, context) {
      const { db, userId, afterCommit } = context;
      const row = await locked(context, callingRequestId);
      if (row.state !== 'ringing' || row.origin !== 'visitor') throw new ApiError('callOver', FIELD);
      const declined = [...new Set([...row.declined, userId])];
      const all = (await operatorsOf(db, [row.serialNumber], CALL_OPERATORS)).get(row.serialNumber) ?? [];
      const isLast = all.every((one) => declined.includes(one.userId));
      const moved = isLast
        ? await moveCall(db, row, { type: 'decline' }, now(), { declined })
        : await changeCall(db, row.id, { declined });
      if (!moved) throw new ApiError('callOver', FIELD);
      afterCommit(() => teller.changed(moved));
      return dto(moved, context);
    },

    async askToWait({ callingRequestId, text }, context) {
      const row = await locked(context, callingRequestId);
      if (row.state !== 'ringing' || row.origin !== 'visitor') throw new ApiError('callOver', FIELD);
      const asked = await changeCall(context.db, row.id, { isAskedToWait: true });
      await addCallLine(context.db, { callId: row.id, at: new Date(now()), kind: 'askedToWait', side: 'operator' });
      context.afterCommit(() => {
        teller.changed(asked);
        teller.act(asked, { actId: randomUUID(), say: text });
      });
      return dto(asked, context);
    },

    async repeat({ callingRequestId, hasMedia, roundTrip }, context) {
      const row = await callById(context.db, callingRequestId);
      if (!row) throw new ApiError('notFound', FIELD);
      if (row.operatorId !== context.userId || row.sessionId !== context.sessionId)
        throw new ApiError('callNotYours', FIELD);
      // The rest of the row belongs to those who lock it.
      return dto(
        row.state === 'ended'
          ? row
          : await changeCall(context.db, row.id, {
              operatorSeenAt: new Date(now()),
              hasMedia,
              ...(roundTrip !== null && { roundTrip }),
            }),
        context,
      );
    },

    async say({ callingRequestId, text }, context) {
      const row = await locked(context, callingRequestId);
      assertActable(row, context);
      return act(row, context, { say: text });
    },

    async show({ callingRequestId, picture, imageId }, context) {
      const row = await locked(context, callingRequestId);
      if (row.state === 'ended' || row.state === 'ringing') throw new ApiError('callOver', FIELD);
      ofOperator(row, context);
      if (imageId === '') return act(row, context, { show: picture });
      const { serialNumber } = row;
      if (!fleet.fleetCache.abilitiesOf(serialNumber).actions.includes('callPictures'))
        throw new ApiError('robotShowsNoPictures', { field: 'imageId' });
      const found = await pictureOfSite(context.db, fleet.fleetCache.robot(serialNumber)?.siteId ?? '', imageId);
      if (!found) throw new ApiError('fileUnknown', { field: 'imageId' });
      const { file, name } = found;
      const reader = { userId: context.userId, thumbnail: false };
      const image = async (): Promise<CallImage> => ({
        imageId,
        url: robotFiles.url() + (await robotFiles.tickets.read(imageId, reader, now() + CALL_PICTURE_ADDRESS_MS)),
        sha256: file.sha256,
        contentType: file.contentType,
      });
      return act(row, context, { show: '' }, { name, image });
    },

    async note({ callingRequestId, topic, note }, context) {
      const row = await locked(context, callingRequestId);
      ofOperator(row, context);
      return dto(await changeCall(context.db, row.id, { topic, note }), context);
    },

    async list({ page, limit, after, ...asked }, context) {
      const request = { offset: offsetOf({ page, limit }), limit, after };
      const { total, rows } = await callPage(context.db, await filterOf(asked, context), request);
      return { total, rows: rows.map((row) => toCallDto(row, context)) };
    },

    async export({ timeZone, ...asked }, context) {
      const { db, userId, language } = context;
      // Calls that begin during the export are left out, so that none is missing or duplicated.
      const filter = await filterOf({ ...asked, endTime: asked.endTime || now() + 1 }, context);
      // Not the name that was searched for: the log outlives the person's data.
      const { operatorName: _, ...logged } = asked;
      await record(db, { userId, act: 'call.export', subject: 'calls', after: { ...logged, timeZone } });
      return {
        contentType: 'text/csv; charset=utf-8',
        fileName: `calls-${new Date(now()).toISOString().slice(0, 10)}.csv`,
        bytes: callCsv(db, filter, { userId, language, timeZone }),
      };
    },
  };
}
