/**
 * The MQTT password of a robot that people added as a simulated one. It is derived from when it was issued, so that any
 * server that runs the simulator knows it, also after it was renewed, and it is stored nowhere.
 */
import { createHmac } from 'node:crypto';
import { newSecret } from '../broker/credentials.ts';
import type { Db } from '../db/database.ts';
import { secretOf } from '../db/repositories/installation.ts';
import type { RobotRow } from '../db/repositories/robots.ts';

type Known = Pick<RobotRow, 'serialNumber' | 'simulated' | 'demo'>;

/** Not one of the demo's own, whose passwords are renewed at each start. */
export const isAddedSimulated = ({ simulated, demo }: Pick<Known, 'simulated' | 'demo'>): boolean => simulated && !demo;

/** Issues passwords: derived ones for simulated robots, random ones for all others. */
export async function passwordIssuer(db: Db): Promise<(robot: Known, issuedAt: Date) => string> {
  const secret = await secretOf(db, 'simulatedRobotSecret');
  return (robot, issuedAt) =>
    isAddedSimulated(robot)
      ? createHmac('sha256', secret).update(`${robot.serialNumber} ${issuedAt.getTime()}`).digest('base64url')
      : newSecret();
}
