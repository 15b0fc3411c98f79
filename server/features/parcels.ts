/**
 * What recipients and loaders do without an account (spec 7, design 22). A wrong pair of phone number and delivery id
 * always gets the same error, whichever of the two is wrong. The loading code is for the loader's number only.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { deliveries as catalogue } from '../../contract/endpoints/deliveries.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { CodeType, Parcel } from '../../contract/entities/delivery.ts';
import {
  deliveryObstacle,
  isDeliveryOver,
  isParcelOnBoard,
  stationOf,
  timeoutOf,
  type DeliveryAct,
} from '../../contract/rules/delivery.ts';
import { DELIVERY_STEPS_MAX, OPEN_CABINET_TTL_MS, RECIPIENT_TRAIL_M } from '../../contract/rules/deliveryLimits.ts';
import {
  DELIVERY_PROVEN_MS,
  DELIVERY_TRIES,
  DELIVERY_TRIES_LOCK_MS,
  DELIVERY_TRIES_OF_ALL,
  DELIVERY_TRIES_PER_ADDRESS,
  DELIVERY_TRIES_WINDOW_MS,
} from '../../contract/rules/limits.ts';
import { decodeTrack } from '../../contract/rules/trackChunk.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { internationalForm, phoneNumberOf } from '../../contract/rules/phonePlans.ts';
import { deliveryById, stepsOf, type DeliveryRow } from '../db/repositories/deliveries.ts';
import { siteById } from '../db/repositories/sites.ts';
import { tracksOf } from '../db/repositories/tracks.ts';
import { detailsOf } from '../db/stepSubject.ts';
import { rereading } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { networkOf } from '../security/addressNetwork.ts';
import type { DeliveryParts } from './deliveryFeature.ts';
import { factsOf, isElsewhere } from './deliveryLife.ts';
import { isLeftInside } from './deliveryOrders.ts';
import { expectedTimes, openingState, placeOf } from './deliveryPresenter.ts';
import { createRateLimiter } from './rateLimiter.ts';

type Calls = typeof catalogue;
type ParcelCalls = Pick<
  Calls,
  'taskCode' | 'parcel' | 'parcelOpen' | 'parcelMoreTime' | 'parcelSendBack' | 'parcelNotMine' | 'parcelElsewhere'
>;
type Proof = Received<Calls['parcel']>;
const pairOf = (taskId: string, network: string): string => `${taskId} ${network}`;
/** The way driven is read back this far, ms. */
const TRAIL_MS = 180_000;

export function createParcelHandlers({
  db,
  sharedDb,
  fleet,
  now,
  deliveries: { secrets, acts },
}: Pick<AppDeps, 'db' | 'sharedDb' | 'fleet' | 'now'> & {
  deliveries: Pick<DeliveryParts, 'secrets' | 'acts'>;
}): Handlers<ParcelCalls, RequestContext> {
  // No block beyond the window: guesses from other networks must not lock out the recipient.
  const shared = { db: sharedDb, windowMs: DELIVERY_TRIES_WINDOW_MS };
  const tasks = createRateLimiter({ ...shared, prefix: 'task', points: DELIVERY_TRIES_OF_ALL });
  const pairs = createRateLimiter({
    db: sharedDb,
    windowMs: DELIVERY_TRIES_LOCK_MS,
    prefix: 'taskFrom',
    points: DELIVERY_TRIES,
    blocks: true,
  });
  const addresses = createRateLimiter({ ...shared, prefix: 'taskAddress', points: DELIVERY_TRIES_PER_ADDRESS });
  /** Networks from which the number was given correctly: guesses from elsewhere no longer count against them. */
  const proven = createRateLimiter({ db: sharedDb, windowMs: DELIVERY_PROVEN_MS, prefix: 'taskProven', points: 1 });
  /**
   * Counts a try before the phone number is compared, so that concurrent requests cannot bypass the limit. A delivery's id
   * has 122 random bits: only unknown ids count for the address, so that somebody who tries them does not lock out the
   * other guests of the site. Numbers tried on a known delivery count for it and the network they come from, so that one
   * network does not lock out the recipient elsewhere; and, much later, for the delivery as a whole. Even then an open page
   * keeps working.
   */
  const count = async (taskId: string, isKnown: boolean, network: string): Promise<{ wasProven: boolean }> => {
    const pair = pairOf(taskId, network);
    try {
      if (!isKnown) await addresses.consume(network);
      await pairs.consume(pair);
      const wasProven = (await proven.get(pair)) !== null;
      if (!wasProven) await tasks.consume(taskId);
      return { wasProven };
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      throw new ApiError('tooManyTries', { words: { seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) } });
    }
  };

  /** @throws deliveryUnknown, tooManyTries */
  const prove = async (
    { taskId, phoneNumber, countryAreaCode, type }: Proof,
    { address }: Pick<RequestContext, 'address'>,
  ): Promise<DeliveryRow> => {
    const row = await deliveryById(db, taskId);
    const network = networkOf(address);
    const { wasProven } = await count(taskId, row !== undefined, network);
    const number = phoneNumberOf(phoneNumber, countryAreaCode);
    if (!row || number === null || (type === 'loading' ? row.loaderPhone : row.phoneNumber) !== number)
      throw new ApiError('deliveryUnknown');
    const pair = pairOf(taskId, network);
    await pairs.reward(pair);
    // `reward` stores the key without a limit.
    if (!wasProven) await Promise.all([tasks.reward(taskId), proven.reward(pair)]);
    return row;
  };

  const actsFor = (row: DeliveryRow, type: CodeType): Parcel['acts'] => {
    const facts = factsOf(row);
    const isLoader = type === 'loading';
    const obstacle = (act: DeliveryAct): ErrorName | null => deliveryObstacle(act, facts);
    const isMine = isLoader
      ? row.status === 'arrivedAtLoadingPoint' || row.status === 'loading'
      : row.status === 'arrivedAtRoom' || row.status === 'cabinetOpen';
    const isOffline = row.serialNumber !== '' && fleet.live(row.serialNumber, 'enUS').connection !== 'online';
    const silent = isOffline ? 'robotOffline' : null;
    const open = obstacle('openCabinet') ?? (isMine ? silent : 'deliveryNotHere');
    return {
      open,
      moreTime: isLoader ? 'notAllowed' : obstacle('moreTime'),
      sendBack: isLoader ? 'notAllowed' : obstacle('sendBack'),
      notMine: isLoader ? 'notAllowed' : (obstacle('notMine') ?? silent),
      elsewhere: isLoader ? 'notAllowed' : obstacle('elsewhere'),
    };
  };

  /** Where the robot is, while it carries the parcel; to the loader, while it comes. */
  const robotFor = async (read: Db, row: DeliveryRow, type: CodeType, language: Language): Promise<Parcel['robot']> => {
    const isShown =
      type === 'pickup'
        ? isParcelOnBoard(row.status)
        : row.status === 'goingToLoadingPoint' || row.status === 'arrivedAtLoadingPoint' || row.status === 'loading';
    if (!isShown || row.serialNumber === '') return null;
    const { pose, at } = fleet.live(row.serialNumber, language);
    if (!pose || at === null) return null;
    const chunks = await tracksOf(read, row.serialNumber, new Date(at - TRAIL_MS), new Date(at));
    const driven = chunks
      .flatMap(({ chunk }) => decodeTrack(chunk))
      .flatMap((sample) =>
        sample.pose?.mapId === pose.mapId && sample.at >= Math.max(at - TRAIL_MS, row.changedAt.getTime())
          ? [[sample.pose.x, sample.pose.y] as [number, number]]
          : [],
      );
    const goal = fleet.fleetCache.point(type === 'pickup' ? row.destination : row.loadingPoint);
    const map = fleet.fleetCache.map(pose.mapId);
    return {
      x: pose.x,
      y: pose.y,
      theta: pose.theta,
      floor: map ? nameIn(map.name, language) : '',
      isSameFloor: goal?.mapId === pose.mapId,
      at,
      trail: lastMetres([...driven, [pose.x, pose.y]], RECIPIENT_TRAIL_M),
      destination: goal?.mapId === pose.mapId ? [goal.x, goal.y] : null,
    };
  };

  /** When the open compartment closes by itself. */
  const closesAt = async (read: Db, { id, status }: DeliveryRow): Promise<number | null> => {
    if (status !== 'cabinetOpen' && status !== 'loading') return null;
    const opened = (await stepsOf(read, id, DELIVERY_STEPS_MAX)).findLast(({ kind }) => kind === 'opened');
    return (opened && detailsOf(opened.subject).closesAt) ?? null;
  };

  const liftOf = ({ serialNumber, status }: DeliveryRow, language: Language): Parcel['lift'] => {
    const lift =
      serialNumber === '' || isDeliveryOver(status) ? undefined : fleet.live(serialNumber, language).task?.lift;
    return lift && (lift.isRiding ? 'riding' : 'waiting');
  };

  const present = async (read: Db, row: DeliveryRow, type: CodeType, language: Language): Promise<Parcel> => {
    const { serialNumber, status } = row;
    const robot = fleet.fleetCache.robot(serialNumber);
    const site = await siteById(read, row.siteId || (robot?.siteId ?? ''));
    const isOver = isDeliveryOver(status);
    const wait = timeoutOf(factsOf(row));
    const lift = liftOf(row, language);
    return {
      time: now(),
      deliveryId: row.id,
      number: row.number,
      type,
      status,
      reason: row.reason,
      station: stationOf(status, row.endedFrom),
      isOver,
      siteName: site ? nameIn(site.name, language) : '',
      timeZone: site?.timeZone ?? '',
      loadingPoint: placeOf({ fleet }, row.loadingPoint, row.loadingName, language).name,
      destination: placeOf({ fleet }, row.destination, row.destinationName, language).name,
      robotName: robot ? nameIn(robot.name, language) : '',
      note: row.note,
      compartment: row.compartment,
      createdAt: row.createdAt.getTime(),
      changedAt: row.changedAt.getTime(),
      ...expectedTimes({ fleet }, row, language),
      leavesAt: wait && wait.to !== 'expired' && row.origin !== 'robot' ? wait.at : null,
      code: isOver ? '' : secrets.codeOf(row, type),
      acts: actsFor(row, type),
      closesAt: await closesAt(read, row),
      isLeftInside: type === 'pickup' && isLeftInside(row),
      isElsewhere: type === 'pickup' && isElsewhere(row),
      ...(lift && { lift }),
      opening:
        row.act?.type === 'openCabinet'
          ? { at: row.act.at, state: openingState(row.act, now(), OPEN_CABINET_TTL_MS) }
          : null,
      keypadLockedUntil: row.keypadLockedUntil?.getTime() ?? null,
      sitePhone: internationalForm(site?.phoneNumber ?? ''),
      robot: await robotFor(read, row, type, language),
    };
  };

  /** The reply contains the code, so it is never stored: a repeat reads the parcel again. */
  const acting = (
    act: 'openCabinet' | 'moreTime' | 'sendBack' | 'notMine' | 'elsewhere',
    field: keyof Parcel['acts'],
  ) =>
    rereading(
      (input: Proof, context) => prove(input, context),
      async ({ type }, context, { id }) => {
        const before = await acts.lock(context.db, id, act);
        const found = actsFor(before, type)[field];
        if (found) throw new ApiError(found as ErrorName); // names of errors, made above
        await acts.act(context, id, act, { cause: type === 'loading' ? 'loader' : 'recipient', by: '' });
        return { deliveryId: id };
      },
      async ({ type }, context, { deliveryId }) => {
        const row = await deliveryById(context.db, deliveryId);
        if (!row) throw new ApiError('deliveryUnknown');
        return present(context.db, row, type, context.language);
      },
    );

  return {
    async taskCode(input, { address, language }) {
      const row = await prove(input, { address });
      const { type } = input;
      const { status, serialNumber } = row;
      const isOver = isDeliveryOver(status);
      const robot = fleet.fleetCache.robot(serialNumber);
      const site = await siteById(db, row.siteId || (robot?.siteId ?? ''));
      return {
        code: isOver ? '' : secrets.codeOf(row, type),
        type,
        status,
        isOver,
        loadingPoint: placeOf({ fleet }, row.loadingPoint, row.loadingName, language).name,
        destination: placeOf({ fleet }, row.destination, row.destinationName, language).name,
        robotName: robot ? nameIn(robot.name, language) : '',
        changedAt: row.changedAt.getTime(),
        timeZone: site?.timeZone ?? '',
      };
    },
    async parcel(input, context) {
      const row = await prove(input, context);
      return present(db, row, input.type, context.language);
    },
    parcelOpen: acting('openCabinet', 'open'),
    parcelMoreTime: acting('moreTime', 'moreTime'),
    parcelSendBack: acting('sendBack', 'sendBack'),
    parcelNotMine: acting('notMine', 'notMine'),
    parcelElsewhere: acting('elsewhere', 'elsewhere'),
  };
}

/** The end of a way, at most this many metres long. */
function lastMetres(way: readonly [number, number][], most: number): [number, number][] {
  const kept: [number, number][] = [];
  let metres = 0;
  for (const place of [...way].reverse()) {
    const last = kept.at(-1);
    metres += last ? Math.hypot(last[0] - place[0], last[1] - place[1]) : 0;
    if (metres > most) break;
    if (!last || last[0] !== place[0] || last[1] !== place[1]) kept.push(place);
  }
  return kept.reverse();
}
