/**
 * The fleet on one floor in the form that the map needs: poses from the live store, the rest from the fleet machine.
 * The canvas reads it at its own rate; `read` returns the same array while nothing changed.
 */
import type { Robot } from '../../../contract/entities/robot.ts';
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { Live } from '../../machines/live.ts';
import { isOld } from '../labels/staleness.ts';
import { robotName } from '../robots/robotName.ts';
import type { MapRobot, MapScene } from './scene.ts';

export interface FleetSource {
  /** The robots to draw, by serial number; a new Map when one changed. */
  robots: () => ReadonlyMap<string, Robot>;
  /** Notifies of changes other than movements. */
  subscribe: (changed: () => void) => () => void;
  /** Whether live updates have stopped; all robots are then drawn as ghosts. */
  lost: () => boolean;
  /** The events of unresolved alarm cases, by serial number; a new Map when one changed. */
  alarms: () => ReadonlyMap<string, string>;
  ageText: (ms: number) => string;
  /** Whether the travelled trail is drawn; `paths`: whether the planned path is. */
  trails: boolean;
  paths: boolean;
}

const NO_WAY: readonly never[] = [];
/** Refresh interval of the ghosts' ages, ms. */
const AGE_STEP_MS = 1_000;

export function fleetScene(mapId: string, live: Live, source: FleetSource): MapScene {
  let seen: {
    poses: unknown;
    robots: unknown;
    alarms: unknown;
    lost: boolean;
    second: number;
    list: readonly MapRobot[];
  } | null = null;
  return {
    subscribe(changed) {
      const ends = [live.onMove(changed), source.subscribe(changed)];
      // Ghosts do not move, but their ages change.
      const ages = setInterval(() => {
        if (seen?.list.some(({ ghost }) => ghost)) changed();
      }, AGE_STEP_MS);
      return () => {
        clearInterval(ages);
        ends.forEach((end) => end());
      };
    },
    read() {
      const poses = live.poses(mapId);
      const robots = source.robots();
      const lost = source.lost();
      const alarms = source.alarms();
      const now = live.now();
      const second = Math.floor(now / AGE_STEP_MS);
      if (
        seen &&
        seen.poses === poses &&
        seen.robots === robots &&
        seen.alarms === alarms &&
        seen.lost === lost &&
        (seen.second === second || !seen.list.some(({ ghost }) => ghost))
      )
        return seen.list;
      const list = poses.flatMap((pose): MapRobot[] => {
        const robot = robots.get(pose.serialNumber);
        if (!robot) return [];
        // A ghost marks the last known position.
        const ghost = lost || isOld(robot.live, now);
        return [
          {
            id: robot.serialNumber,
            name: robotName(robot),
            kind: robot.kind,
            status: statusOnMap(robot.live.status, ghost),
            x: pose.x,
            y: pose.y,
            theta: ghost ? null : pose.theta,
            ghost,
            lights: ghost ? undefined : robot.live.lights,
            watched: !ghost && robot.live.watching ? true : undefined,
            alarm: alarms.get(robot.serialNumber),
            ageText: ghost ? source.ageText(now - (robot.live.at ?? pose.at)) : '',
          },
        ];
      });
      seen = { poses, robots, alarms, lost, second, list };
      return list;
    },
    trail: (id) => (source.trails ? live.trail(id) : NO_WAY),
    // Without live updates the planned path is unknown.
    path: (id) => (source.paths && !source.lost() ? wayAhead(live.path(id), live.pose(id)) : NO_WAY),
  };
}

/** Path places within this distance of the robot count as passed, metres. */
const HERE_M = 0.4;
/** A path is as old as the state message that brought it, so the part that the robot has passed since is removed. */
function wayAhead(path: readonly Place[], pose: { readonly x: number; readonly y: number } | null): readonly Place[] {
  if (!pose) return path;
  const ahead = path.findIndex(([x, y]) => Math.hypot(x - pose.x, y - pose.y) > HERE_M);
  return ahead < 0 ? NO_WAY : path.slice(ahead);
}

/** A ghost keeps its alarm or stopped status, so that it can still be found on the map. */
const statusOnMap = (status: RobotStatus, ghost: boolean): RobotStatus =>
  ghost && status !== 'alarm' && status !== 'stopped' ? 'offline' : status;
