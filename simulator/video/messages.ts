/** What the simulator and its video process say to each other over the process channel. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { RobotKind, VideoQuality } from '../../contract/entities/constants.ts';
import type { RtcDown, RtcUp } from '../../contract/wire/actions.ts';
import type { RobotCredentials } from '../../contract/wire/simulator.ts';
import type { MediaAccess } from './mediaGrants.ts';

/** One viewing, unique in the simulator. */
export type ViewerId = string;

/** A robot as cameras see it, its own included. Speeds tell where it will be until the next news. */
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
  /** Empty while it is silent. */
  saying: string;
  /** Of a watched robot. */
  path?: Place[];
}

export interface Watch {
  type: 'watch';
  viewer: ViewerId;
  call: string;
  serialNumber: string;
  /** Whether it hears and is heard. */
  sound: boolean;
  /** Whether the robot plays what this viewer says (design 7). */
  talk: boolean;
  quality: VideoQuality;
}

export type ToVideo =
  | { type: 'settings'; iceServers: NonNullable<RobotCredentials['iceServers']> }
  | Watch
  | { type: 'up'; viewer: ViewerId; message: Extract<RtcUp, { type: 'answer' | 'candidate' | 'quality' }> }
  | { type: 'leave'; viewer: ViewerId }
  /** What this viewer may get and give from now on; nothing before the first one. */
  | { type: 'access'; viewer: ViewerId; access: MediaAccess }
  /** `at`: ms since 1970, when it was so. */
  | { type: 'scene'; at: number; robots: SceneRobot[] };

export type FromVideo =
  /** Everything that would make the first picture late is done. */
  | { type: 'warm' }
  | { type: 'down'; viewer: ViewerId; message: RtcDown }
  /** It has ended by itself: the connection failed, or never came about. */
  | { type: 'ended'; viewer: ViewerId }
  | { type: 'load'; memoryMb: number };
