/** What the console needs from the browser. */
import type { Address } from '../services/address.ts';
import type { Clock } from '../services/clock.ts';
import type { Frames } from '../services/frames.ts';
import type { Head } from '../services/documentHead.ts';
import type { Hmac } from '../services/hmac.ts';
import type { Media } from '../services/media.ts';
import type { BrowserStorage } from '../services/storage.ts';
import type { TabsChannel } from './recorder/tabsChannel.ts';

/** Passed to createApp: a browser's platform (browserPlatform.ts), or a test's. */
export interface Platform {
  /** The page's own origin, `https://host`: completes URLs that are only a path. */
  origin: string;
  storage: BrowserStorage;
  address: Address;
  media: Media;
  head: Head;
  frames: Frames;
  clock: Clock;
  /** Monotonic milliseconds. */
  ticks(): number;
  newId(): string;
  fetch: typeof fetch;
  /** Signs requests. */
  hmac: Hmac;
  socket(url: string, protocols: string[]): { readonly bufferedAmount: number };
  log(error: unknown): void;
  /** This tab: its own storage, access to which throws where it is blocked, and the moment at which the page is left. */
  tab: { storage(): Storage; onLeave(listener: () => void): () => void };
  /** A channel to the other tabs of this browser; null where it is not supported. */
  channel(name: string): TabsChannel | null;
  /** Saves a file as a download. */
  save(file: Blob, name: string): void;
  /** The console's version. */
  build: string;
  /** Reloads the page, at most once a minute. */
  renew(): void;
}
