/** All services with external effects, created once in createApp and passed to the wirings. */
import { session } from '../../contract/endpoints/session.ts';
import type { Client } from '../../contract/endpoint.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { createClient } from '../services/api.ts';
import type { KeyedStore } from '../services/keyedStore.ts';
import type { Streams } from '../services/streams.ts';
import type { Transport } from '../services/transport.ts';
import type { Notice } from '../machines/app/events.ts';
import type { PastReader } from '../machines/live.ts';
import type { OpenedRecording } from '../machines/recording/opened.ts';
import type { Platform } from './platform.ts';
import type { RecorderPort } from './recorder/port.ts';
import type { RobotBrowser } from './wiring/robotData/browser.ts';
import type { SignedInServices } from './signedIn.ts';

export interface Services {
  readonly world: Platform;
  readonly transport: Transport;
  readonly session: Client<typeof session>;
  readonly streams: Streams;
  /** The recordings opened in the inspector. */
  readonly capsules: KeyedStore<OpenedRecording>;
  /** The tracks of the historical monitoring. */
  readonly pasts: KeyedStore<PastReader>;
  readonly recorder: RecorderPort;
  /** Replaces the window's own, for a fork that must use neither keys nor microphone. */
  readonly robotBrowser?: RobotBrowser;
  language(): Language;
  /** Shows a message: for work that outlives its page. */
  notify(notice: Notice): void;
  /** The texts of an area in the current language, for what is shown outside the page. */
  texts(area: 'alarmEvents' | 'shell'): Promise<unknown>;
  /** The areas of the API beyond `session`, and MQTT: loaded with the first call, after sign-in. */
  presence(): Promise<SignedInServices>;
  /** The same, for code that runs only after it is loaded. */
  present(): SignedInServices;
}

export const createSessionClient = (transport: Transport): Client<typeof session> => createClient(session, transport);
