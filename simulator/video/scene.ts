/** Poses of all robots between two updates, extrapolated from their last speeds, and the incidents. */
import type { Incident } from '../alarms/incidents.ts';
import type { OtherRobot } from '../camera/render.ts';
import type { SceneRobot } from './messages.ts';

/** Limit of extrapolation, seconds. */
const MOST_AHEAD = 0.25;

export class Scene {
  private robots = new Map<string, SceneRobot>();
  private incidents: readonly Incident[] = [];
  private at = 0;

  take(at: number, robots: readonly SceneRobot[], incidents: readonly Incident[] = []): void {
    this.at = at;
    this.incidents = incidents;
    this.robots = new Map(robots.map((robot) => [robot.serialNumber, robot]));
  }

  /** @param now ms since 1970 */
  robot(serialNumber: string, now: number): SceneRobot | null {
    const robot = this.robots.get(serialNumber);
    return robot ? movedOn(robot, this.ahead(now)) : null;
  }

  others(than: SceneRobot, now: number): OtherRobot[] {
    const ahead = this.ahead(now);
    return [...this.robots.values()]
      .filter(({ mapId, serialNumber }) => mapId === than.mapId && serialNumber !== than.serialNumber)
      .map((robot) => movedOn(robot, ahead));
  }

  thingsOn(mapId: string): Incident[] {
    return this.incidents.filter((incident) => incident.mapId === mapId);
  }

  private ahead(now: number): number {
    return Math.min(MOST_AHEAD, Math.max(0, (now - this.at) / 1000));
  }
}

function movedOn(robot: SceneRobot, seconds: number): SceneRobot {
  const theta = robot.theta + robot.w * seconds;
  const middle = robot.theta + (robot.w * seconds) / 2;
  return {
    ...robot,
    theta,
    x: robot.x + Math.cos(middle) * robot.v * seconds,
    y: robot.y + Math.sin(middle) * robot.v * seconds,
  };
}
