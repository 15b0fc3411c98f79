/**
 * Tells robots whether they may recognise faces, and whom: the complete list at every change and every reconnect. A person
 * who is missing from it is forgotten by the robot.
 */
import type { FaceRecognition } from '../../contract/wire/privateCommands.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { faceSiteOf, personsOfSite } from '../db/repositories/facePersons.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';

export interface FaceRobots {
  /** Never rejects. */
  tell(robot: RobotRow): Promise<void>;
  /** Tells all robots of a site. Never rejects. */
  tellSite(siteId: string): Promise<void>;
}

type Needs = Pick<CoreDeps, 'db' | 'log'> & { fleet: () => Fleet };

export function createFaceRobots({ db, log, fleet }: Needs): FaceRobots {
  const commandFor = async (siteId: string): Promise<FaceRecognition | null> => {
    const site = await faceSiteOf(db, siteId);
    // A site that was never set up has nothing to tell.
    if (site.changedBy === '') return null;
    const persons = site.isOn ? await personsOfSite(db, siteId) : [];
    return {
      type: 'faceRecognition',
      isOn: site.isOn,
      persons: persons.map(({ id, serialNumber, robotFaceId, until }) => ({
        personId: id,
        serialNumber,
        faceId: robotFaceId,
        until: until?.getTime() ?? null,
      })),
    };
  };
  const quietly = async (siteId: string, robots: readonly RobotRow[]): Promise<void> => {
    try {
      const command = await commandFor(siteId);
      if (!command) return;
      for (const robot of robots) await fleet().toRobot.privately(robot, command);
    } catch (error) {
      log.warn({ err: error, siteId }, 'robots could not be told about face recognition');
    }
  };
  return {
    tell: (robot) => quietly(robot.siteId, [robot]),
    tellSite: (siteId) =>
      quietly(
        siteId,
        [...fleet().fleetCache.robots()].filter((robot) => robot.siteId === siteId),
      ),
  };
}
