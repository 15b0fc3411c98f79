/**
 * Writes 90 days of recognised faces of the demo's hotel, where its administrator has switched recognition on, and its
 * registered people. They are marked as demo data, and written once, by a background job (server/jobs/kinds/demoFaces.ts).
 */
import { createHash } from 'node:crypto';
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { DEMO_PERSONS, lookOf, PASSERS_BY, REGISTERED_BY, simulatedFaceId } from '../../../demo/people.ts';
import { randomFrom } from '../../../demo/random.ts';
import { portraitSvg } from '../../../demo/portrait.ts';
import { roster, type DemoRobot } from '../../../demo/roster.ts';
import { HARBOUR, MAPS, SITES } from '../../../demo/sites.ts';
import { FACE_DAYS, isHighTemperature, USUAL_THRESHOLD } from '../../../contract/rules/faces.ts';
import { plusDays, zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { bulkInsert } from '../bulkInsert.ts';
import type { Db } from '../database.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import type { FaceRow } from '../repositories/faces.ts';
import { facePersons, faceRecords, faceSites } from '../schema.ts';

const MARK = 'demoFaces';
const SEED = 0x66616365;
const PER_DAY = 10;
const HOURS = { from: 7, until: 22 } as const;
const REGISTERED = 0.4;
const FEVER = 0.008;
const NO_READING = 0.05;
/** Ages of the setting and of the consents, days. */
const SINCE_DAYS = 120;
const GROUND = 'Demo: agreed with the works council; guests are informed at the entrance.';
const DAY_MS = 86_400_000;

type Row = typeof faceRecords.$inferInsert;

/** The site where faces are recognised. */
export const DEMO_FACE_SITE = HARBOUR;
/** Named robots of the demo. */
const NAMED_ROBOTS = 12;
export const demoFaceRobots = (isKnown: (serialNumber: string) => boolean): DemoRobot[] =>
  roster(NAMED_ROBOTS).filter(({ serialNumber }) => isKnown(serialNumber));
/** The drawn portrait of a recognised face. */
export const demoPortrait = (face: FaceRow): string => portraitSvg(demoLookOf(face));

/** @param now ms  @returns the number of records written */
export async function seedFaces(db: Db, fleet: readonly DemoRobot[], now: number): Promise<number> {
  const since = new Date(now - SINCE_DAYS * DAY_MS);
  const admin = (ACCOUNTS.find(({ roles }) => roles.some((role) => role === 'admin')) ?? ACCOUNTS[0])?.id ?? '';
  const rows = rowsOf(fleet, now, admin);
  return db.transaction(async (transaction) => {
    if ((await markOf(transaction, MARK)) !== undefined) return 0;
    await transaction
      .insert(faceSites)
      .values({ siteId: HARBOUR, isOn: true, ground: GROUND, changedBy: admin, changedAt: since, revision: 1 })
      .onConflictDoNothing();
    await transaction
      .insert(facePersons)
      .values(
        DEMO_PERSONS.map(({ id, siteId, name, look }) => ({
          id,
          siteId,
          name,
          kind: 'staff' as const,
          serialNumber: REGISTERED_BY,
          robotFaceId: simulatedFaceId(look, 'demo'),
          consentAt: since,
          consentBy: admin,
        })),
      )
      .onConflictDoNothing();
    await bulkInsert(transaction, faceRecords, rows);
    await setMark(transaction, MARK, String(now));
    return rows.length;
  });
}

/** The look of a demo record. */
export const demoLookOf = ({ robotFaceId }: Pick<FaceRow, 'robotFaceId'>): number => lookOf(robotFaceId) ?? 0;

function rowsOf(fleet: readonly DemoRobot[], now: number, admin: string): Row[] {
  const chance = randomFrom(SEED);
  const zone = SITES.find(({ id }) => id === HARBOUR)?.timeZone ?? 'UTC';
  const points = new Map(MAPS.flatMap((map) => map.points.map((point) => [point.id, point.name] as const)));
  const today = zonedDate(zone, now);
  const rows: Row[] = [];
  for (const robot of fleet.filter(({ kind, siteId, light }) => kind === 'reception' && siteId === HARBOUR && !light)) {
    for (let day = FACE_DAYS.records - 1; day >= 0; day -= 1) {
      const midnight = zonedInstant(zone, plusDays(today, -day));
      for (let i = 0; i < PER_DAY; i += 1) {
        const [hour, who, pick, reading, degrees] = [chance(), chance(), chance(), chance(), chance()];
        const at = Math.round(midnight + (HOURS.from + hour * (HOURS.until - HOURS.from)) * 3_600_000);
        if (at >= now) continue;
        const person = who < REGISTERED ? DEMO_PERSONS[Math.floor(pick * DEMO_PERSONS.length)] : undefined;
        const look = person?.look ?? PASSERS_BY.first + Math.floor(pick * PASSERS_BY.count);
        const measured = reading < FEVER ? 37.4 + degrees * 1.4 : 36.1 + degrees * 0.8;
        const temperature = reading > 1 - NO_READING ? null : Math.round(measured * 10) / 10;
        const isHigh = isHighTemperature(temperature, USUAL_THRESHOLD);
        const robotFaceId = simulatedFaceId(look, `demo-${robot.serialNumber}-${day}-${i}`);
        rows.push({
          id: createHash('sha256').update(`demo face\n${robotFaceId}`).digest('hex').slice(0, 32),
          serialNumber: robot.serialNumber,
          robotFaceId,
          robotName: robot.name,
          siteId: HARBOUR,
          at: new Date(at),
          personId: person?.id ?? null,
          temperature,
          threshold: USUAL_THRESHOLD,
          isHigh,
          placeName: points.get(robot.homePointId) ?? '',
          checkedBy: isHigh ? admin : null,
          checkedAt: isHigh ? new Date(Math.min(now, at + 300_000)) : null,
          demo: true,
        });
      }
    }
  }
  return rows;
}
