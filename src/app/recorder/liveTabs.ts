/**
 * Lets an inspector in another tab of the same browser follow this console (design 10). Tabs of one origin communicate
 * over a BroadcastChannel; the messages are redacted like a recording.
 */
import type { News, Recorder } from '../../machines/recording/recorder.ts';
import type { Services } from '../services.ts';
import { headOf } from './capsuleHead.ts';
import type { FromTab, TabsChannel, ToTabs } from './tabsChannel.ts';

/** Interval of updates to followers, ms. */
const MORE_EVERY_MS = 250;

export interface TabParts extends Pick<Services, 'world' | 'language'> {
  recorder: Recorder;
  tab: string;
  title(): string;
  channel: TabsChannel;
  /** Calls `listener` when another page is shown. Returns the unsubscribe function. */
  onPage(listener: () => void): () => void;
}

/** Returns a function that ends the offer. */
export function offerTab({ tab, title, channel, onPage, recorder, ...services }: TabParts): () => void {
  const { world } = services;
  const say = (message: FromTab): void => channel.postMessage(message);
  const here = (): void => say({ type: 'here', tab, title: title(), page: recorder.plain(world.address.now().path) });
  let unfollow: (() => void) | null = null;

  const follow = (): void => {
    unfollow?.();
    let pending: News[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const tell = (): void => {
      timer = null;
      const news = pending;
      pending = [];
      say({ type: 'more', tab, news });
    };
    say({ type: 'whole', tab, head: headOf(services, recorder, ''), recording: recorder.recording() });
    const stop = recorder.onStep((news) => {
      pending.push(news);
      timer ??= setTimeout(tell, MORE_EVERY_MS);
    });
    unfollow = () => {
      stop();
      if (timer !== null) clearTimeout(timer);
      unfollow = null;
    };
  };

  channel.onmessage = (message) => {
    const data = message.data as ToTabs;
    if (data.type === 'who') here();
    else if (data.tab !== tab) return;
    else if (data.type === 'follow') follow();
    else unfollow?.();
  };
  here();
  const stopPage = onPage(here);
  return () => {
    stopPage();
    unfollow?.();
    say({ type: 'gone', tab });
    channel.close();
  };
}
