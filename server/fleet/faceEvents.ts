/** The fleet's interface to face recognition, implemented by features/faceEvents.ts. */
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { RobotRow } from './fleetCache.ts';

export type FaceEvent = EventMessage & { event: Extract<EventMessage['event'], { type: 'face' }> };
export const isFaceEvent = (message: EventMessage): message is FaceEvent => message.event.type === 'face';

export interface FaceEvents {
  /** Stores a recognised face, once. Runs on every server. @param mapIdOf maps the robot's name of a map to its id */
  heard(robot: RobotRow, message: FaceEvent, mapIdOf: (robotMapName: string) => string | null): Promise<void>;
  /** The robot is connected again: it is told whether it may recognise faces, and whom. Never rejects. */
  handleReconnect(robot: RobotRow): Promise<void>;
}
