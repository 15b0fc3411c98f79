/**
 * Reads a beat of the feed. A thousand robots that all moved are 0.8 MB a second, and the full schema would cost a tenth of the
 * main thread; so the frame and the first robots of a beat are parsed by the schema, starting where the last beat left off,
 * and the others only looked at. A server that speaks otherwise than we is noticed with the first beat all the same.
 */
import * as v from 'valibot';
import type { RobotLive } from '../../contract/entities/robot.ts';
import { robotLive } from '../../contract/entities/robot.ts';
import { type FleetBeat, fleetBeat } from '../../contract/wire/feed.ts';

/** Robots of a beat that are parsed in full. */
const SAMPLE = 50;
const frame = v.object({ ...v.omit(fleetBeat, ['robots']).entries, robots: v.array(v.unknown()) });

/** @throws for what is no beat: SyntaxError, valibot's error, TypeError */
export function createFleetFeedParser(): (text: string) => FleetBeat {
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

/** What would break a machine or the map if it were missing. */
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
