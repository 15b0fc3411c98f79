/**
 * A real TURN server (coturn) accepts the credentials that users are given for an hour, and no others, and brings the
 * picture where the direct way is blocked: of the simulated robot's side to that of its page. Skipped where it is not
 * installed (`apt-get install coturn`); how the credentials are made is tested in iceServers.test.ts in any case.
 */
import wrtc from '@roamhq/wrtc';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TURN_CREDENTIAL_TTL_MS } from '../../../contract/rules/limits.ts';
import { iceServersFor } from '../../../server/features/iceServers.ts';
import type { IceServer } from '../../../server/settings.ts';
import { Viewing } from '../../../simulator/video/viewing.ts';
import { openViewing } from '../../../src/services/rtcSession.ts';
import { hasTurnServer, startTurnServer, type TurnServer } from '../../fakes/turnServer.ts';

describe.skipIf(!hasTurnServer)('coturn (skipped: turnserver is not installed)', { timeout: 60_000 }, () => {
  let turn: TurnServer;

  beforeAll(async () => {
    turn = await startTurnServer();
    // It answers as soon as it relays for good credentials.
    await vi.waitFor(async () => expect(await relays(serversAt(Date.now()))).toBe(true), {
      timeout: 30_000,
      interval: 500,
    });
  });
  afterAll(() => turn.close());

  const serversAt = (now: number): IceServer[] =>
    iceServersFor('lin', { iceServers: [{ urls: turn.url }], turnSecret: turn.secret }, now);

  const toRtc = (iceServers: IceServer[]) =>
    iceServers.map(({ urls, username = '', credential = '' }) => ({ urls, username, credential }));

  /** Whether the TURN server gives a relay address. */
  async function relays(iceServers: IceServer[]): Promise<boolean> {
    const peer = new wrtc.RTCPeerConnection({
      iceServers: toRtc(iceServers),
      iceTransportPolicy: 'relay',
    });
    try {
      return await new Promise<boolean>((resolve, reject) => {
        peer.onicecandidate = ({ candidate }) => {
          if (candidate?.candidate.includes('typ relay')) resolve(true);
        };
        peer.onicegatheringstatechange = () => {
          if (peer.iceGatheringState === 'complete') resolve(false);
        };
        peer.createDataChannel('any');
        peer
          .createOffer()
          .then((offer) => peer.setLocalDescription(offer))
          .catch(reject);
      });
    } finally {
      peer.close();
    }
  }

  it('relays for the credentials of the hour', async () => {
    expect(await relays(serversAt(Date.now()))).toBe(true);
  });

  it('brings the picture of a robot to its page where the direct way is blocked', async () => {
    const picture = { width: 64, height: 48, data: new Uint8ClampedArray(64 * 48 * 1.5).fill(90) };
    const stops: (() => void)[] = [];
    const ways: string[] = [];
    const frame = new Promise<{ width: number; height: number }>((resolve) => {
      const up = { call: 'c1', quality: '360p' } as const;
      const robot = new Viewing({
        watch: { ...up, type: 'watch', viewer: 'v1', serialNumber: 'SN', sound: false, talk: false, camera: false },
        iceServers: [],
        say: (message) => message.type === 'down' && page.hear(message.message),
        onConnected: () => undefined,
        onEnded: () => undefined,
      });
      const filming = setInterval(() => robot.onFrame(picture), 30);
      stops.push(
        () => clearInterval(filming),
        () => robot.close(),
      );
      const page = openViewing(
        {
          // Behind a firewall: nothing but the relay is used.
          peer: (configuration) => new wrtc.RTCPeerConnection({ ...configuration, iceTransportPolicy: 'relay' }),
          ticks: () => performance.now(),
          every: (ms, act) => {
            const timer = setInterval(act, ms);
            return () => clearInterval(timer);
          },
        },
        {
          ...up,
          iceServers: toRtc(serversAt(Date.now())),
          talks: false,
          voice: null,
          send: (message) => {
            if (message.type === 'watch') return void robot.offer();
            if (message.type === 'candidate') ways.push(/ typ (\w+)/u.exec(message.candidate.candidate)?.[1] ?? '');
            if (message.type !== 'bye' && message.type !== 'still') void robot.hear(message);
          },
        },
        {
          flowing: () => undefined,
          frozen: () => undefined,
          measured: () => undefined,
          refused: () => undefined,
          ended: () => undefined,
          stream: (stream) => {
            const [track] = stream?.getVideoTracks() ?? [];
            if (!track) return;
            const sink = new wrtc.nonstandard.RTCVideoSink(track);
            sink.onframe = ({ frame: seen }: { frame: { width: number; height: number } }) => resolve(seen);
            stops.unshift(() => sink.stop());
          },
        },
      );
      stops.push(() => page.close());
    });
    try {
      expect(await frame).toMatchObject({ width: 64, height: 48 });
      expect(new Set(ways)).toEqual(new Set(['relay']));
    } finally {
      for (const stop of stops) stop();
    }
  });

  it('refuses them once they have expired', async () => {
    expect(await relays(serversAt(Date.now() - TURN_CREDENTIAL_TTL_MS - 60_000))).toBe(false);
  });

  it('refuses a forged password, and another name with the same one', async () => {
    const [server] = serversAt(Date.now());
    if (!server) throw new Error('no TURN server');
    expect(await relays([{ ...server, credential: 'forged' }])).toBe(false);
    expect(await relays([{ ...server, username: `${server.username}x` }])).toBe(false);
  });
});
