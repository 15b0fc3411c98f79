/** Pictures at the doors of deliveries: what the camera sees while the robot waits there. */
import type { View } from '../alarms/places.ts';
import type { DemoRobot } from '../../demo/roster.ts';
import type { Settings } from './actionRunner.ts';
import type { Body } from './body.ts';
import type { Environment } from './environment.ts';

/** A picture that is to be taken. */
export interface DoorPicture {
  readonly deliveryId: string;
  /** Simulated time, ms since 1970. */
  readonly at: number;
  readonly view: View;
}

/** Pictures waiting to be taken; without a video process nobody takes them. */
const MOST_WAITING = 5;

interface DoorCamera {
  readonly spec: DemoRobot;
  readonly body: Body;
  readonly settings: Settings;
  readonly environment: Environment;
  readonly doorPictures: DoorPicture[];
}

/** The robot looks at the door where it stands. One that cannot take photos takes none. */
export function pictureDoor({ spec, body, settings, environment, doorPictures }: DoorCamera, deliveryId: string): void {
  if (!spec.capabilities.photo || spec.light === true || doorPictures.length >= MOST_WAITING) return;
  const { x, y, theta } = body.motion;
  doorPictures.push({
    deliveryId,
    at: environment.now(),
    view: { mapId: body.mapId, x, y, theta: theta + settings.head },
  });
}
