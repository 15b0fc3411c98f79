/**
 * Live recordings between tabs of one browser (design 10, "follows a live tab"). Inspectors discover console tabs and
 * follow one; the console tab answers. Recordings are `unknown` here and validated by their reader.
 */
import * as v from 'valibot';

export const RECORDER_CHANNEL = 'roundhouse.recorder';
/** Discovery interval of inspectors; a tab that misses three requests is gone. */
export const ASK_EVERY_MS = 3_000;
const SILENT_AFTER_MS = 3.5 * ASK_EVERY_MS;

/** The part of BroadcastChannel that is used, so that tests can replace it. */
export interface Channel {
  postMessage(message: Asked): void;
  close(): void;
  onmessage: ((message: MessageEvent) => void) | null;
}

const tab = v.string();
/** Sent by inspectors. */
type Asked = { type: 'who' } | { type: 'follow'; tab: string } | { type: 'leave'; tab: string };
/** Sent by console tabs. */
const answered = v.variant('type', [
  v.object({ type: v.literal('here'), tab, title: v.string(), page: v.string() }),
  v.object({ type: v.literal('whole'), tab, head: v.unknown(), recording: v.unknown() }),
  v.object({ type: v.literal('more'), tab, news: v.unknown() }),
  v.object({ type: v.literal('gone'), tab }),
]);
type Answered = v.InferOutput<typeof answered>;

export interface SeenTab {
  id: string;
  title: string;
  page: string;
}
export interface Heard {
  whole(head: unknown, recording: unknown): void;
  more(news: unknown): void;
  gone(): void;
}

interface WatchParts {
  /** Opens a new channel on each call; null if the browser does not support it. */
  channel(): Channel | null;
  /** This page's tab, which does not follow itself. */
  own: string;
  /** Monotonic ms. */
  ticks(): number;
}
const NOTHING = (): void => {};

/** The inspector's side of the channel. */
export function createTabWatch({ channel, own, ticks }: WatchParts) {
  const hear = (on: Channel, listener: (message: Answered) => void): void => {
    on.onmessage = ({ data }) => {
      const read = v.safeParse(answered, data);
      if (read.success && read.output.tab !== own) listener(read.output);
    };
  };

  return {
    /** Reports all tabs whenever the set changes. @returns a function that stops watching */
    watch(tell: (tabs: readonly SeenTab[]) => void): () => void {
      const line = channel();
      if (!line) return NOTHING;
      const seen = new Map<string, SeenTab & { at: number }>();
      let told = '[]';
      const report = (): void => {
        const now = ticks();
        for (const [id, { at }] of seen) if (now - at > SILENT_AFTER_MS) seen.delete(id);
        const tabs = [...seen.values()].map(({ id, title, page }): SeenTab => ({ id, title, page }));
        const said = JSON.stringify(tabs);
        if (said === told) return;
        told = said;
        tell(tabs);
      };
      hear(line, (message) => {
        if (message.type === 'here')
          seen.set(message.tab, { id: message.tab, title: message.title, page: message.page, at: ticks() });
        else if (message.type === 'gone') seen.delete(message.tab);
        else return;
        report();
      });
      const timer = setInterval(() => {
        report();
        line.postMessage({ type: 'who' });
      }, ASK_EVERY_MS);
      line.postMessage({ type: 'who' });
      return () => {
        clearInterval(timer);
        line.close();
      };
    },
    /**
     * Receives the whole recording, then its continuation; a second whole replaces the first. @returns a function that
     * leaves
     */
    follow(id: string, { whole, more, gone }: Heard): () => void {
      const line = channel();
      if (!line) return NOTHING;
      let begun = false;
      hear(line, (message) => {
        if (message.tab !== id) return;
        if (message.type === 'whole') {
          begun = true;
          whole(message.head, message.recording);
        } else if (message.type === 'more' && begun) more(message.news);
        else if (message.type === 'gone') gone();
      });
      line.postMessage({ type: 'follow', tab: id });
      return () => {
        line.postMessage({ type: 'leave', tab: id });
        line.close();
      };
    },
  };
}
