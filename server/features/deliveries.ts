/** Deliveries in the console and for integrators: records, board, making one, and acts on one. */
import { randomUUID } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { deliveries as catalogue } from '../../contract/endpoints/deliveries.ts';
import type { Delivery } from '../../contract/entities/delivery.ts';
import {
  CODES_RESENT_MAX,
  CODES_RESENT_WINDOW_MS,
  DELIVERIES_PER_MINUTE,
  DELIVERY_MESSAGES_PER_ACCOUNT,
  DELIVERY_MESSAGES_PER_NUMBER,
  NOT_BEFORE_MAX_MS,
  OPEN_DELIVERIES_PER_SITE,
  PHONES_REVEALED_MAX,
  PHONES_REVEALED_WINDOW_MS,
} from '../../contract/rules/deliveryLimits.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { isNothingLoaded } from '../../contract/rules/delivery.ts';
import { elevatorOutBetween } from '../../contract/rules/schedule/outOfService.ts';
import { maskAccount } from '../../contract/rules/maskAccount.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { phoneNumberOf } from '../../contract/rules/phonePlans.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { liftFloorsAt } from '../db/repositories/sites.ts';
import { countOpen, deliveryById, queueOf, type DeliveryRow } from '../db/repositories/deliveries.ts';
import type { Db } from '../db/database.ts';
import {
  addExport,
  changeExport,
  deliveryExportKey,
  shownExport,
  type DeliveryExportRow,
} from '../db/repositories/deliveryLists.ts';
import type { PointRow } from '../fleet/fleetCache.ts';
import { guarded } from '../guarded.ts';
import { claimOfAccount } from '../files/files.ts';
import { enqueueJob, withdrawJob } from '../jobs/enqueue.ts';
import type { RequestContext } from '../requestContext.ts';
import { toRobotChoiceDto } from './deliveryChoice.ts';
import { createDelivery } from './deliveryCreation.ts';
import type { DeliveryParts } from './deliveryFeature.ts';
import { createJamHandlers } from './deliveryJams.ts';
import { addLine, queueMessage } from './deliveryLife.ts';
import { toDeliveryDto } from './deliveryPresenter.ts';
import { createDeliveryReads, exportFilter } from './deliveryReads.ts';
import { canCarry, type WantedDelivery } from './deliveryRobots.ts';
import { assertExportAllowed } from './exportLimit.ts';
import { createParcelHandlers } from './parcels.ts';
import { createRateLimiter } from './rateLimiter.ts';

type Calls = typeof catalogue;
type Wanted = Received<Calls['create']>;

/** @throws notFound, also for the export of somebody else */
async function ownExport(db: Db, userId: string, exportId: string): Promise<DeliveryExportRow> {
  const row = await shownExport(db, exportId);
  if (!row || row.userId !== userId) throw new ApiError('notFound', { field: 'exportId' });
  return row;
}

export function createDeliveryHandlers(
  deps: Pick<AppDeps, 'db' | 'sharedDb' | 'fleet' | 'rights' | 'now'> & { deliveries: DeliveryParts },
): Handlers<Calls, RequestContext> {
  const { sharedDb, fleet, now, deliveries: parts } = deps;
  const { fleetCache } = fleet;
  const { acts, queue, secrets, messageLimits, notify } = parts;
  const reads = createDeliveryReads(deps);
  const { dto } = reads;
  const creations = createRateLimiter({
    db: sharedDb,
    prefix: 'deliveries',
    points: DELIVERIES_PER_MINUTE,
    windowMs: 60_000,
  });
  const resends = createRateLimiter({
    db: sharedDb,
    prefix: 'codeAgain',
    points: CODES_RESENT_MAX,
    windowMs: CODES_RESENT_WINDOW_MS,
  });

  const phonesRevealed = createRateLimiter({
    db: sharedDb,
    prefix: 'deliveryPhones',
    points: PHONES_REVEALED_MAX,
    windowMs: PHONES_REVEALED_WINDOW_MS,
  });
  const tooMany = (spent: unknown): never => {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    throw new ApiError('tooManyRequests', { words: { seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) } });
  };

  /** @throws pointUnknown for a point that is not on a map of the site */
  const pointOn = (siteId: string, areaId: string, field: string): PointRow => {
    const point = fleetCache.point(areaId);
    if (!point || fleetCache.map(point.mapId)?.siteId !== siteId) throw new ApiError('pointUnknown', { field });
    return point;
  };
  /** @throws deliveryPhoneWrong */
  const phoneOf = (phoneNumber: string, countryAreaCode: string, field: string): string => {
    if (phoneNumber === '') return '';
    const found = phoneNumberOf(phoneNumber, countryAreaCode);
    if (found === null) throw new ApiError('deliveryPhoneWrong', { field });
    return found;
  };

  /** @throws the first fault of what is asked for */
  const check = (wanted: Wanted) => {
    const { siteId, serialNumber, size, notBefore } = wanted;
    const [from, to] = [pointOn(siteId, wanted.from, 'from'), pointOn(siteId, wanted.to, 'to')];
    if (from.areaId === to.areaId) throw new ApiError('deliverySamePlace', { field: 'to' });
    if (notBefore > now() + NOT_BEFORE_MAX_MS) throw new ApiError('fieldInvalid', { field: 'notBefore' });
    const way: WantedDelivery = {
      size,
      from: { areaId: from.areaId, mapId: from.mapId },
      to: { areaId: to.areaId, mapId: to.mapId },
    };
    const robot = serialNumber === '' ? undefined : fleetCache.robot(serialNumber);
    if (serialNumber !== '') {
      const isFit =
        robot?.siteId === siteId &&
        canCarry({ abilities: fleetCache.abilitiesOf(serialNumber), maps: fleetCache.mapsOf(serialNumber) }, way);
      if (!isFit)
        throw new ApiError('deliveryRobotUnfit', {
          field: 'serialNumber',
          words: { robot: reads.robotName(serialNumber) },
        });
    }
    return {
      from,
      to,
      way,
      phoneNumber: phoneOf(wanted.phoneNumber, wanted.countryAreaCode, 'phoneNumber'),
      loaderPhone: phoneOf(wanted.loaderPhoneNumber, wanted.loaderCountryAreaCode, 'loaderPhoneNumber'),
    };
  };

  /** Who gets a message, within the limits of numbers and accounts. */
  const told = async (accountId: string, recipient: string, loader: string) => {
    const limitOf = async (phoneNumber: string) =>
      phoneNumber === '' ? '' : (await messageLimits.look({ phoneNumber, accountId })).limit;
    const [toRecipient, toLoader] = [await limitOf(recipient), await limitOf(loader)];
    return {
      tellsRecipient: recipient !== '' && toRecipient === '',
      tellsLoader: loader !== '' && toLoader === '',
      messageLimit: toRecipient || toLoader,
    };
  };
  /** @throws deliveryMessagesToNumber, deliveryMessagesOfAccount */
  const assertWithinLimits = async (phoneNumber: string, accountId: string): Promise<void> => {
    const { limit, waitMs } = await messageLimits.look({ phoneNumber, accountId });
    if (limit === '') return;
    const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
    throw limit === 'numberLimit'
      ? new ApiError('deliveryMessagesToNumber', { words: { count: DELIVERY_MESSAGES_PER_NUMBER, minutes } })
      : new ApiError('deliveryMessagesOfAccount', {
          words: { count: DELIVERY_MESSAGES_PER_ACCOUNT, hours: Math.max(1, Math.ceil(minutes / 60)) },
        });
  };

  const changed = async (row: DeliveryRow, context: RequestContext): Promise<Delivery> => dto(context.db, row, context);
  const operator = ({ nickname, userId }: RequestContext) => ({
    cause: 'operator' as const,
    by: nickname,
    mayClear({ serialNumber }: { serialNumber: string }): boolean {
      const { roles, relation } = deps.rights.standing(userId, serialNumber);
      return hasRight(roles, relation, 'operate');
    },
  });
  const audited = (context: RequestContext, act: string, row: DeliveryRow, more: Record<string, unknown> = {}) =>
    record(context.db, {
      userId: context.userId,
      act: `delivery.${act}` as 'delivery.cancel',
      subject: row.id,
      after: { number: row.number, ...(row.serialNumber && { serialNumber: row.serialNumber }), ...more },
    });
  const simple =
    (act: 'cancel' | 'sendBack' | 'openCabinet' | 'moreTime' | 'acknowledge') =>
    async ({ deliveryId }: { deliveryId: string }, context: RequestContext): Promise<Delivery> => {
      const row = await acts.act(context, deliveryId, act, operator(context));
      await audited(context, act, row);
      return changed(row, context);
    };
  const exportDto = ({ id, ...row }: DeliveryExportRow) => ({
    exportId: id,
    state: row.state,
    progress: row.progress,
    rows: row.rows,
    fileId: row.fileId,
    fileName: row.fileName,
  });

  return {
    ...reads.handlers,
    ...createParcelHandlers(deps),
    ...createJamHandlers(deps),

    async preview(wanted, context) {
      const { way, phoneNumber, loaderPhone } = check(wanted);
      const { siteId, serialNumber, notBefore } = wanted;
      const waiting = await queueOf(context.db, [siteId], OPEN_DELIVERIES_PER_SITE);
      const ahead = waiting.filter(
        (row) =>
          (row.notBefore === null || row.notBefore.getTime() <= now()) &&
          (serialNumber === '' || row.wantedRobot === '' || row.wantedRobot === serialNumber),
      ).length;
      const promise = await queue.promise(context.db, {
        ...way,
        siteId,
        robot: serialNumber,
        notBefore,
        ahead,
        createdBy: context.userId,
        language: context.language,
      });
      const { choice: stored, ...promised } = promise;
      const choice = toRobotChoiceDto(stored, reads.visibleName(context));
      return {
        time: now(),
        promise: {
          ...promised,
          ...(choice && { choice }),
          robotName: promise.serialNumber === '' ? '' : reads.robotName(promise.serialNumber, context.language),
          ...(await told(context.userId, phoneNumber, loaderPhone)),
        },
      };
    },

    create: guarded(
      async (_: Wanted, { userId }) => {
        await creations.consume(userId).catch(tooMany);
      },
      async (wanted, context) => {
        const { db, userId, nickname, isApp, afterCommit } = context;
        const { from, to, phoneNumber, loaderPhone } = check(wanted);
        const { siteId, recipientName, note, size, notBefore, serialNumber } = wanted;
        if ((await countOpen(db, siteId)) >= OPEN_DELIVERIES_PER_SITE)
          throw new ApiError('deliveryQueueFull', { words: { limit: OPEN_DELIVERIES_PER_SITE } });
        const row = await createDelivery(
          db,
          { now, secrets },
          {
            siteId,
            from,
            to,
            origin: isApp ? 'call' : 'console',
            phoneNumber,
            loaderPhone,
            recipientName,
            note,
            size,
            notBefore,
            wantedRobot: serialNumber,
            createdBy: userId,
            createdByName: nickname,
          },
        );
        await audited(context, 'create', row, { from: from.name, to: to.name });
        afterCommit(() => {
          notify(row);
          queue.look(siteId);
        });
        // Its place in the queue follows from the first look for a robot.
        return toDeliveryDto(deps, row, context);
      },
    ),

    cancel: simple('cancel'),
    openCabinet: simple('openCabinet'),
    sendBack: simple('sendBack'),
    moreTime: simple('moreTime'),
    acknowledge: simple('acknowledge'),

    resendCode: guarded(
      async ({ deliveryId, type }: Received<Calls['resendCode']>, { db, userId }) => {
        const row = await deliveryById(db, deliveryId);
        const phoneNumber = type === 'loading' ? row?.loaderPhone : row?.phoneNumber;
        if (phoneNumber) await assertWithinLimits(phoneNumber, userId);
        await resends.consume(deliveryId).catch((spent: unknown) => {
          if (!(spent instanceof RateLimiterRes)) throw spent;
          throw new ApiError('deliveryCodeSentLately', {
            words: { count: CODES_RESENT_MAX, minutes: Math.max(1, Math.ceil(spent.msBeforeNext / 60_000)) },
          });
        });
      },
      async ({ deliveryId, type }, context) => {
        const { db, userId, nickname, requestId, afterCommit } = context;
        const row = await acts.lock(db, deliveryId, 'resendCode');
        const target = type === 'loading' ? row.loaderPhone : row.phoneNumber;
        if (target === '') throw new ApiError('deliveryNoPhone', { field: 'type' });
        const isThere = row.status === 'arrivedAtRoom' || row.status === 'cabinetOpen';
        const kind = type === 'loading' ? 'deliveryLoads' : isThere ? 'deliveryThere' : 'deliveryComes';
        await queueMessage(db, now, row, kind, requestId, userId);
        await addLine(db, row, {
          at: new Date(now()),
          kind: 'codeResent',
          cause: 'operator',
          by: nickname,
          subject: maskAccount(target),
        });
        await audited(context, 'resendCode', row);
        afterCommit(() => notify(row, row));
        return changed(row, context);
      },
    ),

    async redirect({ deliveryId, to }, context) {
      const before = await acts.lock(context.db, deliveryId, 'redirect');
      const point = pointOn(before.siteId, to, 'to');
      if (point.areaId === before.loadingPoint) throw new ApiError('deliverySamePlace', { field: 'to' });
      if (before.serialNumber !== '') {
        const { serialNumber, size, loadingPoint } = before;
        const robot = { abilities: fleetCache.abilitiesOf(serialNumber), maps: fleetCache.mapsOf(serialNumber) };
        const start = { areaId: loadingPoint, mapId: fleetCache.point(loadingPoint)?.mapId ?? point.mapId };
        if (!canCarry(robot, { size, from: start, to: { areaId: point.areaId, mapId: point.mapId } }))
          throw new ApiError('deliveryRobotUnfit', { field: 'to', words: { robot: reads.robotName(serialNumber) } });
        // A parcel on board starts where the robot is.
        const { pose } = fleet.live(serialNumber, context.language);
        const mapId = isNothingLoaded(before.status) ? start.mapId : (pose?.mapId ?? start.mapId);
        const lifts = await liftFloorsAt(context.db, before.siteId);
        if (elevatorOutBetween(lifts, mapId, point.mapId)) {
          const floor = nameIn(fleetCache.map(point.mapId)?.name ?? '', context.language);
          throw new ApiError('deliveryLiftOut', { field: 'to', words: { floor } });
        }
      }
      const row = await acts.redirect(context, before, point, operator(context));
      await audited(context, 'redirect', row, { to: point.name });
      return changed(row, context);
    },

    async revealCode({ deliveryId, type }, context) {
      const { db, nickname, afterCommit } = context;
      const row = await acts.lock(db, deliveryId, 'revealCode');
      await addLine(db, row, { at: new Date(now()), kind: 'codeRevealed', cause: 'operator', by: nickname });
      await audited(context, 'revealCode', row, { type });
      afterCommit(() => notify(row, row));
      return { code: secrets.codeOf(row, type), type };
    },

    revealPhone: guarded(
      async (_: Received<Calls['revealPhone']>, { userId }) => {
        await phonesRevealed.consume(userId).catch(tooMany);
      },
      async ({ deliveryId, person }, context) => {
        const { db, nickname, afterCommit } = context;
        const row = await acts.lock(db, deliveryId, 'revealPhone');
        const phoneNumber = person === 'loader' ? row.loaderPhone : row.phoneNumber;
        if (phoneNumber === '') throw new ApiError('deliveryNoPhone', { field: 'person' });
        await addLine(db, row, {
          at: new Date(now()),
          kind: 'phoneRevealed',
          cause: 'operator',
          by: nickname,
          subject: maskAccount(phoneNumber),
        });
        await audited(context, 'revealPhone', row, { person });
        afterCommit(() => notify(row, row));
        return { phoneNumber, person };
      },
    ),

    async export({ language, timeZone, ...filter }, context) {
      const { db, userId } = context;
      await claimOfAccount(db, userId);
      await assertExportAllowed(db, userId, 'deliveryExportsPending');
      const row = await addExport(db, {
        id: randomUUID(),
        userId,
        filter: exportFilter(reads.visibleTo(userId, filter), filter),
        language,
        timeZone: timeZone || 'UTC',
        state: 'waiting',
        createdAt: new Date(now()),
      });
      await enqueueJob(db, now, {
        kind: 'deliveryExport',
        key: deliveryExportKey(row.id),
        payload: { exportId: row.id },
      });
      await record(db, { userId, act: 'delivery.export', subject: row.id });
      return exportDto(row);
    },
    async exportState({ exportId }, { db, userId }) {
      return exportDto(await ownExport(db, userId, exportId));
    },
    async cancelExport({ exportId }, { db, userId }) {
      const { id, state } = await ownExport(db, userId, exportId);
      if (state === 'done' || state === 'failed') return null;
      await changeExport(db, id, { state: 'failed' });
      await withdrawJob(db, now, deliveryExportKey(id));
      return null;
    },
  };
}
