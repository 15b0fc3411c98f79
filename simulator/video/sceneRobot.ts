/** A simulated robot as cameras see it: place, head, lights and volume as its devices are now. */
import type { Robot } from '../robot/robot.ts';
import type { SceneRobot } from './messages.ts';

export function sceneRobot(robot: Robot): SceneRobot {
  const {
    spec: { serialNumber, name, kind },
    body: {
      mapId,
      motion: { x, y, theta, v: speed, w },
    },
    device: { head, tilt, lights: frontLight, chassisLight, warningLight, volume },
  } = robot;
  return {
    serialNumber,
    name: name.enUS,
    kind,
    mapId,
    x,
    y,
    theta,
    v: speed,
    w,
    saying: robot.saying,
    head,
    tilt,
    frontLight,
    chassisLight,
    warningLight,
    volume,
  };
}
