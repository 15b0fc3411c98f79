/** Wiring of the robot page: messages become events, requests become API calls, and opened resources are closed. */
import { describe, expect, it, vi } from 'vitest';
import { type AnyActorLogic, type AnyEventObject, createActor, fromCallback, fromTransition, setup } from 'xstate';
import type { RobotBrowser } from '../../src/app/wiring/robotData/browser.ts';
import {
  ask,
  callLease,
  holdLease,
  loadMissed,
  loadRobot,
  measureRoundTrip,
} from '../../src/app/wiring/robotData/calls.ts';
import { followRobot } from '../../src/app/wiring/robotData/follow.ts';
import { sendPulse } from '../../src/app/wiring/robotData/inputDevices.ts';
import { newShared, type RobotNeeds } from '../../src/app/wiring/robotData/needs.ts';
import { speak, watch } from '../../src/app/wiring/robotData/viewing.ts';
import type { Heard, LinkTerms } from '../../src/services/mqttLinks.ts';
import { createStreams } from '../../src/services/streams.ts';
import {
  NOW,
  sampleCommand,
  sampleDetail,
  sampleLease,
  sampleLive,
  sampleRobot,
  sampleSite,
  SN,
} from '../fakes/robotSample.ts';
import { settle } from '../fakes/settle.ts';

const BASE = `uagv/v2/roundhouse/${SN}`;
const TERMS: LinkTerms = { clientId: 'me~tab-t', topics: [], mqttSubTopic: BASE };

function world() {
  const calls: [string, unknown][] = [];
  const called = (name: string, answer: unknown) => async (input: unknown) => {
    calls.push([name, input]);
    return answer;
  };
  const robot = sampleRobot();
  const api = {
    robots: {
      detail: called('detail', sampleDetail()),
      relation: called('relation', { rights: ['read'] }),
      view: called('view', null),
    },
    control: Object.fromEntries(
      ['get', 'take', 'renew', 'release', 'ask', 'handOver', 'takeOver'].map((name) => [
        name,
        called(name, sampleLease()),
      ]),
    ),
    commands: Object.fromEntries(
      ['goTo', 'stop', 'resume', 'cancel', 'charge', 'relocate']
        .map((name) => [name, called(name, sampleCommand('a'))])
        .concat([['list', called('list', { total: 0, rows: [] })]]),
    ),
    maps: {
      ofSites: called('ofSites', {
        sites: [sampleSite, { ...sampleSite, id: 's2' }],
        maps: [...robot.maps, { ...robot.maps[0], id: 'x', siteId: 's2' }],
      }),
    },
  };
  const published: [string, unknown][] = [];
  const subscribed: string[] = [];
  let listener: (heard: readonly Heard[]) => void = () => {};
  let watcher: (terms: LinkTerms | null) => void = () => {};
  let waiting = 0;
  const links = {
    listen: (_: string, hear: typeof listener) => {
      listener = hear;
      return () => {
        listener = () => {};
      };
    },
    watch: (_: string, tell: typeof watcher) => {
      watcher = tell;
      tell(null);
      return () => {
        watcher = () => {};
      };
    },
    subscribe: async (_: string, topic: string) => void subscribed.push(topic),
    publish: (_: string, topic: string, payload: string) => {
      published.push([topic, JSON.parse(payload)]);
      return true;
    },
    bufferedAmount: () => waiting,
    iceServers: () => [],
    lastHeard: () => null,
  };
  const windowTarget = new EventTarget();
  const browser = {
    window: windowTarget,
    document: {},
    devices: undefined,
    pads: () => [],
    every: () => () => {},
    nextFrame: () => () => {},
    peer: () =>
      Object.assign(new EventTarget(), { close: vi.fn(), getTransceivers: () => [], getStats: async () => new Map() }),
  } as unknown as RobotBrowser;
  const logged: unknown[] = [];
  const seen: unknown[] = [];
  const needs = {
    api,
    links,
    streams: createStreams(),
    live: { see: (pose: unknown) => seen.push(pose) },
    clock: { now: () => NOW },
    language: () => 'enUS',
    ticks: () => 5,
    newId: () => 'c'.repeat(32),
    log: (error: unknown) => logged.push(error),
    browser,
  } as unknown as RobotNeeds;
  return {
    needs,
    shared: newShared(),
    calls,
    published,
    subscribed,
    logged,
    seen,
    windowTarget,
    hear: (topic: string, said: unknown) =>
      listener([{ topic, payload: typeof said === 'string' ? said : JSON.stringify(said), at: 0 }]),
    link: async (terms: LinkTerms | null) => {
      watcher(terms);
      await settle();
    },
    wait: (bytes: number) => {
      waiting = bytes;
    },
  };
}

/** Runs one effect under a parent that records its events, with the fleet actor that has the robot. */
function run(logic: AnyActorLogic, input: unknown) {
  const reports: AnyEventObject[] = [];
  const fleet = { robots: { [SN]: sampleDetail() }, serverTime: NOW };
  const actor = createActor(
    setup({
      actors: { logic, fleet: fromTransition((state: typeof fleet) => state, fleet), silent: fromCallback(() => {}) },
    }).createMachine({
      invoke: [
        { src: 'fleet', id: 'fleet', systemId: 'fleet' },
        { src: 'logic', id: 'effect', input: input as never },
      ],
      on: { '*': { actions: ({ event }) => void reports.push(event) } },
    }),
  ).start();
  return {
    reports,
    stop: () => actor.stop(),
    send: (event: AnyEventObject) =>
      (actor.getSnapshot().children['effect'] as { send(event: AnyEventObject): void }).send(event),
  };
}

const header = {
  headerId: 1,
  timestamp: '2026-01-01T00:00:00Z',
  version: '2.0.0',
  manufacturer: 'roundhouse',
  serialNumber: SN,
};

describe('what is heard of a robot', () => {
  it("the link is told only once the camera's answers can be heard", async () => {
    const w = world();
    const { reports } = run(followRobot(w.needs, w.shared), { serialNumber: SN });
    await w.link(TERMS);
    expect(w.subscribed).toEqual([`rtc/${SN}/me~tab-t/down`]);
    expect(reports).toContainEqual({ type: 'mqttLink.opened', clientId: 'me~tab-t' });
    await w.link(null);
    expect(reports.at(-1)).toEqual({ type: 'mqttLink.closed' });
  });

  it('a link that broke while it was being listened to is not told as open', async () => {
    const w = world();
    const { reports } = run(followRobot(w.needs, w.shared), { serialNumber: SN });
    void w.link(TERMS);
    await w.link(null);
    expect(reports.filter(({ type }) => type === 'mqttLink.opened')).toEqual([]);
  });

  it("each topic becomes its report, names in the reader's language", async () => {
    const w = world();
    const { reports } = run(followRobot(w.needs, w.shared), { serialNumber: SN });
    w.hear(`${BASE}/ledger`, {
      ...sampleCommand('a'),
      target: '电梯',
      names: { target: { zhCN: '电梯', enUS: 'Lift' }, askedBy: { zhCN: '林薇', enUS: 'Lin Wei' } },
    });
    w.hear(`${BASE}/lease`, {
      ...sampleLease({ holder: { userId: 'c', name: '陈宇', clientId: 'c' } }),
      names: { holder: { zhCN: '陈宇', enUS: 'Chen Yu' }, askedBy: { zhCN: '', enUS: '' } },
    });
    w.hear(`${BASE}/teleopEcho`, { lease: 3, sequence: 1, halted: null, vx: 0, wz: 0 });
    w.hear(`rtc/${SN}/me~tab-t/down`, { type: 'bye', call: 'c1' });
    expect(reports).toMatchObject([
      { type: 'mqttLink.closed' },
      { type: 'picture.heard', live: { serialNumber: SN }, now: NOW },
      { type: 'ledger.heard', commands: [{ id: 'a', target: 'Lift', askedBy: { name: 'Lin Wei' } }] },
      { type: 'lease.heard', lease: { holder: { name: 'Chen Yu' } } },
      { type: 'echo.heard', echo: { lease: 3 } },
      { type: 'signal.heard', signal: { type: 'bye' } },
    ]);
  });

  it("poses go past the page into the live store, on our map by the robot's name for it", () => {
    const w = world();
    const { reports } = run(followRobot(w.needs, w.shared), { serialNumber: SN });
    const before = reports.length;
    const word = {
      ...header,
      agvPosition: { x: 1, y: 2, theta: 0, mapId: 'their floor' },
      velocity: { vx: 0.3, vy: 0.4 },
    };
    w.hear(`${BASE}/visualization`, word);
    expect(w.seen).toEqual([]);
    w.shared.mapIds.set(SN, new Map([['their floor', 'f1']]));
    w.hear(`${BASE}/visualization`, word);
    expect(w.seen).toEqual([{ serialNumber: SN, mapId: 'f1', x: 1, y: 2, theta: 0, speed: 0.5, at: NOW }]);
    expect(reports).toHaveLength(before);
  });

  it('what cannot be read is logged and harms nothing that follows', () => {
    const w = world();
    const { reports } = run(followRobot(w.needs, w.shared), { serialNumber: SN });
    w.hear(`${BASE}/state`, 'no json');
    w.hear(`${BASE}/state`, { nonsense: true });
    w.hear(`${BASE}/teleopEcho`, { lease: 3, sequence: 1, halted: null, vx: 0, wz: 0 });
    expect(w.logged).toHaveLength(2);
    expect(reports.at(-1)).toMatchObject({ type: 'echo.heard' });
  });
});

describe('calls', () => {
  it("everything of a robot in one round, its own site's maps alone", async () => {
    const w = world();
    const actor = createActor(loadRobot(w.needs, w.shared), { input: { serialNumber: SN } }).start();
    await settle();
    const { output } = actor.getSnapshot();
    expect(w.calls.map(([name]) => name).sort()).toEqual(['detail', 'get', 'list', 'ofSites', 'relation']);
    expect(output?.maps.map(({ id }) => id)).toEqual(['f1', 'f3']);
    expect(output?.runningSince).toBe(NOW - 3_600_000);
    expect(w.shared.mapIds.get(SN)?.get('f1')).toBe('f1');
  });

  it('what a subscription can have missed, without the rest', async () => {
    const w = world();
    const actor = createActor(loadMissed(w.needs), { input: { serialNumber: SN } }).start();
    await settle();
    expect(w.calls.map(([name]) => name).sort()).toEqual(['get', 'list']);
    expect(Object.keys(actor.getSnapshot().output ?? {})).toEqual(['lease', 'ledger']);
  });

  it.each([
    [
      { kind: 'goTo', target: { mapId: 'f1', x: 1, y: 2, areaId: 'p1', name: 'Lift', theta: null } },
      ['goTo', { serialNumber: SN, areaId: 'p1' }],
    ],
    [
      { kind: 'goTo', target: { mapId: 'f1', x: 1, y: 2, areaId: '', name: '', theta: null } },
      ['goTo', { serialNumber: SN, mapId: 'f1', coordinateX: 1, coordinateY: 2 }],
    ],
    [
      { kind: 'relocate', target: { mapId: 'f1', x: 1, y: 2, areaId: 'p1', name: 'Lift', theta: 1.5 } },
      ['relocate', { serialNumber: SN, mapId: 'f1', locationX: 1, locationY: 2, theta: 1.5 }],
    ],
    [{ kind: 'charge' }, ['charge', { serialNumber: SN }]],
  ] as const)('%j', async (request, call) => {
    const w = world();
    const { reports } = run(ask(w.needs), { local: 'ask-1', serialNumber: SN, request });
    await settle();
    expect(w.calls).toEqual([call]);
    expect(reports).toMatchObject([{ type: 'ask.answered', local: 'ask-1', command: { id: 'a' } }]);
  });

  it.each([
    ['take', { serialNumber: SN, clientId: 'me' }],
    ['takeOver', { serialNumber: SN, clientId: 'me', reason: 'guest' }],
    ['renew', { serialNumber: SN, clientId: 'me', number: 4 }],
  ] as const)('lease: %s', async (act, input) => {
    const w = world();
    createActor(callLease(w.needs), {
      input: { act, serialNumber: SN, clientId: 'me', number: 4, reason: 'guest' },
    }).start();
    await settle();
    expect(w.calls).toEqual([[act, input]]);
  });

  it('of three round trips to the server the fastest counts', async () => {
    const w = world();
    const ticks = [0, 900, 1_000, 1_120.4, 2_000, 2_500];
    const measured = createActor(measureRoundTrip({ ...w.needs, ticks: () => ticks.shift() ?? 0 }), {
      input: { serialNumber: SN },
    }).start();
    await settle();
    expect(measured.getSnapshot().output).toBe(120);
    expect(w.calls).toEqual(Array.from({ length: 3 }, () => ['get', { serialNumber: SN }]));
  });

  it('the lease is given back once by whoever leaves with it, and not when it is gone already', async () => {
    const w = world();
    const input = { serialNumber: SN, clientId: 'me', number: 4 };
    const left = run(holdLease(w.needs), input);
    w.windowTarget.dispatchEvent(new Event('pagehide'));
    left.stop();
    expect(w.calls).toEqual([['release', input]]);
    const lost = run(holdLease(w.needs), input);
    lost.send({ type: 'lease.ended' });
    lost.stop();
    expect(w.calls).toHaveLength(1);
  });
});

describe('hands and pictures', () => {
  it('pulses leave on the topic of their lease, and none but a zero while bytes wait', () => {
    const w = world();
    const pulse = { serialNumber: SN, lease: 7, sequence: 0, stamp: 4, vx: 0.2, wz: 0 };
    const send = sendPulse(w.needs, w.shared);
    send(pulse);
    w.shared.terms.set(SN, TERMS);
    send(pulse);
    w.wait(10);
    send({ ...pulse, sequence: 1 });
    send({ ...pulse, sequence: 2, vx: 0 });
    expect(w.published).toEqual([
      [`${BASE}/teleop/7`, { lease: 7, sequence: 0, stamp: 4, vx: 0.2, wz: 0 }],
      [`${BASE}/teleop/7`, { lease: 7, sequence: 2, stamp: 4, vx: 0, wz: 0 }],
    ]);
  });

  it('an echo is told with the time when what it answers had left', () => {
    const w = world();
    const { reports } = run(followRobot(w.needs, w.shared), { serialNumber: SN });
    w.shared.terms.set(SN, TERMS);
    sendPulse(w.needs, w.shared)({ serialNumber: SN, lease: 7, sequence: 3, stamp: -1, vx: 0, wz: 0 });
    const echo = { lease: 7, sequence: 3, stamp: 9, waited: 0, halted: null, vx: 0, wz: 0 };
    w.hear(`${BASE}/teleopEcho`, echo);
    expect(reports.at(-1)).toEqual({ type: 'echo.heard', echo, at: 0, leftAt: 5 });
    w.hear(`${BASE}/teleopEcho`, { ...echo, sequence: 8 });
    expect(reports.at(-1)).toMatchObject({ leftAt: null });
  });

  it("a viewing asks under this connection's name, and says good-bye when the page is closed", () => {
    const w = world();
    w.shared.terms.set(SN, TERMS);
    const viewing = run(watch(w.needs, w.shared), { serialNumber: SN, quality: '360p' });
    w.windowTarget.dispatchEvent(new Event('pagehide'));
    viewing.stop();
    expect(w.published.map(([topic, said]) => [topic, (said as { type: string }).type])).toEqual([
      [`rtc/${SN}/me~tab-t/up`, 'watch'],
      [`rtc/${SN}/me~tab-t/up`, 'bye'],
    ]);
    expect(viewing.reports).toEqual([{ type: 'viewing.ended' }]);
    expect(w.calls).toEqual([
      ['view', { serialNumber: SN, clientId: 'me~tab-t', what: ['picture', 'sound'], sequence: expect.any(Number) }],
    ]);
    expect(w.shared.viewings.size).toBe(0);
  });

  it('without https there is no microphone, and it says so', async () => {
    const w = world();
    const { reports } = run(speak(w.needs, w.shared), { serialNumber: SN });
    await settle();
    expect(reports).toEqual([{ type: 'microphone.refused', refusal: 'insecure' }]);
  });

  it('a microphone allowed after it was switched off is given back at once', async () => {
    const w = world();
    const track = { stop: vi.fn(), addEventListener: vi.fn() };
    let allow: (stream: unknown) => void = () => {};
    (w.needs.browser as { devices: unknown }).devices = {
      getUserMedia: () =>
        new Promise((resolve) => {
          allow = resolve;
        }),
    };
    const speaking = run(speak(w.needs, w.shared), { serialNumber: SN });
    speaking.stop();
    allow({ getAudioTracks: () => [track] });
    await settle();
    expect(track.stop).toHaveBeenCalledOnce();
    expect(w.shared.voices.size).toBe(0);
  });
});

it("the fleet's beat reaches the page though the robot says nothing", () => {
  const w = world();
  const { reports } = run(followRobot(w.needs, w.shared), { serialNumber: SN });
  expect(reports).toContainEqual({ type: 'picture.heard', live: sampleLive(), now: NOW });
});
