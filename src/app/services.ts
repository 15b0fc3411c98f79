/** Everything that reaches the world, made once in createApp and handed to the wirings. */
import { session } from '../../contract/endpoints/session.ts';
import type { Client } from '../../contract/endpoint.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { Address } from '../services/address.ts';
import { createClient } from '../services/api.ts';
import type { Clock } from '../services/clock.ts';
import type { Frames } from '../services/frames.ts';
import type { Head } from '../services/head.ts';
import type { Media } from '../services/media.ts';
import type { BrowserStorage } from '../services/storage.ts';
import type { Shelf } from '../services/shelf.ts';
import type { Streams } from '../services/streams.ts';
import type { Transport } from '../services/transport.ts';
import type { OpenedCapsule } from '../machines/capsule/opened.ts';
import type { TabsChannel } from './recorder/liveTabs.ts';
import type { RecorderPort } from './recorder/port.ts';
import type { RobotBrowser } from './wiring/robotData/browser.ts';
import type { SignedInServices } from './signedIn.ts';

/** The world as createApp gets it: a browser's (browserWorld.ts), or a test's. */
export interface World {
  /** The page's own origin, `https://host`: completes addresses that are only a path. */
  origin: string;
  storage: BrowserStorage;
  address: Address;
  media: Media;
  head: Head;
  frames: Frames;
  clock: Clock;
  /** Milliseconds that only rise. */
  ticks(): number;
  newId(): string;
  fetch: typeof fetch;
  socket(url: string, protocols: string[]): { readonly bufferedAmount: number };
  log(error: unknown): void;
  /** Speaks with the other tabs of this browser; null where there is no way to. */
  channel(name: string): TabsChannel | null;
  /** Hands a file to the reader's disk. */
  save(file: Blob, name: string): void;
  /** The console's version. */
  build: string;
  /** Loads the page anew, at most once a minute. */
  renew(): void;
}

export interface Services {
  readonly world: World;
  readonly transport: Transport;
  readonly session: Client<typeof session>;
  readonly streams: Streams;
  /** What the inspector has before it. */
  readonly capsules: Shelf<OpenedCapsule>;
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
