/**
 * Messages between consoles and inspectors in tabs of one browser (liveTabs.ts):
 *
 *   inspector: who, follow {tab}, leave {tab}        console: here {tab, title, page}, whole {head, recording}, more {news}, gone
 */
import type { RecordingHead, Recording } from '../../machines/recording/format.ts';
import type { News } from '../../machines/recording/recorder.ts';

export const TABS_CHANNEL = 'roundhouse.recorder';

export type ToTabs = { type: 'who' } | { type: 'follow'; tab: string } | { type: 'leave'; tab: string };
export type FromTab =
  | { type: 'here'; tab: string; title: string; page: string }
  | { type: 'whole'; tab: string; head: RecordingHead; recording: Recording }
  | { type: 'more'; tab: string; news: readonly News[] }
  | { type: 'gone'; tab: string };

/** The used subset of BroadcastChannel. */
export interface TabsChannel {
  postMessage(message: FromTab | ToTabs): void;
  close(): void;
  onmessage: ((message: MessageEvent) => void) | null;
}
