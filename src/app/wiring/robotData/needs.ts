/** Dependencies of a robot page's wiring, and the state shared by its parts: connection terms, viewing, microphone. */
import type { Streams } from '../../../services/streams.ts';
import { createSentTeleopLog, type SentTeleopLog } from '../../../services/teleopPublisher.ts';
import type { LinkTerms } from '../../../services/mqttLinks.ts';
import type { Viewing } from '../../../services/rtcSession.ts';
import type { Services } from '../../services.ts';
import type { SignedInServices } from '../../signedIn.ts';
import type { RobotBrowser } from './browser.ts';

export interface RobotNeeds {
  api: SignedInServices['api'];
  links: SignedInServices['links'];
  live: SignedInServices['live'];
  streams: Streams;
  clock: Services['world']['clock'];
  language: Services['language'];
  ticks(): number;
  newId(): string;
  log(error: unknown): void;
  browser: RobotBrowser;
}

/** By serial number: one page of a robot is open at a time, but the next can open before the last has closed. */
export interface RobotShared {
  terms: Map<string, LinkTerms>;
  viewings: Map<string, Viewing>;
  voices: Map<string, MediaStreamTrack>;
  /** The map's id by the robot's name for it. */
  mapIds: Map<string, ReadonlyMap<string, string>>;
  pulses: SentTeleopLog;
}
export const newShared = (): RobotShared => ({
  terms: new Map(),
  viewings: new Map(),
  voices: new Map(),
  mapIds: new Map(),
  pulses: createSentTeleopLog(),
});
