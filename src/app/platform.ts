/** What the console needs of the browser that it runs in. */
import type { Address } from '../services/address.ts';
import type { Clock } from '../services/clock.ts';
import type { Frames } from '../services/frames.ts';
import type { Head } from '../services/documentHead.ts';
import type { Media } from '../services/media.ts';
import type { BrowserStorage } from '../services/storage.ts';
import type { TabsChannel } from './recorder/tabsChannel.ts';

/** The world as createApp gets it: a browser's (browserPlatform.ts), or a test's. */
export interface Platform {
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
  /** Reloads the page, at most once a minute. */
  renew(): void;
}
