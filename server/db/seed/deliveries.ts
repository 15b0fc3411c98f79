/**
 * Writes 90 days of deliveries as such sites would have had them, with their histories, so that the records are not empty
 * at the first start. Written once; real deliveries are added next to them.
 */
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { orderOn } from '../../../demo/guests.ts';
import { randomFrom } from '../../../demo/random.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { pointOf, SITES } from '../../../demo/sites.ts';
import type { DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import { isDeliveryOver, type DeliveryCause, type DeliveryReason } from '../../../contract/rules/delivery.ts';
import { plusDays, zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { bulkInsert } from '../bulkInsert.ts';
import type { Db } from '../database.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { deliveries, deliverySteps } from '../schema.ts';

const MARK = 'demoDeliveries';
const SEED = 0x64656c69;
const DAYS = 90;
const PER_DAY = 6;
const MINUTE_MS = 60_000;

type Row = typeof deliveries.$inferInsert;
type Step = typeof deliverySteps.$inferInsert;
interface Stage {
  status: DeliveryStatus;
  cause: DeliveryCause;
  reason?: DeliveryReason;
  /** Minutes after the one before. */
  after: readonly [least: number, most: number];
}

const stage = (
  status: DeliveryStatus,
  after: readonly [number, number],
  cause: DeliveryCause = 'robot',
  reason?: DeliveryReason,
): Stage => ({ status, after, cause, ...(reason && { reason }) });
const TO_LOADING = [stage('goingToLoadingPoint', [0.05, 0.3]), stage('arrivedAtLoadingPoint', [0.5, 3])];
const LOADED = [...TO_LOADING, stage('loading', [0.3, 3], 'loader'), stage('loadingCompleted', [0.1, 0.6])];
const AT_ROOM = [...LOADED, stage('delivering', [0.05, 0.1]), stage('arrivedAtRoom', [1, 6])];
/** How deliveries went, with their shares. */
const COURSES: readonly { share: number; stages: readonly Stage[] }[] = [
  { share: 0.88, stages: [...AT_ROOM, stage('cabinetOpen', [0.2, 4], 'recipient'), stage('completed', [0.1, 0.3])] },
  { share: 0.04, stages: [...AT_ROOM, stage('notPickedUp', [10, 10], 'time', 'noOneCame')] },
  { share: 0.025, stages: [...TO_LOADING, stage('loadingTimeout', [10, 10], 'time', 'noOneCame')] },
  { share: 0.02, stages: [stage('cancelled', [0.3, 4], 'operator', 'asked')] },
  {
    share: 0.02,
    stages: [...LOADED, stage('delivering', [0.05, 0.1]), stage('deliveryFailed', [2, 8], 'robot', 'blocked')],
  },
  { share: 0.01, stages: [...TO_LOADING, stage('loadingFailed', [0.3, 2], 'robot', 'jammed')] },
  {
    share: 0.005,
    stages: [stage('goingToLoadingPoint', [0.1, 0.3]), stage('goingToLoadingFailed', [1, 4], 'robot', 'blocked')],
  },
];

/** @param now ms */
export async function seedDeliveries(db: Db, fleet: readonly DemoRobot[], now: number): Promise<void> {
  if ((await markOf(db, MARK)) !== undefined) return;
  const { rows, steps } = pastDeliveries(fleet, now);
  await bulkInsert(db, deliveries, rows);
  await bulkInsert(db, deliverySteps, steps);
  await setMark(db, MARK, String(now));
}

function pastDeliveries(fleet: readonly DemoRobot[], now: number): { rows: Row[]; steps: Step[] } {
  const chance = randomFrom(SEED);
  const people = ACCOUNTS.filter(({ roles, relation }) => roles.includes('operator') && relation !== null);
  const rows: Row[] = [];
  const steps: Step[] = [];
  for (const { serialNumber, siteId, capabilities, light } of fleet) {
    if (capabilities.cabinets === 0 || light) continue;
    const zone = SITES.find(({ id }) => id === siteId)?.timeZone ?? 'UTC';
    const today = zonedDate(zone, now);
    for (let day = DAYS; day >= 1; day -= 1) {
      const midnight = zonedInstant(zone, plusDays(today, -day));
      for (let nth = 0; nth < PER_DAY; nth += 1) {
        const order = orderOn(siteId, chance);
        const person = people[Math.floor(chance() * people.length)];
        // From seven in the morning to eleven at night, far enough apart that they do not overlap.
        const createdAt = midnight + Math.round((7 + (16 * (nth + 0.7 * chance())) / PER_DAY) * 60 * MINUTE_MS);
        const course = courseAt(chance());
        if (!order || !person || !course) continue;
        const id = `demo-delivery-${serialNumber}-${day}-${nth}`;
        let at = createdAt;
        let endedFrom: DeliveryStatus = 'created';
        let last: Stage = stage('created', [0, 0], 'operator');
        const own: Step[] = [
          {
            deliveryId: id,
            at: new Date(at),
            kind: 'status',
            status: 'created',
            cause: 'operator',
            by: person.name,
            reason: '',
            subject: '',
            value: null,
          },
        ];
        for (const one of course) {
          const [least, most] = one.after;
          at += Math.round((least + chance() * (most - least)) * MINUTE_MS);
          endedFrom = last.status;
          last = one;
          own.push({
            deliveryId: id,
            at: new Date(at),
            kind: 'status',
            status: one.status,
            cause: one.cause,
            by: one.cause === 'operator' ? person.name : '',
            reason: one.reason ?? '',
            subject: '',
            value: null,
          });
        }
        if (at > now || !isDeliveryOver(last.status)) continue;
        steps.push(...own);
        rows.push({
          id,
          serialNumber,
          siteId,
          origin: 'demo',
          status: last.status,
          reason: last.reason ?? '',
          endedFrom,
          phoneNumber: order.phoneNumber,
          recipientName: order.recipientName,
          note: order.note,
          loadingPoint: order.from,
          destination: order.to,
          loadingName: pointOf(order.from).name,
          destinationName: pointOf(order.to).name,
          loadingCode: '',
          pickupCode: '',
          compartment: 1 + (nth % capabilities.cabinets),
          createdBy: person.id,
          createdByName: person.name,
          returns: last.status === 'notPickedUp' || last.status === 'deliveryFailed' ? 'returned' : 'none',
          isAcknowledged: true,
          createdAt: new Date(createdAt),
          changedAt: new Date(at),
          endedAt: new Date(at),
        });
      }
    }
  }
  rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return { rows, steps };
}

function courseAt(luck: number): readonly Stage[] | undefined {
  let sum = 0;
  return COURSES.find(({ share }) => (sum += share) > luck)?.stages ?? COURSES[0]?.stages;
}
