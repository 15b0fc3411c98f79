/**
 * Tabs of one browser that tell each other what they record (design 10, "follows a live tab"). Inspectors ask who is there and whom
 * they want to follow; a console tab answers. What is told of a recording is checked by whoever reads it: here it is `unknown`.
 */
import * as v from 'valibot';

export const RECORDER_CHANNEL = 'roundhouse.recorder';
/** Inspectors ask again this often; a tab that does not answer three times is gone. */
export const ASK_EVERY_MS = 3_000;
const SILENT_AFTER_MS = 3.5 * ASK_EVERY_MS;

/** A BroadcastChannel, as far as it is needed; or a test's. */
export interface Channel {
  postMessage(message: Asked): void;
  close(): void;
  onmessage: ((message: MessageEvent) => void) | null;
}

const tab = v.string();
/** What inspectors say. */
type Asked = { type: 'who' } | { type: 'follow'; tab: string } | { type: 'leave'; tab: string };
/** What console tabs say. */
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
  /** Another one with each call; null where there is no way to speak with other tabs. */
  channel(): Channel | null;
  /** This page's tab: it does not follow itself. */
  own: string;
  /** Milliseconds that only rise. */
  ticks(): number;
}
const NOTHING = (): void => {};

/** The inspector's side. */
export function createTabWatch({ channel, own, ticks }: WatchParts) {
  const hear = (on: Channel, listener: (message: Answered) => void): void => {
    on.onmessage = ({ data }) => {
      const read = v.safeParse(answered, data);
      if (read.success && read.output.tab !== own) listener(read.output);
    };
  };

  return {
    /** Tells all tabs that are there, whenever it is another set. Answers the way to stop it. */
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
    /** The whole, then what comes after it; a second whole takes the place of the first. Answers the way to leave. */
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
