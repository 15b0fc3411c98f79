import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ASK_EVERY_MS, type Channel, createTabWatch, type SeenTab } from '../../src/services/recorderChannel.ts';

/** All channels of one name: each receives the messages of the others. */
function ether() {
  const open = new Set<Channel>();
  const join = (): Channel => {
    const channel: Channel = {
      onmessage: null,
      close: () => void open.delete(channel),
      postMessage: (data) => {
        for (const other of [...open]) if (other !== channel) other.onmessage?.({ data } as MessageEvent);
      },
    };
    open.add(channel);
    return channel;
  };
  return { join, open };
}

let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());
const pass = (ms: number): void => {
  now += ms;
  vi.advanceTimersByTime(ms);
};

function consoleTab(air: ReturnType<typeof ether>, tab: string) {
  const channel = air.join();
  const said: { type: string; tab?: string }[] = [];
  const state = { awake: true };
  const say = (message: object): void => channel.postMessage(message as never);
  channel.onmessage = ({ data }) => {
    said.push(data as { type: string });
    if (state.awake && (data as { type: string }).type === 'who')
      say({ type: 'here', tab, title: 'routes.home', page: '/home' });
  };
  return { said, say, state };
}

describe('who is there', () => {
  it('asks, lists whoever answers but itself, and tells only of changes', () => {
    const air = ether();
    consoleTab(air, 'one');
    consoleTab(air, 'own');
    const told: (readonly SeenTab[])[] = [];
    const stop = createTabWatch({ channel: air.join, own: 'own', ticks: () => now }).watch((tabs) => told.push(tabs));
    pass(3 * ASK_EVERY_MS);
    expect(told).toEqual([[{ id: 'one', title: 'routes.home', page: '/home' }]]);
    stop();
    expect(air.open.size).toBe(2);
  });

  it('drops a tab that says so, and one that sleeps', () => {
    const air = ether();
    const [one, two] = [consoleTab(air, 'one'), consoleTab(air, 'two')];
    let tabs: readonly SeenTab[] = [];
    createTabWatch({ channel: air.join, own: '', ticks: () => now }).watch((seen) => (tabs = seen));
    expect(tabs.map(({ id }) => id)).toEqual(['one', 'two']);
    one.state.awake = false;
    one.say({ type: 'gone', tab: 'one' });
    expect(tabs.map(({ id }) => id)).toEqual(['two']);
    two.state.awake = false;
    pass(6 * ASK_EVERY_MS);
    expect(tabs).toEqual([]);
  });

  it('hears no rubbish, and does without other tabs where there is no channel', () => {
    const air = ether();
    const tab = consoleTab(air, 'one');
    tab.state.awake = false;
    const told = vi.fn();
    createTabWatch({ channel: air.join, own: '', ticks: () => now }).watch(told);
    for (const rubbish of [null, 'here', { type: 'here' }, { type: 'here', tab: 1, title: '', page: '' }])
      tab.say(rubbish as never);
    createTabWatch({ channel: () => null, own: '', ticks: () => now }).watch(told)();
    expect(told).not.toHaveBeenCalled();
  });
});

describe('following', () => {
  const heard = () => {
    const log: unknown[] = [];
    return {
      log,
      ears: {
        whole: (head: unknown, recording: unknown) => log.push(['whole', head, recording]),
        more: (news: unknown) => log.push(['more', news]),
        gone: () => log.push(['gone']),
      },
    };
  };

  it('begins with the whole, goes on with the news, and leaves', () => {
    const air = ether();
    const tab = consoleTab(air, 'one');
    const { log, ears } = heard();
    const leave = createTabWatch({ channel: air.join, own: '', ticks: () => now }).follow('one', ears);
    expect(tab.said).toEqual([{ type: 'follow', tab: 'one' }]);
    tab.say({ type: 'more', tab: 'one', news: 'too early' });
    tab.say({ type: 'whole', tab: 'one', head: 'h', recording: 'r' });
    tab.say({ type: 'more', tab: 'other', news: 'of another' });
    tab.say({ type: 'more', tab: 'one', news: 'n' });
    tab.say({ type: 'whole', tab: 'one', head: 'h2', recording: 'r2' });
    tab.say({ type: 'gone', tab: 'one' });
    expect(log).toEqual([['whole', 'h', 'r'], ['more', 'n'], ['whole', 'h2', 'r2'], ['gone']]);
    leave();
    expect(tab.said.at(-1)).toEqual({ type: 'leave', tab: 'one' });
    tab.say({ type: 'more', tab: 'one', news: 'late' });
    expect(log).toHaveLength(4);
  });
});
