/** Messages between the simulator and its video process over the process channel. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { RobotKind } from '../../contract/entities/constants.ts';
import type { VideoQuality } from '../../contract/entities/robotConstants.ts';
import type { RtcDown, RtcUp } from '../../contract/wire/rtc.ts';
import type { RobotCredentials } from '../../contract/wire/simulator.ts';
import type { Incident } from '../alarms/incidents.ts';
import type { View } from '../alarms/places.ts';
import type { OwnLights } from '../camera/lights.ts';
import type { OtherRobot } from '../camera/robots.ts';
import type { MediaAccess } from './mediaGrants.ts';

/** Unique per viewing within the simulator. */
export type ViewerId = string;

/** A robot as cameras see it, including its own. Speeds extrapolate its pose until the next update. */
export interface SceneRobot {
  serialNumber: string;
  name: string;
  kind: RobotKind;
  mapId: string;
  x: number;
  y: number;
  theta: number;
  v: number;
  w: number;
  /** Text being spoken; empty if none. */
  saying: string;
  /** Radians: of the head from straight ahead, and upwards. */
  head: number;
  tilt: number;
  frontLight: boolean;
  chassisLight: boolean;
  warningLight: boolean;
  /** Percent. */
  volume: number;
  /** Only for watched robots. */
  path?: Place[];
}

export interface Watch {
  type: 'watch';
  viewer: ViewerId;
  call: string;
  serialNumber: string;
  /** Whether audio goes both ways. */
  sound: boolean;
  /** Whether the robot plays this viewer's voice (design 7). */
  talk: boolean;
  /** Whether the robot offers to receive this viewer's camera, in a call. */
  camera: boolean;
  quality: VideoQuality;
}

/** A single picture of a robot's camera. */
export interface PictureRequest {
  view: View;
  /** Simulated time, ms since 1970. */
  at: number;
  name: string;
  serialNumber: string;
  others: OtherRobot[];
  things: Incident[];
  /** The thing that is framed, with its value. */
  marked: Incident | null;
  /** It is marked without its frame. */
  isUnframed?: boolean;
  /** Radians upwards. */
  tilt?: number;
  lights?: OwnLights;
  /** Of a picture that fits into a message of signalling; otherwise it has the full size. */
  still?: VideoQuality;
}

/** A drawn face (demo/portrait.ts). */
export interface PortraitRequest {
  look: number;
}

export type ToVideo =
  | { type: 'settings'; iceServers: NonNullable<RobotCredentials['iceServers']> }
  | Watch
  | { type: 'up'; viewer: ViewerId; message: Extract<RtcUp, { type: 'answer' | 'candidate' | 'quality' }> }
  | { type: 'leave'; viewer: ViewerId }
  /** Access of this viewer from now on; none before the first message. */
  | { type: 'access'; viewer: ViewerId; access: MediaAccess }
  /** `at`: simulated time of the poses, ms since 1970. */
  | { type: 'scene'; at: number; robots: SceneRobot[]; incidents: Incident[] }
  | { type: 'picture'; id: string; request: PictureRequest | PortraitRequest };

export type FromVideo =
  /** Warm-up is complete. */
  | { type: 'warm' }
  | { type: 'down'; viewer: ViewerId; message: RtcDown }
  /** The viewing ended by itself: the connection failed or was never established. */
  | { type: 'ended'; viewer: ViewerId }
  /** Frames of this viewer's camera so far. */
  | { type: 'seen'; viewer: ViewerId; frames: number }
  /** A JPEG file in base64; null if it could not be rendered. */
  | { type: 'picture'; id: string; jpeg: string | null }
  | { type: 'load'; memoryMb: number };
