/**
 * Tells robots whether they may recognise faces, and whom: the complete list at every change, every reconnect and every
 * move, and again every few minutes, because a message can be lost. A person who is missing from it is forgotten by the
 * robot.
 */
import type { CoreDeps } from '../coreDeps.ts';
import { faceListOf, hasFaceSites } from '../db/repositories/facePersons.ts';
import { robotBySerialNumber } from '../db/repositories/robots.ts';
import type { Fleet } from '../fleet/fleet.ts';

export interface FaceRobots {
  /** Also of a site that was never set up: the robot may come from another one. Never rejects. */
  tell(robot: { serialNumber: string }): Promise<void>;
  /** Tells all robots of a site. Never rejects. */
  tellSite(siteId: string): Promise<void>;
  /** Tells all connected robots again. Never rejects. */
  repeat(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'db' | 'log'> & { fleet: () => Fleet };

const REPEAT_MS = 5 * 60_000;

export function createFaceRobots({ db, log, fleet }: Needs): FaceRobots {
  const quietly = (work: Promise<void>, about: object): Promise<void> =>
    work.catch((error: unknown) =>
      log.warn({ err: error, ...about }, 'robots could not be told about face recognition'),
    );
  /** Where a robot is, is read with the list: a cached site could give it the list of the site that it left. */
  const send = async (siteId: string, isMeant: (serialNumber: string) => boolean): Promise<void> => {
    const { readAt, isOn, persons, serialNumbers } = await faceListOf(db, siteId);
    for (const serialNumber of serialNumbers.filter(isMeant)) {
      const robot = fleet().fleetCache.robot(serialNumber);
      if (!robot) continue;
      const telling = fleet().toRobot.privately(robot, {
        type: 'faceRecognition',
        sentAt: readAt,
        isOn,
        persons: persons.map((person) => ({
          personId: person.id,
          serialNumber: person.serialNumber,
          faceId: person.robotFaceId,
          until: person.until?.getTime() ?? null,
        })),
      });
      // A robot that could not be told must not keep the others from it.
      await quietly(telling, { serialNumber });
    }
  };
  /** The next reading of a site's list, and whom it is for: a fleet that connects at once needs few readings. */
  const next = new Map<string, { serialNumbers: Set<string>; sent: Promise<void> }>();
  /** Ends when the current reading of a site has ended. Never rejects. */
  const current = new Map<string, Promise<void>>();
  const sendNext = async (siteId: string, serialNumbers: ReadonlySet<string>): Promise<void> => {
    await current.get(siteId);
    next.delete(siteId);
    const sending = send(siteId, (one) => serialNumbers.has(one));
    const ended = Promise.allSettled([sending]).then(() => void current.delete(siteId));
    current.set(siteId, ended);
    return sending;
  };
  const tell = async (serialNumber: string): Promise<void> => {
    const robot = await robotBySerialNumber(db, serialNumber);
    // No robot can know anybody before a site is set up.
    if (!robot || !(await hasFaceSites(db))) return;
    const { siteId } = robot;
    const joined = next.get(siteId);
    if (joined) {
      joined.serialNumbers.add(serialNumber);
      return joined.sent;
    }
    const serialNumbers = new Set([serialNumber]);
    const sent = sendNext(siteId, serialNumbers);
    next.set(siteId, { serialNumbers, sent });
    return sent;
  };
  const repeat = async (): Promise<void> => {
    if (!(await hasFaceSites(db))) return;
    const isConnected = (serialNumber: string) => fleet().live(serialNumber, 'enUS').connection === 'online';
    const connected = [...fleet().fleetCache.robots()].filter(({ serialNumber }) => isConnected(serialNumber));
    for (const siteId of new Set(connected.map((robot) => robot.siteId)))
      await quietly(send(siteId, isConnected), { siteId });
  };
  return {
    tell: ({ serialNumber }) => quietly(tell(serialNumber), { serialNumber }),
    tellSite: (siteId) =>
      quietly(
        send(siteId, () => true),
        { siteId },
      ),
    repeat: () => quietly(repeat(), {}),
  };
}

/** Repeats the lists for as long as the server runs. */
export function startFaceRepeats({ repeat }: Pick<FaceRobots, 'repeat'>): { close(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= repeat().finally(() => (running = undefined));
  }, REPEAT_MS);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
