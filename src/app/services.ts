/** Everything that reaches the world, made once by createApp and handed to the wirings. */
import type { SignedInServices } from './signedIn.ts';

export interface Services {
  /** Only after sign-in: the other API areas, MQTT, live poses. Throws before. */
  signedIn(): SignedInServices;
}
