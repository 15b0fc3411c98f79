/** Wiring of calls: the API, notices, and a call's own connection with the devices it sends and releases. */
import { expect, it, vi } from 'vitest';
import type { Call } from '../../contract/entities/call.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import type { Services } from '../../src/app/services.ts';
import { wireCalls } from '../../src/app/wiring/calls.ts';
import {
  selectMediaRef,
  selectOwnCall,
  selectOwnState,
  selectRinging,
} from '../../src/machines/calls/calls.selectors.ts';
import type { LinkTerms } from '../../src/services/mqttLinks.ts';
import { createStreams } from '../../src/services/streams.ts';
import { connectedCall, endedCall, sampleCall, visitorCall } from '../fakes/callSample.ts';
import { settle } from '../fakes/settle.ts';
import { startUnderApp } from '../fakes/startWithSiblings.ts';

function world() {
  const calls: [string, unknown][] = [];
  const cloud = { own: sampleCall() as Call, rows: [] as Call[] };
  const called = (name: string, answer: () => unknown) => async (input: unknown) => {
    calls.push([name, input]);
    return answer();
  };
  const published: [string, { type: string; camera?: boolean }][] = [];
  const tracks: (EventTarget & { kind: string; stopped: boolean })[] = [];
  const media = async (asked: { audio?: unknown; video?: unknown }) => {
    const track = Object.assign(new EventTarget(), {
      kind: asked.video ? 'video' : 'audio',
      stopped: false,
      stop: () => void (track.stopped = true),
    });
    tracks.push(track);
    return { getAudioTracks: () => [track], getVideoTracks: () => [track] };
  };
  let watcher: (terms: LinkTerms | null) => void = () => {};
  let notify: (notice: Notice) => void = () => {};
  const keys: string[] = [];
  const api = {
    calls: {
      current: called('current', () => ({ calls: cloud.rows })),
      send: called('send', () => ({ ci: cloud.own.id })),
      details: called('details', () => ({ call: cloud.own, lines: [] })),
      answer: called('answer', () => cloud.own),
      repeat: called('repeat', () => cloud.own),
      end: called('end', () => null),
      say: called('say', () => ({ actId: 'a1' })),
      show: called('show', () => ({ actId: 'a2' })),
    },
    robots: { view: called('view', () => null) },
  };
  const links = {
    watch: (key: string, tell: typeof watcher) => {
      keys.push(key);
      watcher = tell;
      tell(null);
      return () => undefined;
    },
    listen: () => () => undefined,
    subscribe: async () => undefined,
    publish: (_: string, topic: string, payload: string) => {
      published.push([topic, JSON.parse(payload) as { type: string }]);
      return true;
    },
    iceServers: () => [],
  };
  const services = {
    present: () => ({ api, links, feed: { onNotice: (hear: typeof notify) => ((notify = hear), () => undefined) } }),
    streams: createStreams(),
    language: () => 'enUS',
    texts: async () => ({ calls: { visitor: '', waitPhrase: 'One moment' } }),
    world: { clock: { now: () => 5 }, ticks: () => 0, newId: () => 'call-id', log: () => undefined },
    robotBrowser: {
      window: new EventTarget(),
      document: Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true }),
      devices: { getUserMedia: media },
      every: () => () => undefined,
      peer: () =>
        Object.assign(new EventTarget(), {
          close: vi.fn(),
          getTransceivers: () => [],
          getStats: async () => new Map(),
        }),
    },
  } as unknown as Services;
  vi.stubGlobal('MediaStream', class {});
  return {
    calls,
    cloud,
    published,
    tracks,
    keys,
    services,
    notice: (notice: Notice) => notify(notice),
    link: async (terms: LinkTerms | null) => {
      watcher(terms);
      await settle();
    },
    named: (name: string) => calls.flatMap(([one, input]) => (one === name ? [input] : [])),
  };
}
const notice = (change: Partial<Extract<Notice, { type: 'callChanged' }>> = {}): Notice => ({
  type: 'callChanged',
  callId: 'call-1',
  serialNumber: 'U1',
  state: 'connected',
  answeredBy: null,
  ...change,
});

it('carries a call over a connection of its own, with the camera, and releases everything at its end', async () => {
  const { cloud, services, notice: tell, link, published, tracks, keys, named } = world();
  const { actor, toldTo } = startUnderApp(wireCalls(services), { as: 'calls', input: { userId: 'me' } });
  await settle();
  actor.send({ type: 'calls.start', serialNumber: 'U1' });
  await settle();
  expect(named('send')).toEqual([{ receiverUserId: 'U1' }]);
  cloud.own = connectedCall();
  tell(notice());
  await settle();
  expect(selectOwnCall(actor.getSnapshot())?.state).toBe('connected');
  // Beside that of the robot's page.
  expect(toldTo('connection')).toContainEqual({ type: 'mqttLink.acquire', key: 'U1~call' });
  expect(keys).toEqual(['U1~call']);
  await link({ clientId: 'me~tab-t', topics: [], mqttSubTopic: '' });
  expect(published[0]).toEqual([
    'rtc/U1/me~tab-t/up',
    { type: 'watch', call: 'call-id', quality: '720p', camera: true },
  ]);
  expect(named('view').at(-1)).toMatchObject({ serialNumber: 'U1', clientId: 'me~tab-t' });
  expect((named('view').at(-1) as { what: string[] }).what).toEqual(['picture', 'sound', 'voice', 'camera']);
  expect(tracks.map(({ kind, stopped }) => [kind, stopped])).toEqual([
    ['audio', false],
    ['video', false],
  ]);
  selectMediaRef(actor.getSnapshot())?.send({ type: 'quality.choose', quality: '360p' });
  expect(published.at(-1)?.[1]).toEqual({ type: 'quality', call: 'call-id', quality: '360p' });
  cloud.own = endedCall({ endedBy: 'visitor' });
  tell(notice({ state: 'ended' }));
  await settle();
  expect(selectOwnState(actor.getSnapshot())).toBe('ended');
  expect(tracks.every(({ stopped }) => stopped)).toBe(true);
  expect(published.at(-1)?.[1]).toMatchObject({ type: 'bye' });
  expect(toldTo('connection')).toContainEqual({ type: 'mqttLink.release', key: 'U1~call' });
});

it('a camera that is unplugged is reported, and the robot is told that none is sent', async () => {
  const { cloud, services, notice: tell, link, tracks, named } = world();
  const { actor } = startUnderApp(wireCalls(services), { as: 'calls', input: { userId: 'me' } });
  await settle();
  actor.send({ type: 'calls.start', serialNumber: 'U1' });
  await settle();
  cloud.own = connectedCall();
  tell(notice());
  await settle();
  await link({ clientId: 'me~tab-t', topics: [], mqttSubTopic: '' });
  const media = selectMediaRef(actor.getSnapshot());
  tracks.find(({ kind }) => kind === 'video')?.dispatchEvent(new Event('ended'));
  await settle();
  expect(media?.getSnapshot().context.cameraRefusal).toBe('missing');
  expect((named('view').at(-1) as { what: string[] }).what).toEqual(['picture', 'sound', 'voice']);
  expect(selectOwnState(actor.getSnapshot())).toBe('inCall');
});

it('shows a small picture of a call that rings, without the microphone or the camera', async () => {
  const { cloud, services, link, published, tracks, named } = world();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('AudioContext', undefined);
  cloud.rows = [visitorCall()];
  startUnderApp(wireCalls(services), { as: 'calls', input: { userId: 'me' } });
  await settle();
  await link({ clientId: 'me~tab-t', topics: [], mqttSubTopic: '' });
  expect(published[0]?.[1]).toMatchObject({ type: 'watch', quality: '360p' });
  expect(named('view')).toMatchObject([{ serialNumber: 'U1', what: ['picture', 'sound'] }]);
  expect(tracks).toEqual([]);
  vi.unstubAllGlobals();
});

it('says and shows through the API, and reads who answered elsewhere from the notice', async () => {
  const { cloud, services, notice: tell, named } = world();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('AudioContext', undefined);
  cloud.rows = [visitorCall()];
  const { actor } = startUnderApp(wireCalls(services), { as: 'calls', input: { userId: 'me' } });
  await settle();
  expect(selectRinging(actor.getSnapshot())).toHaveLength(1);
  actor.send({ type: 'calls.act', callId: 'visit-1', text: 'One moment', picture: null });
  await settle();
  actor.send({ type: 'calls.act', callId: 'visit-1', text: '', picture: 'plan' });
  await settle();
  expect(named('say')).toEqual([{ callingRequestId: 'visit-1', text: 'One moment' }]);
  expect(named('show')).toEqual([{ callingRequestId: 'visit-1', picture: 'plan' }]);
  cloud.rows = [];
  tell(notice({ callId: 'visit-1', answeredBy: { userId: 'chen', names: { enUS: 'Chen Yu', zhCN: '陈宇' } } }));
  await settle();
  expect(actor.getSnapshot().context.elsewhere).toMatchObject({ by: 'Chen Yu', robotName: 'Lobby host' });
  vi.unstubAllGlobals();
});
