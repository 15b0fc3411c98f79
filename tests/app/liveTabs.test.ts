import { beforeEach, describe, expect, it, vi } from 'vitest';
import { offerTab } from '../../src/app/recorder/liveTabs.ts';
import type { FromTab, TabsChannel, ToTabs } from '../../src/app/recorder/tabsChannel.ts';
import type { News } from '../../src/machines/recording/recorder.ts';

beforeEach(() => vi.useFakeTimers());
const NEWS: News = { step: { at: 1, actor: 0, from: null, event: { type: 'x' } }, actors: {} };

function start() {
  const said: FromTab[] = [];
  const channel: TabsChannel = {
    postMessage: (message) => void said.push(message as FromTab),
    close: vi.fn(),
    onmessage: null,
  };
  const followers = new Set<(news: News) => void>();
  const recorder = {
    plain: (address: string) => address,
    recording: () => ({ actors: {}, base: { at: 0, states: {}, timers: [] }, steps: [] }),
    onStep: (follower: (news: News) => void) => (followers.add(follower), () => void followers.delete(follower)),
  };
  let page = (): void => {};
  const world = {
    address: { now: () => ({ path: '/home', search: '' }) },
    build: 'b',
    clock: { now: () => 5 },
    media: { look: () => ({ width: 1, height: 2, dark: false }) },
    log: vi.fn(),
  };
  const stop = offerTab({
    tab: 't1',
    title: () => 'routes.home',
    channel,
    recorder,
    world,
    language: () => 'enUS',
    onPage: (listener: () => void) => ((page = listener), () => {}),
  } as never);
  return {
    said,
    channel,
    followers,
    stop,
    page: () => page(),
    hear: (message: ToTabs) => channel.onmessage?.({ data: message } as MessageEvent),
  };
}

describe('a tab that may be followed', () => {
  it('says that it is there: at once, when asked, and on another page', () => {
    const { said, hear, page } = start();
    hear({ type: 'who' });
    page();
    expect(said).toEqual(
      Array.from({ length: 3 }, () => ({ type: 'here', tab: 't1', title: 'routes.home', page: '/home' })),
    );
  });

  it('tells who follows it everything, then what happens, a few times a second', () => {
    const { said, hear, followers } = start();
    hear({ type: 'follow', tab: 'another' });
    expect(followers.size).toBe(0);
    hear({ type: 'follow', tab: 't1' });
    expect(said.at(-1)).toMatchObject({
      type: 'whole',
      tab: 't1',
      head: { page: '/home', build: 'b' },
      recording: { steps: [] },
    });
    for (let n = 0; n < 5; n += 1) followers.forEach((follower) => follower(NEWS));
    expect(said).toHaveLength(2);
    vi.advanceTimersByTime(250);
    expect(said.at(-1)).toEqual({ type: 'more', tab: 't1', news: Array.from({ length: 5 }, () => NEWS) });
    hear({ type: 'leave', tab: 't1' });
    vi.advanceTimersByTime(1_000);
    expect([followers.size, said.length]).toEqual([0, 3]);
  });

  it('says when it goes', () => {
    const { said, channel, hear, followers, stop } = start();
    hear({ type: 'follow', tab: 't1' });
    stop();
    expect(said.at(-1)).toEqual({ type: 'gone', tab: 't1' });
    expect([followers.size, channel.close]).toEqual([0, expect.any(Function)]);
    expect(channel.close).toHaveBeenCalledOnce();
  });
});
