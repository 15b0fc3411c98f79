/** Reading deliveries: records, the list, the board, and one with its history and track. */
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { deliveries as catalogue } from '../../contract/endpoints/deliveries.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { Delivery, JamLeft as BoardJam } from '../../contract/entities/delivery.ts';
import {
  BOARD_MAX,
  DELIVERY_STEPS_MAX,
  FAILED_SHOWN_MS,
  JAM_KEPT_MS,
  RETURN_LONG_MS,
} from '../../contract/rules/deliveryLimits.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { zonedDate, zonedInstant } from '../../contract/rules/zonedTime.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import type { StoredDeliveryFilter } from '../db/deliveryTables.ts';
import { nameIn } from '../db/localName.ts';
import { deliveryById, jamsAmong, lastDeliveryTo, stepsOf, type DeliveryRow } from '../db/repositories/deliveries.ts';
import { boardDeliveries, countsSince, deliveryPage, messageLinesOf } from '../db/repositories/deliveryLists.ts';
import { jamsLeft, type JamLeft } from '../db/repositories/jamsLeft.ts';
import { allSites } from '../db/repositories/maps.ts';
import { liftNames } from '../db/repositories/sites.ts';
import { usualDeliveries, usualSteps } from '../db/repositories/usualDeliveries.ts';
import type { RequestContext } from '../requestContext.ts';
import type { DeliveryParts } from './deliveryFeature.ts';
import { outlookOf } from './deliveryOutlook.ts';
import { toDeliveryDto, toDeliveryStepDto } from './deliveryPresenter.ts';
import { drivenWay } from './drivenWay.ts';
import { assertTimeSpan, namedRobots, offsetOf } from './listRequest.ts';
import { unsentTo } from './unsentMessages.ts';

type Calls = typeof catalogue;
type Reads = Pick<Calls, 'record' | 'recordNew' | 'list' | 'board' | 'details' | 'lastTo'>;

type Place = Pick<Received<Calls['list']>, 'page' | 'limit' | 'after'>;
type MessageLine = Awaited<ReturnType<typeof messageLinesOf>>[number];
type Whose = Pick<StoredDeliveryFilter, 'serialNumbers' | 'siteIds'>;
type ListFilter = Omit<StoredDeliveryFilter, 'serialNumbers' | 'siteIds'>;

export const exportFilter = (
  whose: Whose,
  { statuses, origins = [], startTime, endTime, text }: ListFilter,
): StoredDeliveryFilter => ({
  ...whose,
  statuses,
  origins,
  startTime,
  endTime,
  text,
});

export function createDeliveryReads(
  deps: Pick<AppDeps, 'fleet' | 'rights' | 'now'> & { deliveries: Pick<DeliveryParts, 'queue'> },
) {
  const { fleet, rights, now, deliveries } = deps;
  const { fleetCache } = fleet;

  const robotName = (serialNumber: string, language: Language = 'enUS'): string => {
    const robot = fleetCache.robot(serialNumber);
    return (robot && nameIn(robot.name, language)) || serialNumber;
  };

  /** Names of the reader's robots; undefined for others. */
  const visibleName = ({ userId, language }: Pick<RequestContext, 'userId' | 'language'>) => {
    const own = new Set(fleetCache.robotsOf(userId));
    return (serialNumber: string): string | undefined =>
      own.has(serialNumber) ? robotName(serialNumber, language) : undefined;
  };

  /**
   * Robots and queues that a filter covers. A queue is seen by everybody who has a robot on the site, but not while single
   * robots are selected.
   */
  const visibleTo = (
    userId: string,
    { serialNumberStr = '', siteId = '' }: { serialNumberStr?: string; siteId?: string },
  ): Whose => {
    const named = namedRobots(serialNumberStr);
    const own = [...fleetCache.robotsOf(userId)].flatMap((one) => fleetCache.robot(one) ?? []);
    const onSite = siteId === '' ? own : own.filter((robot) => robot.siteId === siteId);
    if (named.length > 0) return { serialNumbers: named, siteIds: [] };
    return {
      serialNumbers: onSite.map(({ serialNumber }) => serialNumber),
      siteIds: [...new Set(onSite.flatMap((robot) => (robot.retiredAt ? [] : robot.siteId)))],
    };
  };

  const jammedSince = (): Date => new Date(now() - JAM_KEPT_MS);

  /** The lift that the robot of a delivery waits for or rides in, by id of the delivery. */
  const liftsOf = async (db: Db, rows: readonly DeliveryRow[], language: Language) => {
    const found = rows.flatMap(({ id, serialNumber, endedAt }) => {
      const lift = endedAt === null && serialNumber !== '' ? fleet.live(serialNumber, language).task?.lift : undefined;
      return lift ? { id, lift } : [];
    });
    const names = await liftNames(db, [...new Set(found.map(({ lift }) => lift.id))]);
    return new Map(
      found.map(({ id, lift: { id: liftId, isRiding, since } }) => {
        const name = names.get(liftId);
        return [id, { name: name ? nameIn(name, language) : '', isRiding, since }];
      }),
    );
  };

  const dtos = async (
    db: Db,
    rows: readonly DeliveryRow[],
    { userId, language }: Pick<RequestContext, 'userId' | 'language'>,
  ): Promise<Delivery[]> => {
    const expected = await outlookOf(db, rows, { fleetCache, queue: deliveries.queue, now, language, userId });
    const usual = await usualDeliveries(db, rows);
    const open = rows.flatMap(({ id, endedAt }) => (endedAt === null ? id : []));
    const over = rows.flatMap(({ id, endedAt }) => (endedAt === null ? [] : id));
    const lines = new Map<string, MessageLine[]>();
    for (const line of await messageLinesOf(db, open))
      lines.set(line.deliveryId, [...(lines.get(line.deliveryId) ?? []), line]);
    const jams = await jamsAmong(db, over, jammedSince());
    const ids = rows.map(({ id }) => id);
    // A jam of a robot that the reader may not see is its own people's.
    const nameOf = visibleName({ userId, language });
    const left = (await jamsLeft(db, jammedSince(), ids)).filter(
      ({ serialNumber }) => nameOf(serialNumber) !== undefined,
    );
    const lifts = await liftsOf(db, rows, language);
    return rows.map((row) =>
      toDeliveryDto(
        { fleet, rights, now },
        row,
        { userId, language },
        {
          queue: expected.get(row.id) ?? null,
          usualMs: usual(row),
          lift: lifts.get(row.id),
          unsent: unsentTo(row, lines.get(row.id) ?? []),
          isJamOpen: jams.has(row.id),
          left: left.filter(({ deliveryId }) => deliveryId === row.id),
        },
      ),
    );
  };
  const page = async (filter: StoredDeliveryFilter, { page: number, limit, after }: Place, context: RequestContext) => {
    assertTimeSpan(filter);
    const offset = offsetOf({ page: number, limit });
    const { total, rows } = await deliveryPage(context.db, filter, { offset, limit, after });
    return { total, rows: await dtos(context.db, rows, context) };
  };

  /** Jams whose delivery is not on the board, because another robot has it; of each compartment the newest. */
  const jamsBeside = (
    rows: readonly DeliveryRow[],
    jams: readonly JamLeft[],
    { userId, language }: Pick<RequestContext, 'userId' | 'language'>,
  ): BoardJam[] => {
    const shown = new Set(rows.map(({ id }) => id));
    const found = new Map<string, BoardJam>();
    for (const { deliveryId, serialNumber, compartment, at } of jams) {
      const key = `${compartment} ${serialNumber}`;
      if (shown.has(deliveryId) || found.has(key)) continue;
      const { roles, relation } = rights.standing(userId, serialNumber);
      const obstacle = hasRight(roles, relation, 'operate') ? null : 'notAllowed';
      const name = robotName(serialNumber, language);
      found.set(key, { serialNumber, robotName: name, compartment, at: at.getTime(), obstacle });
    }
    return [...found.values()].slice(0, BOARD_MAX);
  };

  const handlers: Handlers<Reads, RequestContext> = {
    record: ({ serialNumber, startTime, endTime, ...place }, context) =>
      page(
        { ...visibleTo(context.userId, { serialNumberStr: serialNumber }), statuses: [], startTime, endTime, text: '' },
        place,
        context,
      ),
    recordNew: ({ serialNumberStr, startTime, endTime, ...place }, context) =>
      page(
        { ...visibleTo(context.userId, { serialNumberStr }), statuses: [], startTime, endTime, text: '' },
        place,
        context,
      ),
    list: ({ page: number, limit, after, ...filter }, context) =>
      page(exportFilter(visibleTo(context.userId, filter), filter), { page: number, limit, after }, context),

    async board({ siteId }, context) {
      const { db } = context;
      const whose = visibleTo(context.userId, { siteId });
      const failedSince = new Date(now() - FAILED_SHOWN_MS);
      const returningSince = new Date(now() - RETURN_LONG_MS);
      const own = new Set(whose.serialNumbers);
      const jams = (await jamsLeft(db, jammedSince())).filter(({ serialNumber }) => own.has(serialNumber));
      const { total, rows } = await boardDeliveries(db, whose, {
        failedSince,
        returningSince,
        jammedSince: jammedSince(),
        jammedIds: [...new Set(jams.map(({ deliveryId }) => deliveryId))],
        limit: BOARD_MAX,
      });
      const zones = (await allSites(db)).filter(({ id }) => whose.siteIds.includes(id));
      const zone = zones[0]?.timeZone ?? 'UTC';
      const today = new Date(zonedInstant(zone, zonedDate(zone, now())));
      return {
        time: now(),
        total,
        rows: await dtos(db, rows, context),
        jams: jamsBeside(rows, jams, context),
        today: await countsSince(db, whose.serialNumbers, today),
      };
    },

    async details({ deliveryId }, context) {
      const { db, language } = context;
      const row = await deliveryById(db, deliveryId);
      const [delivery] = row ? await dtos(db, [row], context) : [];
      if (!row || !delivery) throw new ApiError('deliveryUnknown', { field: 'deliveryId' });
      const nameOf = visibleName(context);
      const isHidden = (serialNumber: string): boolean =>
        fleetCache.robot(serialNumber) !== undefined && nameOf(serialNumber) === undefined;
      const ownNames = new Set([...fleetCache.robotsOf(context.userId)].map((one) => robotName(one, language)));
      return {
        time: now(),
        delivery,
        steps: (await stepsOf(db, row.id, DELIVERY_STEPS_MAX)).map((step) =>
          toDeliveryStepDto(step, language, { nameOf, isHidden, ownNames }),
        ),
        usualSteps: await usualSteps(db, row),
        track: await drivenWay(db, {
          serialNumber: row.serialNumber,
          from: row.createdAt.getTime(),
          until: row.endedAt?.getTime() ?? now(),
        }),
      };
    },

    async lastTo({ areaId }, { db, userId }) {
      const row = await lastDeliveryTo(db, areaId);
      if (!row) return null;
      // A phone number in full only to those who see it elsewhere.
      const siteRobots = [...fleetCache.robotsOf(userId)].filter(
        (serialNumber) => fleetCache.robot(serialNumber)?.siteId === row.siteId,
      );
      const maySee = siteRobots.some((serialNumber) => {
        const { roles, relation } = rights.standing(userId, serialNumber);
        return hasRight(roles, relation, 'administer');
      });
      return maySee
        ? { recipientName: row.recipientName, phoneNumber: row.phoneNumber, loaderPhoneNumber: row.loaderPhone }
        : null;
    },
  };

  return {
    handlers,
    robotName,
    visibleName,
    visibleTo,
    dto: async (db: Db, row: DeliveryRow, context: Pick<RequestContext, 'userId' | 'language'>): Promise<Delivery> => {
      const [delivery] = await dtos(db, [row], context);
      if (!delivery) throw new ApiError('deliveryUnknown', { field: 'deliveryId' });
      return delivery;
    },
  };
}
