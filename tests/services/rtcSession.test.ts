import { describe, expect, it } from 'vitest';
import type { RtcUp } from '../../contract/wire/rtc.ts';
import { FROZEN_AFTER_MS } from '../../src/services/frameCounter.ts';
import { openViewing } from '../../src/services/rtcSession.ts';
import { settle } from '../fakes/settle.ts';

/** Fake peer connection that records its calls. */
class PaperPeer extends EventTarget {
  connectionState = 'new';
  remoteDescription: unknown = null;
  localDescription: { sdp: string } | null = null;
  candidates: unknown[] = [];
  closed = false;
  stats: Record<string, unknown>[] = [];
  audio = {
    direction: 'recvonly',
    receiver: { track: { kind: 'audio' } },
    sender: {
      track: null as unknown,
      replaceTrack: async (track: unknown) => {
        this.audio.sender.track = track;
      },
    },
  };
  getTransceivers = () => [this.audio];
  setRemoteDescription = async (description: { sdp: string }) => {
    if (description.sdp === 'bad') throw new Error('bad offer');
    this.remoteDescription = description;
  };
  createAnswer = async () => ({ type: 'answer', sdp: 'answer' });
  setLocalDescription = async (description: { sdp: string }) => {
    this.localDescription = description;
  };
  addIceCandidate = async (candidate: unknown) => void this.candidates.push(candidate);
  getStats = async () => new Map(this.stats.map((report, i) => [String(i), report]));
  close = () => {
    this.closed = true;
  };
}

function view({ talks = false, voice = null as unknown } = {}) {
  const peer = new PaperPeer();
  const sent: RtcUp[] = [];
  const heard: string[] = [];
  let now = 0;
  const timers = new Set<{ ms: number; act: () => void; due: number }>();
  const viewing = openViewing(
    {
      peer: () => peer as unknown as RTCPeerConnection,
      ticks: () => now,
      every: (ms, act) => {
        const timer = { ms, act, due: now + ms };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    {
      call: 'c1',
      quality: '360p',
      iceServers: [],
      talks,
      voice: voice as MediaStreamTrack | null,
      send: (up) => sent.push(up),
    },
    {
      stream: (stream) => heard.push(stream ? 'stream' : 'no stream'),
      flowing: () => heard.push('flowing'),
      frozen: () => heard.push('frozen'),
      measured: (figures) =>
        heard.push(`${figures.framesPerSecond} fps, ${figures.kilobitsPerSecond} kb/s, ${figures.delay} ms`),
      refused: (reason) => heard.push(reason),
      ended: () => heard.push('ended'),
    },
  );
  let frames = 0;
  return {
    peer,
    sent,
    heard,
    viewing,
    timers,
    /** Advances the time at a given frame rate. */
    async pass(ms: number, framesPerSecond: number) {
      for (let gone = 0; gone < ms; gone += 20) {
        now += 20;
        frames += framesPerSecond * 0.02;
        peer.stats = [
          {
            type: 'inbound-rtp',
            kind: 'video',
            framesDecoded: Math.floor(frames + 1e-6),
            bytesReceived: Math.floor(frames + 1e-6) * 1_000,
            jitterBufferDelay: frames * 0.04,
            jitterBufferEmittedCount: frames,
          },
          { type: 'candidate-pair', state: 'succeeded', nominated: true, currentRoundTripTime: 0.02 },
        ];
        for (const timer of [...timers])
          if (now >= timer.due) {
            timer.due = now + timer.ms;
            timer.act();
          }
        await settle();
      }
    },
  };
}

describe('signalling', () => {
  it('asks, answers the offer and trades candidates, early ones included', async () => {
    const { viewing, sent, peer, heard } = view();
    expect(sent).toEqual([{ type: 'watch', call: 'c1', quality: '360p' }]);
    viewing.hear({ type: 'candidate', call: 'c1', candidate: { candidate: 'early', sdpMid: '0', sdpMLineIndex: 0 } });
    expect(peer.candidates).toEqual([]);
    viewing.hear({ type: 'offer', call: 'c1', sdp: 'offer' });
    await settle();
    expect(sent.at(-1)).toEqual({ type: 'answer', call: 'c1', sdp: 'answer' });
    expect(peer.candidates).toMatchObject([{ candidate: 'early' }]);
    peer.dispatchEvent(
      Object.assign(new Event('icecandidate'), { candidate: { candidate: 'mine', sdpMid: '0', sdpMLineIndex: 0 } }),
    );
    expect(sent.at(-1)).toMatchObject({ type: 'candidate', candidate: { candidate: 'mine' } });
    peer.dispatchEvent(Object.assign(new Event('track'), { streams: [{}] }));
    expect(heard).toEqual(['stream']);
  });

  it('hears nothing of another viewing', async () => {
    const { viewing, heard, peer } = view();
    viewing.hear({ type: 'bye', call: 'c0' });
    viewing.hear({ type: 'offer', call: 'c0', sdp: 'offer' });
    await settle();
    expect(heard).toEqual([]);
    expect(peer.remoteDescription).toBeNull();
  });

  it('says good-bye once, and nothing after it', () => {
    const { viewing, sent, heard, peer, timers } = view();
    viewing.close();
    viewing.close();
    viewing.setQuality('720p');
    viewing.hear({ type: 'bye', call: 'c1' });
    expect(sent.map(({ type }) => type)).toEqual(['watch', 'bye']);
    expect(heard).toEqual(['no stream']);
    expect(peer.closed).toBe(true);
    expect(timers.size).toBe(0);
  });

  it.each([
    [
      'refused',
      (v: ReturnType<typeof view>) => v.viewing.hear({ type: 'refused', call: 'c1', reason: 'noCamera' }),
      'noCamera',
    ],
    [
      'whose right was taken away',
      (v: ReturnType<typeof view>) => v.viewing.hear({ type: 'muted', call: 'c1', reason: 'revoked' }),
      'notAllowed',
    ],
    ['ended by the robot', (v: ReturnType<typeof view>) => v.viewing.hear({ type: 'bye', call: 'c1' }), 'ended'],
    [
      'an offer that cannot be read',
      (v: ReturnType<typeof view>) => v.viewing.hear({ type: 'offer', call: 'c1', sdp: 'bad' }),
      'ended',
    ],
    [
      'no way through the network',
      (v: ReturnType<typeof view>) => {
        v.peer.connectionState = 'failed';
        v.peer.dispatchEvent(new Event('connectionstatechange'));
      },
      'ended',
    ],
  ])('%s', async (_, happen, told) => {
    const all = view();
    happen(all);
    await settle();
    expect(all.heard.at(-1)).toBe(told);
    expect(all.peer.closed).toBe(true);
  });
});

it('a call that the robot mutes because it has not heard from the cloud is kept: it may go on', async () => {
  const { viewing, heard, peer } = view();
  viewing.hear({ type: 'muted', call: 'c1', reason: 'unconfirmed' });
  await settle();
  expect(heard).toEqual([]);
  expect(peer.closed).toBe(false);
});

describe('the voice', () => {
  it('goes nowhere without the right to be heard', async () => {
    const { viewing, peer } = view();
    viewing.hear({ type: 'offer', call: 'c1', sdp: 'offer' });
    await settle();
    viewing.setVoice({} as MediaStreamTrack);
    await settle();
    expect(peer.audio).toMatchObject({ direction: 'recvonly', sender: { track: null } });
  });

  it('is offered a way from the start, and put on it when it is switched on', async () => {
    const { viewing, peer } = view({ talks: true });
    viewing.hear({ type: 'offer', call: 'c1', sdp: 'offer' });
    await settle();
    expect(peer.audio.direction).toBe('sendrecv');
    const track = { kind: 'audio' };
    viewing.setVoice(track as MediaStreamTrack);
    await settle();
    expect(peer.audio.sender.track).toBe(track);
  });
});

describe('what arrives', () => {
  it('is told at the first frame and measured each second', async () => {
    const { pass, heard } = view();
    await pass(100, 0);
    expect(heard).toEqual([]);
    await pass(1_000, 15);
    expect(heard[0]).toBe('flowing');
    await pass(2_000, 15);
    expect(heard.at(-1)).toMatch(/^1[3-7](\.\d)? fps, 1[0-3]\d kb\/s, 50 ms$/u);
  });

  it('that stands still is told, and told again when it moves', async () => {
    const { pass, heard } = view();
    await pass(500, 15);
    await pass(FROZEN_AFTER_MS + 600, 0);
    expect(heard.filter((word) => !word.includes('fps'))).toEqual(['flowing', 'frozen']);
    await pass(500, 15);
    expect(heard.filter((word) => !word.includes('fps')).at(-1)).toBe('flowing');
  });
});
