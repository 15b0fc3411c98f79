/** What waiting deliveries can expect: their place in the queue of the site, and the robot that is free first. */
import type { Delivery } from '../../contract/entities/delivery.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { nameIn } from '../db/localName.ts';
import { waitingOn, type DeliveryRow } from '../db/repositories/deliveries.ts';
import type { Db } from '../db/database.ts';
import type { FleetCache } from '../fleet/fleetCache.ts';
import type { DeliveryQueue } from './deliveryQueue.ts';
import { reasonOf, shownReason, whyNotNow, type Hindrance } from './deliveryRobots.ts';
import { readDeliverySite } from './deliverySite.ts';

/** Time that a robot takes for a delivery, ms. */
const USUAL_MS = 240_000;
const LISTED_MAX = 1_000;

type Expected = NonNullable<Delivery['queue']>;

interface Needs {
  fleetCache: Pick<FleetCache, 'robot' | 'robotsOf' | 'point' | 'map'>;
  queue: Pick<DeliveryQueue, 'robotsOf' | 'mayTake'>;
  now: () => number;
  language: Language;
  /** Of the reader, who is told only the names of their robots. */
  userId: string;
}

/** By id of the delivery, for the waiting ones among these rows. */
export async function outlookOf(
  db: Db,
  rows: readonly DeliveryRow[],
  needs: Needs,
): Promise<ReadonlyMap<string, Expected>> {
  const waits = rows.filter(({ status, serialNumber, endedAt }) => status === 'created' && !serialNumber && !endedAt);
  const found = new Map<string, Expected>();
  for (const siteId of new Set(waits.map((row) => row.siteId)))
    for (const [id, expected] of await outlookOn(db, siteId, needs)) found.set(id, expected);
  return found;
}

async function outlookOn(
  db: Db,
  siteId: string,
  { fleetCache, queue, now, language, userId }: Needs,
): Promise<[string, Expected][]> {
  const mapOf = (areaId: string): string => fleetCache.point(areaId)?.mapId ?? '';
  const floorOf = (mapId: string): string => {
    const map = fleetCache.map(mapId);
    return map ? nameIn(map.name, language) : '';
  };
  const site = await readDeliverySite(db, siteId, now());
  const { lifts } = site;
  const robots = queue.robotsOf(site).map((robot) => ({
    robot,
    freeAt: robot.carries.reduce((at) => at + USUAL_MS, now()),
  }));
  const at = now();
  const known = new Set(fleetCache.robotsOf(userId));
  return (await waitingOn(db, siteId, LISTED_MAX)).map((row, i) => {
    const wanted = {
      size: row.size,
      from: { areaId: row.loadingPoint, mapId: mapOf(row.loadingPoint) },
      to: { areaId: row.destination, mapId: mapOf(row.destination) },
    };
    const able = robots
      .filter(({ robot }) => row.wantedRobot === '' || robot.serialNumber === row.wantedRobot)
      .map((one) => ({
        ...one,
        one,
        why: queue.mayTake(row, one.robot.serialNumber)
          ? whyNotNow(one.robot, wanted, { now: at, mapOf, lifts })
          : ('noRight' as const),
      }))
      .filter(({ why }) => why !== 'noWay');
    const next = able.filter(({ why }) => why === '' || why === 'allBusy').sort((a, b) => a.freeAt - b.freeAt)[0];
    const isLater = row.notBefore !== null && row.notBefore.getTime() > at;
    const reason: Hindrance = isLater ? 'notBefore' : reasonOf(able.map(({ why }) => why));
    const name = next?.robot.serialNumber ?? '';
    const robot = known.has(name) ? fleetCache.robot(name) : undefined;
    const startsAt = next ? Math.max(next.freeAt, row.notBefore?.getTime() ?? 0) : null;
    if (next) next.one.freeAt += USUAL_MS;
    return [
      row.id,
      {
        position: i + 1,
        robotName: robot ? nameIn(robot.name, language) : '',
        at: startsAt,
        ...shownReason(reason || 'allBusy', wanted, lifts, floorOf),
      },
    ];
  });
}
