/**
 * Gives the deliveries of a site to its robots, in the order in which they were asked for. Runs at once after a delivery
 * was made or a robot became free, and again every few seconds; a lock for each site keeps servers apart.
 */
import { robotsWithWaitingRuns } from '../db/repositories/schedules.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { DeliveryPromise } from '../../contract/entities/delivery.ts';
import { OPEN_DELIVERIES_PER_SITE } from '../../contract/rules/deliveryLimits.ts';
import { USUAL_SPEED } from '../../contract/rules/cruiseEstimate.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import {
  changeDelivery,
  lockDeliveriesOf,
  waitingAmong,
  waitingOn,
  type DeliveryRow,
} from '../db/repositories/deliveries.ts';
import { subjectWith, type StoredChoice } from '../db/stepSubject.ts';
import type { PointRow } from '../fleet/fleetCache.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { LiveRights } from '../rights/liveRights.ts';
import { chosenOf, choiceOf, type Candidate } from './deliveryChoice.ts';
import { addLine, nextDue } from './deliveryLife.ts';
import {
  freeCompartment,
  isAtWorkFor,
  mayTakeFor,
  reasonOf,
  shownReason,
  whyNoneNow,
  whyNotNow,
  type DeliveryRobot,
  type Hindrance,
  type Lifts,
  type WantedDelivery,
} from './deliveryRobots.ts';
import { readDeliverySite, type DeliverySite } from './deliverySite.ts';
import type { DrivingDistances, OnMap } from './drivingDistances.ts';

/** Deliveries of a site that are given to robots in one round. */
const ROUND_MAX = 300;
/** Share of the top speed, and what a robot takes for loading and for an unfinished delivery, s. */
const PACE = 0.7;
const LOADING_S = 60;
const UNFINISHED_S = 180;

/** Hindrances that do not end by themselves soon. */
const NOT_SOON: ReadonlySet<Candidate['why']> = new Set(['noRight', 'noWay', 'offline', 'noCompartment', 'liftOut']);

type Orderer = Pick<DeliveryRow, 'createdBy' | 'origin'>;
/** Who asks, for which robot ('': any), and what the robots of the site wait for. */
interface Asked {
  order: Orderer;
  robot: string;
  lifts: Lifts;
  /** Robots for which a scheduled run waits. */
  awaited: ReadonlySet<string>;
}
/** Metres from a robot or point to a point; null if they were not planned. */
type Distances = (from: string, areaId: string) => number | null;

export interface DeliveryQueue {
  /** Looks at the queue of a site now, or again right after the round under way. */
  look(siteId: string): void;
  /** Who would take a delivery, and when. @param ahead deliveries that wait before it */
  promise(
    db: Db,
    wanted: WantedDelivery & {
      siteId: string;
      robot: string;
      notBefore: number;
      ahead: number;
      createdBy: string;
      language: Language;
    },
  ): Promise<
    Omit<DeliveryPromise, 'tellsRecipient' | 'tellsLoader' | 'messageLimit' | 'robotName' | 'choice'> & {
      choice: StoredChoice;
    }
  >;
  /** Whether the orderer of a delivery may operate the robot. */
  mayTake(order: Orderer, serialNumber: string): boolean;
  /** Robots of the site that carry deliveries. */
  robotsOf(site: DeliverySite): DeliveryRobot[];
  /** Waits for the rounds under way. */
  idle(): Promise<void>;
}

interface Needs extends Pick<AppDeps, 'db' | 'log' | 'now'> {
  fleet: () => Fleet;
  distances: DrivingDistances;
  rights: Pick<LiveRights, 'standing'>;
  /** A robot was given these deliveries, or lost them. Runs after the commit. */
  onAssigned: (rows: readonly DeliveryRow[]) => void;
}

export function createDeliveryQueue({ db, log, now, fleet, distances, rights, onAssigned }: Needs): DeliveryQueue {
  const mapOf = (areaId: string): string => fleet().fleetCache.point(areaId)?.mapId ?? '';
  const pointOf = (areaId: string): PointRow | undefined => fleet().fleetCache.point(areaId);

  const mayTake = (order: Orderer, serialNumber: string): boolean => mayTakeFor(rights, order, serialNumber);

  /** The robot's state does not show commands issued a moment ago. */
  const withCommands = (live: RobotLive): RobotLive => ({
    ...live,
    busy: live.busy || fleet().ledger.openOf(live.serialNumber).length > 0,
  });

  const robotsOf = ({ siteId, carried, jammed }: DeliverySite): DeliveryRobot[] =>
    [...fleet().fleetCache.robots()].flatMap((robot) => {
      const abilities = fleet().fleetCache.abilitiesOf(robot.serialNumber);
      if (robot.siteId !== siteId || robot.retiredAt || !abilities.compartments?.length) return [];
      const { serialNumber } = robot;
      const own = carried.filter((row) => row.serialNumber === serialNumber);
      const isStuck = (row: DeliveryRow): boolean => !isAtWorkFor(row);
      return {
        serialNumber,
        abilities,
        live: withCommands(fleet().live(serialNumber, 'enUS')),
        maps: fleet().fleetCache.mapsOf(serialNumber),
        carries: own.filter(isAtWorkFor),
        unusable: [...own.filter(isStuck), ...jammed.filter((one) => one.serialNumber === serialNumber)].flatMap(
          ({ compartment }) => compartment ?? [],
        ),
      };
    });

  const wantedOf = ({ size, loadingPoint, destination }: DeliveryRow): WantedDelivery => ({
    size,
    from: { areaId: loadingPoint, mapId: mapOf(loadingPoint) },
    to: { areaId: destination, mapId: mapOf(destination) },
  });
  const placeOf = (areaId: string): OnMap | null => {
    const point = pointOf(areaId);
    return point ? { mapId: point.mapId, x: point.x, y: point.y } : null;
  };
  const keyOf = (serialNumber: string, areaId: string): string => `${serialNumber} ${areaId}`;

  /** Metres from the robots to loading points, and from those to destinations. */
  const distancesFor = async (
    read: Db,
    robots: readonly DeliveryRobot[],
    wanted: readonly WantedDelivery[],
  ): Promise<Distances> => {
    const legs: { key: string; leg: readonly [OnMap, OnMap] }[] = [];
    for (const loading of new Set(wanted.map(({ from }) => from.areaId))) {
      const to = placeOf(loading);
      if (!to) continue;
      for (const { serialNumber, live } of robots)
        if (live.pose) legs.push({ key: keyOf(serialNumber, loading), leg: [live.pose, to] });
    }
    for (const { from, to } of wanted) {
      const [start, end] = [placeOf(from.areaId), placeOf(to.areaId)];
      if (start && end) legs.push({ key: keyOf(from.areaId, to.areaId), leg: [start, end] });
    }
    const metres = await distances.metres(
      read,
      legs.map(({ leg }) => leg),
    );
    const known = new Map(legs.map(({ key }, i) => [key, metres[i] ?? 0]));
    return (one, areaId) => known.get(keyOf(one, areaId)) ?? null;
  };

  const secondsFor = (metres: number, { abilities }: Pick<DeliveryRobot, 'abilities'>): number =>
    metres / (Math.max(0.2, abilities.maxSpeed || USUAL_SPEED) * PACE);

  const whyNow = (robot: DeliveryRobot, wanted: WantedDelivery, lifts: Lifts): Hindrance =>
    whyNotNow(robot, wanted, { now: now(), mapOf, lifts });

  /** The robots that could take it: all, or the one that was asked for. */
  const candidatesFor = (
    robots: readonly DeliveryRobot[],
    wanted: WantedDelivery,
    { order, robot: named, lifts, awaited }: Asked,
    metresTo: Distances,
  ): Candidate[] =>
    robots
      .filter(({ serialNumber }) => named === '' || serialNumber === named)
      .map((robot) => {
        const why = mayTake(order, robot.serialNumber) ? whyNow(robot, wanted, lifts) : 'noRight';
        return {
          robot,
          // A scheduled run that waits for its robot comes before new deliveries.
          why: why === '' && awaited.has(robot.serialNumber) ? 'scheduledRun' : why,
          metres: metresTo(robot.serialNumber, wanted.from.areaId),
          isOnMap: robot.live.pose?.mapId === wanted.from.mapId,
        };
      });

  const isDue = ({ notBefore }: DeliveryRow): boolean => notBefore === null || notBefore.getTime() <= now();
  const couldTake = (robot: DeliveryRobot, row: DeliveryRow, lifts: Lifts): boolean =>
    (row.wantedRobot === '' || row.wantedRobot === robot.serialNumber) &&
    mayTake(row, robot.serialNumber) &&
    whyNow(robot, wantedOf(row), lifts) === '';

  const round = async (siteId: string): Promise<void> => {
    const waiting = (await waitingOn(db, siteId, OPEN_DELIVERIES_PER_SITE)).filter(isDue);
    if (waiting.length === 0) return;
    const seen = await readDeliverySite(db, siteId, now());
    const ready = robotsOf(seen).filter((robot) => whyNoneNow(robot, now()) === '');
    if (ready.length === 0) return;
    // Those that wait for a robot that is away must not keep the others from being looked at.
    const first: DeliveryRow[] = [];
    const near = new Set<DeliveryRobot>();
    for (const row of waiting) {
      if (first.length === ROUND_MAX) break;
      const able = ready.filter((robot) => couldTake(robot, row, seen.lifts));
      if (able.length > 0) first.push(row);
      for (const robot of able) near.add(robot);
    }
    if (first.length === 0) return;
    const metresTo = await distancesFor(db, [...near], first.map(wantedOf));
    const assigned: DeliveryRow[] = [];
    await db.transaction(async (transaction) => {
      await lockDeliveriesOf(transaction, siteId);
      const site = await readDeliverySite(transaction, siteId, now());
      const carried = [...site.carried];
      const awaited = await robotsWithWaitingRuns(transaction, new Date(now()));
      const ids = first.map(({ id }) => id);
      for (const row of await waitingAmong(transaction, ids)) {
        const at = now();
        const candidates = candidatesFor(
          robotsOf({ ...site, carried }),
          wantedOf(row),
          { order: row, robot: row.wantedRobot, lifts: site.lifts, awaited },
          metresTo,
        );
        const avoided = row.avoidedRobot;
        const found = chosenOf(candidates, { isNamed: row.wantedRobot !== '', avoided });
        const robot = found.chosen?.robot;
        const compartment = robot ? freeCompartment(robot, row.size) : null;
        if (!robot || compartment === null) continue;
        const loadingAt = at + 1000 * secondsFor(metresTo(robot.serialNumber, row.loadingPoint) ?? 0, robot);
        const arrivalAt =
          loadingAt + 1000 * (LOADING_S + secondsFor(metresTo(row.loadingPoint, row.destination) ?? 0, robot));
        const after = await changeDelivery(transaction, row.id, {
          serialNumber: robot.serialNumber,
          compartment,
          changedAt: new Date(at),
          loadingAt: new Date(Math.round(loadingAt)),
          arrivalAt: new Date(Math.round(arrivalAt)),
          dueAt: nextDue({ ...row, serialNumber: robot.serialNumber }, at),
        });
        const name = fleet().fleetCache.robot(robot.serialNumber)?.name ?? robot.serialNumber;
        await addLine(transaction, after, {
          at: new Date(at),
          kind: 'assigned',
          cause: 'server',
          subject: subjectWith(name, { choice: choiceOf(candidates, { ...found, size: row.size, avoided }) }),
          value: compartment,
        });
        carried.push(after);
        assigned.push(after);
      }
    });
    if (assigned.length > 0) onAssigned(assigned);
  };

  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const look = (siteId: string): void => {
    if (running.has(siteId)) return void again.add(siteId);
    const work = round(siteId)
      .catch((error: unknown) =>
        log.warn({ err: error, siteId }, 'the deliveries of a site could not be given to robots'),
      )
      .finally(() => {
        running.delete(siteId);
        if (again.delete(siteId)) look(siteId);
      });
    running.set(siteId, work);
  };

  return {
    look,
    robotsOf,
    mayTake,
    async promise(read, { siteId, robot: named, notBefore, ahead, createdBy, language, ...wanted }) {
      const order = { createdBy, origin: 'console' as const };
      const site = await readDeliverySite(read, siteId, now());
      const { lifts } = site;
      const robots = robotsOf(site);
      const metresTo = await distancesFor(read, robots, [wanted]);
      const isLater = notBefore > now();
      const awaited = await robotsWithWaitingRuns(read, new Date(now()));
      const candidates = candidatesFor(robots, wanted, { order, robot: named, lifts, awaited }, metresTo);
      const found = chosenOf(candidates, { isNamed: named !== '', avoided: '' });
      const isFree = found.chosen !== undefined && !isLater && ahead === 0;
      const way = metresTo(wanted.from.areaId, wanted.to.areaId) ?? 0;
      const able = candidates.filter(({ why }) => !NOT_SOON.has(why));
      // The robot that is free first takes it; each delivery before this one keeps it for the usual time.
      const freeAt = ({ robot, metres }: Candidate): number =>
        robot.carries.reduce((seconds) => seconds + UNFINISHED_S, 0) + secondsFor(metres ?? 0, robot);
      const first = isFree ? found.chosen : able.toSorted((a, b) => freeAt(a) - freeAt(b))[0];
      const choice = choiceOf(candidates, {
        chosen: first,
        reason: !first ? '' : isFree ? found.reason : named === '' ? 'freeFirst' : 'named',
        size: wanted.size,
      });
      const hindrances = candidates.map(({ why }) => (why === 'scheduledRun' ? 'allBusy' : why));
      const why: Hindrance = isLater ? 'notBefore' : isFree ? '' : reasonOf(hindrances) || 'allBusy';
      const reason = shownReason(why, wanted, lifts, (mapId) => {
        const map = fleet().fleetCache.map(mapId);
        return map ? nameIn(map.name, language) : '';
      });
      if (!first)
        return {
          serialNumber: '',
          battery: null,
          compartment: null,
          isFree: false,
          loadingAt: null,
          arrivalAt: null,
          ahead,
          ...reason,
          choice,
        };
      const waits = isFree ? 0 : (ahead * UNFINISHED_S) / Math.max(1, able.length);
      const loadingAt = Math.max(now(), notBefore) + 1000 * (freeAt(first) + waits);
      const next = first.robot;
      return {
        serialNumber: next.serialNumber,
        battery: choice.battery,
        compartment: isFree ? freeCompartment(next, wanted.size) : null,
        isFree,
        loadingAt: Math.round(loadingAt),
        arrivalAt: Math.round(loadingAt + 1000 * (LOADING_S + secondsFor(way, next))),
        ahead,
        ...reason,
        choice,
      };
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
