/** The MQTT service with real parts: mqtt.js, WebSocket and an aedes broker on loopback. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TURN_CREDENTIAL_RENEW_MS } from '../../contract/rules/limits.ts';
import { addressOf, createMqttLinks, type Heard, type LinkCredentials } from '../../src/services/mqttLinks.ts';
import { type LoopbackBroker, loopbackBroker, loopbackSocket } from '../fakes/loopbackBroker.ts';

let broker: LoopbackBroker;
const stops: (() => void)[] = [];
beforeEach(async () => {
  broker = await loopbackBroker();
});
afterEach(async () => {
  stops.splice(0).forEach((stop) => stop());
  await broker.close();
});

function start(credentials: Partial<LinkCredentials> | Error | ((attempt: number) => Partial<LinkCredentials>) = {}) {
  const asked: string[] = [];
  let shift = 0;
  const frames: (() => void)[] = [];
  const links = createMqttLinks({
    origin: broker.origin,
    socket: loopbackSocket,
    ticks: () => performance.now() + shift,
    frames: { next: (act) => (frames.push(act), () => void frames.splice(frames.indexOf(act), 1)) },
    async credentials(key) {
      asked.push(key);
      if (credentials instanceof Error) throw credentials;
      return {
        url: '/mqtt',
        clientId: `c-${key}-${asked.length}`,
        username: 'u',
        password: 'p',
        topics: ['t'],
        mqttSubTopic: 'base',
        iceServers: [{ urls: 'stun:s' }],
        ...(typeof credentials === 'function' ? credentials(asked.length) : credentials),
      };
    },
  });
  const listener = { opened: vi.fn(), closed: vi.fn(), failed: vi.fn() };
  const open = (key = 'A') => {
    const close = links.open(key, listener);
    stops.push(close);
    return close;
  };
  const opened = async (times = 1) =>
    vi.waitFor(() => expect(listener.opened).toHaveBeenCalledTimes(times), { timeout: 20_000 });
  return {
    later: (ms: number) => void (shift += ms),
    links,
    listener,
    asked,
    frames,
    open,
    opened,
    draw: () => frames.splice(0).forEach((act) => act()),
  };
}

describe('a link', () => {
  it('opens with fresh credentials, tells the terms without the secrets, and closes', async () => {
    const { links, listener, open, opened } = start();
    const states: unknown[] = [];
    links.watch('A', (terms) => states.push(terms?.clientId ?? null));
    const close = open();
    await opened();
    expect(listener.opened).toHaveBeenCalledWith({ clientId: 'c-A-1', topics: ['t'], mqttSubTopic: 'base' });
    expect(links.iceServers('A')).toEqual([{ urls: 'stun:s' }]);
    close();
    expect(states).toEqual([null, 'c-A-1', null]);
    await vi.waitFor(() => expect(broker.sockets.size).toBe(0));
    expect(listener.closed).not.toHaveBeenCalled();
  });

  it('asks for another password for a TURN server before the last one ends, and only then', async () => {
    const { links, open, opened, asked, later } = start((attempt) => ({
      iceServers: [{ urls: 'turn:t', username: 'u', credential: `c${attempt}` }],
    }));
    open();
    await opened();
    later(TURN_CREDENTIAL_RENEW_MS - 60_000);
    await links.subscribe('A', 't');
    expect(asked).toEqual(['A']);
    later(61_000);
    await links.subscribe('A', 't');
    await vi.waitFor(() =>
      expect(links.iceServers('A')).toEqual([{ urls: 'turn:t', username: 'u', credential: 'c2' }]),
    );
    await links.subscribe('A', 't');
    expect(asked).toEqual(['A', 'A']);
  });

  it('hears nothing that a broker kept of a call', async () => {
    const { links, open, opened, draw } = start();
    const [ghost, kept] = ['rtc/A/c-A-1/down', 'uagv/v2/Acme/A/connection'];
    for (const topic of [ghost, kept]) await broker.keep(topic, 'kept');
    const heard: Heard[] = [];
    links.listen('A', (all) => heard.push(...all));
    open();
    await opened();
    await links.subscribe('A', ghost);
    await links.subscribe('A', kept);
    await broker.publish(ghost, 'fresh');
    await vi.waitFor(() => {
      draw();
      expect(heard).toHaveLength(2);
    });
    expect(heard.map(({ topic, payload }) => `${topic} ${payload}`).sort()).toEqual([`${ghost} fresh`, `${kept} kept`]);
  });

  it('tells that the broker went away, and does not come back by itself', async () => {
    const { links, listener, open, opened } = start();
    open();
    await opened();
    for (const socket of broker.sockets) socket.terminate();
    await vi.waitFor(() => expect(listener.closed).toHaveBeenCalledTimes(1));
    expect(links.bufferedAmount('A')).toBe(Infinity);
    expect(links.publish('A', 't', 'x')).toBe(false);
    await new Promise((later) => setTimeout(later, 300));
    expect(broker.sockets.size).toBe(0);
  });

  it('asks for credentials at every attempt, and takes a refusal of them for a closed link', async () => {
    const { listener, asked, open } = start(new Error('denied'));
    open()();
    open();
    await vi.waitFor(() => expect(listener.closed).toHaveBeenCalledTimes(1));
    expect(listener.failed).toHaveBeenCalledTimes(1);
    expect(asked).toEqual(['A', 'A']);
  });

  it('given up while its credentials are on the way, never opens', async () => {
    const { listener, open } = start();
    open()();
    await new Promise((later) => setTimeout(later, 100));
    expect(broker.sockets.size).toBe(0);
    expect(listener.opened).not.toHaveBeenCalled();
  });

  it('leaves a will', async () => {
    const { open, opened } = start({ will: { topic: 'rtc/A/c/up', payload: '{"type":"bye"}' } });
    const heard = vi.fn();
    broker.aedes.on('publish', ({ topic, payload }, client) => {
      if (client === null || topic.startsWith('rtc')) heard(topic, payload.toString());
    });
    open();
    await opened();
    for (const socket of broker.sockets) socket.terminate();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('rtc/A/c/up', '{"type":"bye"}'));
  });
});

describe('topics and messages', () => {
  it('are subscribed, refused with an error, and published', async () => {
    const { links, open, opened } = start();
    open();
    await opened();
    broker.refused.add('secret');
    await links.subscribe('A', 'ok');
    await expect(links.subscribe('A', 'secret')).rejects.toThrow();
    await expect(links.subscribe('nobody', 'ok')).rejects.toThrow('no MQTT link');
    const heard: string[] = [];
    links.listen(
      'A',
      (all) => heard.push(...all.map(({ topic, payload }) => `${topic} ${payload}`)),
      () => true,
    );
    expect(links.publish('A', 'ok', 'hello')).toBe(true);
    await vi.waitFor(() => expect(heard).toEqual(['ok hello']));
    links.unsubscribe('A', 'ok');
    links.unsubscribe('nobody', 'ok');
    // Answered after the end of the other subscription.
    await links.subscribe('A', 'next');
    links.publish('A', 'ok', 'unheard');
    links.publish('A', 'next', 'heard');
    await vi.waitFor(() => expect(heard).toEqual(['ok hello', 'next heard']));
    expect(links.bufferedAmount('A')).toBe(0);
    expect(links.lastHeard('A')).toBeGreaterThan(0);
    expect(links.lastHeard('B')).toBeNull();
  });

  it('of one frame come together; the urgent ones at once', async () => {
    const { links, open, opened, draw, frames } = start();
    open();
    await opened();
    await Promise.all([links.subscribe('A', 'slow'), links.subscribe('A', 'urgent')]);
    const heard: string[][] = [];
    const stop = links.listen(
      'A',
      (all: readonly Heard[]) => void heard.push(all.map(({ payload }) => payload)),
      (topic) => topic === 'urgent',
    );
    await broker.publish('slow', '1');
    await broker.publish('slow', '2');
    await broker.publish('urgent', '!');
    await vi.waitFor(() => expect(heard).toEqual([['!']]));
    expect(frames).toHaveLength(1);
    draw();
    expect(heard).toEqual([['!'], ['1', '2']]);
    await broker.publish('slow', '3');
    await vi.waitFor(() => expect(frames).toHaveLength(1));
    stop();
    expect(frames).toHaveLength(0);
    await broker.publish('urgent', '?');
    await new Promise((later) => setTimeout(later, 50));
    expect(heard).toHaveLength(2);
  });

  it('reach who listened before the link was open', async () => {
    const { links, open, opened } = start();
    const heard: string[] = [];
    links.listen(
      'A',
      ([one]) => void heard.push(one?.payload ?? ''),
      () => true,
    );
    open();
    await opened();
    await links.subscribe('A', 'x');
    await broker.publish('x', 'there');
    await vi.waitFor(() => expect(heard).toEqual(['there']));
  });
});

it.each([
  ['/mqtt', 'https://h.example', 'wss://h.example/mqtt'],
  ['/mqtt', 'http://h.example:8080', 'ws://h.example:8080/mqtt'],
  ['wss://b.example/x', 'https://h.example', 'wss://b.example/x'],
  ['ws://b.example/', 'https://h.example', 'ws://b.example/'],
])('%s on %s is %s', (url, origin, expected) => expect(addressOf(url, origin)).toBe(expected));
