/** The wiring of video and calls over Agora: real machines and transport, a fake SDK, and a server that issues tokens. */
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { vi } from 'vitest';
import type { MediaKind } from '../../contract/entities/robotConstants.ts';
import type { Services } from '../../src/app/services.ts';
import { wireCallPreview, wireCalls } from '../../src/app/wiring/calls.ts';
import { newShared, type RobotNeeds } from '../../src/app/wiring/robotData/needs.ts';
import { speak, watch } from '../../src/app/wiring/robotData/viewing.ts';
import { selectMediaRef } from '../../src/machines/calls/calls.selectors.ts';
import { videoMachine } from '../../src/machines/robotData/video.machine.ts';
import type { PhotoInput, SavedPhoto } from '../../src/machines/robotData/video.setup.ts';
import { openAgoraSession } from '../../src/services/agoraSession.ts';
import type { LinkTerms } from '../../src/services/mqttLinks.ts';
import { createStreams } from '../../src/services/streams.ts';
import { fakeAgora, fakeStream, fakeTrack } from './agoraSdk.ts';
import { connectedCall } from './callSample.ts';
import { settle } from './settle.ts';
import { startUnderApp } from './startWithSiblings.ts';

export const ROBOT = { uid: 'robot' };
export const TERMS: LinkTerms = { clientId: 'me~tab-t', topics: [], mqttSubTopic: '', mediaTransport: 'agora' };

/** What both kinds of viewing need: a browser, the API, and time that the test moves. */
function agoraWorld() {
  vi.stubGlobal(
    'MediaStream',
    vi.fn(function MediaStreamOfTest() {
      return fakeStream();
    }),
  );
  const agora = fakeAgora();
  const clock = new SimulatedClock();
  const server = {
    what: ['picture', 'sound', 'voice', 'camera'] as MediaKind[],
    refusal: null as Error | null,
    /** Whether the SDK's chunk can be loaded. */
    hasChunk: true,
    /** Of the browser, for both devices. */
    device: null as DOMException | null,
    asked: [] as Record<string, unknown>[],
    left: [] as string[],
    loads: 0,
    viewed: 0,
    /** Connections of plain WebRTC. */
    peers: 0,
  };
  const timers = new Set<{ ms: number; act: () => void; due: number }>();
  const tracks: MediaStreamTrack[] = [];
  let now = 0;
  const robots = {
    async agoraRtc(input: Record<string, unknown>) {
      server.asked.push(input);
      if (server.refusal) throw server.refusal;
      const channel = input['channel'] === '' ? `channel-${server.asked.length}` : input['channel'];
      return {
        appId: 'app',
        token: `t${server.asked.length}`,
        channel,
        account: 'viewer',
        what: server.what,
        until: 0,
      };
    },
    agoraLeave: async ({ channel }: { channel: string }) => void server.left.push(channel),
    view: async () => void (server.viewed += 1),
  };
  const browser = {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: 'visible', hidden: false, hasFocus: () => true }),
    devices: {
      getUserMedia: async (asked: { video?: unknown }) => {
        if (server.device) throw server.device;
        const track = fakeTrack(asked.video ? 'video' : 'audio');
        tracks.push(track);
        return { getAudioTracks: () => [track], getVideoTracks: () => [track] };
      },
    },
    peer() {
      server.peers += 1;
      return Object.assign(new EventTarget(), { close: () => undefined, getStats: async () => new Map() });
    },
    loadAgora: async () => {
      server.loads += 1;
      if (!server.hasChunk) throw new Error('the chunk is gone');
      return (...session: Parameters<typeof openAgoraSession> extends [unknown, ...infer Rest] ? Rest : never) =>
        openAgoraSession(agora.sdk, ...session);
    },
    every(ms: number, act: () => void) {
      const timer = { ms, act, due: now + ms };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const world = { clock: { now: () => now }, ticks: () => now, newId: () => 'call-id', log: () => undefined };
  return {
    agora,
    server,
    robots,
    browser,
    world,
    clock,
    tracks,
    timers,
    streams: createStreams(),
    /** Runs what is due, with so many frames decoded a second. */
    async pass(ms: number, framesPerSecond = 0) {
      for (const until = now + ms; now < until;) {
        now += 100;
        agora.state.frames += framesPerSecond / 10;
        for (const timer of [...timers]) {
          if (timer.due > now || !timers.has(timer)) continue;
          timer.due = now + timer.ms;
          timer.act();
          await settle();
        }
        clock.increment(100);
      }
      await settle();
    },
    async publishes() {
      agora.newest().report('user-joined', ROBOT);
      for (const media of ['video', 'audio']) agora.newest().report('user-published', ROBOT, media);
      await settle();
    },
  };
}

/** The video of a robot that is watched over Agora; the link is open. */
export async function startAgoraVideo(terms: LinkTerms = TERMS, prepare: (server: Server) => void = () => {}) {
  const parts = agoraWorld();
  prepare(parts.server);
  const { robots, browser, world, clock, streams } = parts;
  const shared = newShared();
  const links = { iceServers: () => [], publish: () => true };
  const needs = { api: { robots }, links, streams, browser, ...world } as unknown as RobotNeeds; // what is used
  shared.terms.set('SN', terms);
  const actor = createActor(
    videoMachine.provide({
      actors: {
        watch: watch(needs, shared),
        speak: speak(needs, shared),
        savePhoto: fromPromise<SavedPhoto, PhotoInput>(async () => ({ place: 'disk' })),
      },
    }),
    { input: { serialNumber: 'SN' }, clock },
  ).start();
  actor.send({ type: 'mqttLink.opened' });
  await settle();
  return { ...parts, actor };
}
type Server = ReturnType<typeof agoraWorld>['server'];

/** The services of calls over Agora. */
function callWorld() {
  const parts = agoraWorld();
  const { robots, browser, world, streams } = parts;
  const own = connectedCall();
  const api = {
    robots,
    calls: {
      current: async () => ({ calls: [] }),
      send: async () => ({ ci: own.id }),
      details: async () => ({ call: own, lines: [] }),
      repeat: async () => own,
      end: async () => null,
    },
  };
  const links = {
    watch: (_: string, tell: (terms: LinkTerms | null) => void) => {
      tell(TERMS);
      return () => undefined;
    },
    listen: () => () => undefined,
    subscribe: async () => undefined,
    publish: () => true,
    iceServers: () => [],
  };
  const services = {
    present: () => ({ api, links, feed: { onNotice: () => () => undefined } }),
    streams,
    language: () => 'enUS',
    texts: async () => ({ calls: { visitor: '', waitPhrase: '' } }),
    world,
    robotBrowser: browser,
  } as unknown as Services; // what is used
  return { ...parts, own, services };
}

/** A call that has just been connected, over Agora. */
export async function startAgoraCall() {
  const { own, services, ...parts } = callWorld();
  const { clock } = parts;
  const { actor, stop } = startUnderApp(wireCalls(services), { as: 'calls', input: { userId: 'me' }, clock });
  await settle();
  actor.send({ type: 'calls.start', serialNumber: own.serialNumber });
  await settle();
  return {
    ...parts,
    actor,
    stop,
    media() {
      const ref = selectMediaRef(actor.getSnapshot());
      if (!ref) throw new Error('no media');
      return ref;
    },
  };
}

/** The picture of a call that the user is not in. */
export async function startAgoraPreview() {
  const { own, services, ...parts } = callWorld();
  const { clock } = parts;
  const { actor, stop } = startUnderApp(wireCallPreview(services), {
    as: 'calls',
    input: { serialNumber: own.serialNumber, callId: own.id },
    clock,
  });
  await settle();
  return { ...parts, actor, stop };
}
