/**
 * Parses fleet updates. A thousand moving robots produce 0.8 MB per second, and full validation would take a tenth of
 * the main thread. Therefore only the frame and a rotating sample of robots are validated by the schema; the others get
 * a quick check. A server with a different format is still detected in the first update.
 */
import * as v from 'valibot';
import type { RobotLive } from '../../contract/entities/robot.ts';
import { robotLive } from '../../contract/entities/robot.ts';
import { type FleetUpdate, fleetUpdate } from '../../contract/wire/feed.ts';

/** Robots of an update that are validated in full. */
const SAMPLE = 50;
const frame = v.object({ ...v.omit(fleetUpdate, ['robots']).entries, robots: v.array(v.unknown()) });

/** @throws SyntaxError, valibot's error or TypeError for an invalid update */
export function createFleetFeedParser(): (text: string) => FleetUpdate {
  let turn = 0;
  return (text) => {
    const { robots, ...rest } = v.parse(frame, JSON.parse(text));
    const first = robots.length > 0 ? turn % robots.length : 0;
    turn = first + SAMPLE;
    return {
      ...rest,
      robots: robots.map((robot, index) =>
        (index - first + robots.length) % robots.length < SAMPLE ? v.parse(robotLive, robot) : glanced(robot),
      ),
    };
  };
}

/** Checks the fields without which a machine or the map would fail. */
function glanced(robot: unknown): RobotLive {
  const { serialNumber, pose, problems, path, status, at } = robot as RobotLive;
  const isWhole =
    typeof serialNumber === 'string' &&
    typeof status === 'string' &&
    (at === null || Number.isFinite(at)) &&
    Array.isArray(problems) &&
    Array.isArray(path) &&
    (pose === null ||
      (typeof pose.mapId === 'string' &&
        Number.isFinite(pose.x) &&
        Number.isFinite(pose.y) &&
        Number.isFinite(pose.theta)));
  if (!isWhole) throw new TypeError(`not a robot: ${String(serialNumber)}`);
  return robot as RobotLive;
}
