/** Everything that reaches the world, made once in createApp and handed to the wirings. */
import { session } from '../../contract/endpoints/session.ts';
import type { Client } from '../../contract/endpoint.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { createClient } from '../services/api.ts';
import type { KeyedStore } from '../services/keyedStore.ts';
import type { Streams } from '../services/streams.ts';
import type { Transport } from '../services/transport.ts';
import type { OpenedCapsule } from '../machines/recording/opened.ts';
import type { Platform } from './platform.ts';
import type { RecorderPort } from './recorder/port.ts';
import type { RobotBrowser } from './wiring/robotData/browser.ts';
import type { SignedInServices } from './signedIn.ts';

export interface Services {
  readonly world: Platform;
  readonly transport: Transport;
  readonly session: Client<typeof session>;
  readonly streams: Streams;
  /** What the inspector has before it. */
  readonly capsules: KeyedStore<OpenedCapsule>;
  readonly recorder: RecorderPort;
  /** In place of the window's own, for a fork that must touch neither keys nor microphone. */
  readonly robotBrowser?: RobotBrowser;
  language(): Language;
  /** The areas of the API beyond `session`, and MQTT: loaded with the first call, after sign-in. */
  presence(): Promise<SignedInServices>;
  /** The same, for what can only run once it is loaded. */
  present(): SignedInServices;
}

export const createSessionClient = (transport: Transport): Client<typeof session> => createClient(session, transport);
