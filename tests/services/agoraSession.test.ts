/** A viewing over Agora: every report of the SDK, and what the listener of a viewing is told of it. */
import { describe, expect, it } from 'vitest';
import type { MediaKind } from '../../contract/entities/robotConstants.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import {
  openAgoraSession,
  quiet,
  RENEW_RETRY_MS,
  VIDEO_DECODE_FAILED,
  type AgoraOptions,
} from '../../src/services/agoraSession.ts';
import { FROZEN_AFTER_MS } from '../../src/services/frameCounter.ts';
import { fakeAgora, fakeStream, fakeTrack } from '../fakes/agoraSdk.ts';
import { settle } from '../fakes/settle.ts';

const ROBOT = { uid: 'robot' };

async function view(options: Partial<AgoraOptions> = {}, what: MediaKind[] = ['picture', 'sound', 'voice', 'camera']) {
  const agora = fakeAgora();
  const heard: string[] = [];
  const asked: string[] = [];
  const left: string[] = [];
  const server = { refusal: null as Error | null };
  const timers = new Set<{ ms: number; act: () => void; due: number }>();
  let now = 0;
  let stream: MediaStream | null = null;
  const viewing = openAgoraSession(
    agora.sdk,
    {
      async token(channel) {
        asked.push(channel);
        if (server.refusal) throw server.refusal;
        return { appId: 'app', token: `t${asked.length}`, channel: channel || 'channel-1', account: 'viewer', what };
      },
      leave: (channel) => left.push(channel),
      stream: fakeStream,
      ticks: () => now,
      every(ms, act) {
        const timer = { ms, act, due: now + ms };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    { quality: '360p', voice: null, camera: null, ...options },
    {
      stream(found) {
        stream = found;
        heard.push(found ? 'stream' : 'no stream');
      },
      flowing: () => heard.push('flowing'),
      frozen: () => heard.push('frozen'),
      measured: ({ width, height }) => heard.push(`${width}x${height}`),
      refused: (reason) => heard.push(`refused ${reason}`),
      ended: () => heard.push('ended'),
      answered: () => heard.push('answered'),
      deviceRefused: (device, refusal) => heard.push(`${device} ${refusal}`),
    },
  );
  await settle();
  return {
    agora,
    client: agora.newest(),
    heard,
    pictures: () => heard.filter((one) => one === 'flowing' || one === 'frozen'),
    asked,
    left,
    server,
    viewing,
    timers,
    tracks: () => stream?.getTracks().map(({ kind }) => kind) ?? [],
    /** Runs what is due, with so many frames decoded a second. */
    async pass(ms: number, framesPerSecond = 0) {
      for (const until = now + ms; now < until;) {
        now += 20;
        agora.state.frames += (framesPerSecond * 20) / 1_000;
        for (const timer of [...timers]) {
          if (timer.due > now || !timers.has(timer)) continue;
          timer.due = now + timer.ms;
          timer.act();
          await settle();
        }
      }
    },
    async publishes(...media: ('video' | 'audio')[]) {
      agora.newest().report('user-joined', ROBOT);
      for (const one of media) agora.newest().report('user-published', ROBOT, one);
      await settle();
    },
  };
}

it('is set up without logs and reports before the first client', () => {
  const { sdk, settings } = fakeAgora();
  quiet(sdk).createClient({ mode: 'rtc', codec: 'vp8' });
  expect(settings).toEqual([['setLogLevel', 4], ['setParameter', 'ENABLE_EVENT_REPORT', false], 'createClient']);
});

describe('a viewing over Agora', () => {
  it('joins its channel, and shows what the robot publishes once frames arrive', async () => {
    const { client, heard, tracks, pass, publishes, asked } = await view();
    expect([client.channel, client.token, client.account]).toEqual(['channel-1', 't1', 'viewer']);
    expect(heard).toEqual([]);
    await publishes('video', 'audio');
    expect(heard).toEqual(['answered', 'stream']);
    expect(tracks()).toEqual(['video', 'audio']);
    await pass(1_500, 15);
    expect(heard.slice(2)).toEqual(['flowing', '640x360']);
    expect(asked).toEqual(['']);
  });

  it('subscribes to the robot alone, and to what may be received', async () => {
    const { client, heard, tracks, publishes } = await view({}, ['picture']);
    client.report('user-joined', { uid: 'stranger' });
    client.report('user-published', { uid: 'stranger' }, 'video');
    client.report('user-unpublished', { uid: 'stranger' }, 'video');
    client.report('user-left', { uid: 'stranger' });
    client.report('user-published', ROBOT, 'datachannel');
    await settle();
    expect(heard).toEqual([]);
    await publishes('audio', 'video');
    expect(tracks()).toEqual(['video']);
  });

  it('takes the low stream for 360p, the high one for 720p, and does without where there is one only', async () => {
    const { agora, client, viewing, publishes, heard } = await view();
    await publishes('video');
    expect(client.streamType).toBe(1);
    viewing.setQuality('720p');
    expect(client.streamType).toBe(0);
    agora.state.refuses.setRemoteVideoStreamType = new Error('no dual stream');
    viewing.setQuality('360p');
    await settle();
    expect(heard).toEqual(['answered', 'stream']);
  });

  it('freezes when frames stop, when the robot unpublishes, and when a video cannot be decoded; and goes on', async () => {
    const { client, pictures, tracks, pass, publishes } = await view();
    await publishes('video', 'audio');
    await pass(500, 15);
    await pass(FROZEN_AFTER_MS + 600);
    expect(pictures()).toEqual(['flowing', 'frozen']);
    await pass(500, 15);
    client.report('exception', { code: VIDEO_DECODE_FAILED, msg: 'RECV_VIDEO_DECODE_FAILED', uid: 'robot' });
    // A level of sound; measured in the console itself.
    client.report('exception', { code: 2_001, msg: 'AUDIO_INPUT_LEVEL_TOO_LOW', uid: 'viewer' });
    expect(pictures().slice(2)).toEqual(['flowing', 'frozen']);
    await pass(500, 15);
    client.report('user-unpublished', ROBOT, 'video');
    expect(pictures().slice(4)).toEqual(['flowing', 'frozen']);
    expect(tracks()).toEqual(['audio']);
    client.report('user-unpublished', ROBOT, 'audio');
    expect(tracks()).toEqual([]);
    await publishes('video');
    await pass(500, 15);
    expect(pictures().slice(6)).toEqual(['flowing']);
    expect(tracks()).toEqual(['video']);
  });

  it('waits for a transceiver that the SDK does not have yet', async () => {
    const { agora, heard, pass, publishes } = await view();
    agora.state.hasTransceiver = false;
    await publishes('video');
    await pass(300, 15);
    expect(heard).not.toContain('flowing');
    agora.state.hasTransceiver = true;
    await pass(300, 15);
    expect(heard).toContain('flowing');
  });

  it('goes on while the SDK connects again: frames alone say whether the picture stands', async () => {
    const { client, heard, pass, publishes } = await view();
    await publishes('video');
    await pass(500, 15);
    client.report('connection-state-change', 'RECONNECTING', 'CONNECTED', 'NETWORK_ERROR');
    client.report('connection-state-change', 'CONNECTED', 'RECONNECTING');
    expect(heard.slice(2)).toEqual(['flowing']);
  });

  it.each([
    ['NETWORK_ERROR', 'ended'],
    ['SERVER_ERROR', 'ended'],
    ['TOKEN_EXPIRE', 'ended'],
    ['UID_CONFLICT', 'ended'],
    ['LICENSE_EXPIRED', 'ended'],
    ['UID_BANNED', 'refused notAllowed'],
    ['IP_BANNED', 'refused notAllowed'],
    ['CHANNEL_BANNED', 'refused notAllowed'],
  ])('disconnected for %s: %s, once', async (reason, told) => {
    const { client, heard, left } = await view();
    client.report('connection-state-change', 'DISCONNECTED', 'CONNECTED', reason);
    client.report('connection-state-change', 'DISCONNECTED', 'CONNECTED', reason);
    expect(heard).toEqual(['no stream', told]);
    expect([client.hasLeft, left]).toEqual([true, ['channel-1']]);
  });

  it('ends when the robot leaves, when it cannot subscribe, and when the channel cannot be joined', async () => {
    const gone = await view();
    gone.client.report('user-left', ROBOT);
    expect(gone.heard).toEqual(['no stream', 'ended']);
    const deaf = await view();
    deaf.agora.state.refuses.subscribe = new Error('SUBSCRIBE_FAILED');
    await deaf.publishes('video');
    expect(deaf.heard).toEqual(['answered', 'no stream', 'ended']);
    const outside = fakeAgora();
    outside.state.refuses.join = new Error('CAN_NOT_GET_GATEWAY_SERVER');
    const heard: string[] = [];
    const nothing = (): undefined => undefined;
    openAgoraSession(
      outside.sdk,
      {
        token: async () => ({ appId: 'a', token: 't', channel: 'c', account: 'viewer', what: [] }),
        leave: (channel) => heard.push(`left ${channel}`),
        stream: fakeStream,
        ticks: () => 0,
        every: () => nothing,
      },
      { quality: '360p', voice: null, camera: null },
      {
        stream: nothing,
        flowing: nothing,
        frozen: nothing,
        measured: nothing,
        refused: nothing,
        ended: () => heard.push('ended'),
        answered: nothing,
        deviceRefused: nothing,
      },
    );
    await settle();
    expect(heard).toEqual(['left c', 'ended']);
  });

  it('hears a robot that does not join, over the connection for signalling', async () => {
    const full = await view();
    full.viewing.hear({ type: 'refused', call: 'another', reason: 'noCamera' });
    full.viewing.hear({ type: 'muted', call: 'channel-1', reason: 'unconfirmed' });
    full.viewing.hear({ type: 'refused', call: 'channel-1', reason: 'tooManyViewers' });
    full.viewing.hear({ type: 'bye', call: 'channel-1' });
    expect(full.heard).toEqual(['no stream', 'refused tooManyViewers']);
    const over = await view();
    over.viewing.hear({ type: 'bye', call: 'channel-1' });
    expect(over.heard).toEqual(['no stream', 'ended']);
    const revoked = await view();
    revoked.viewing.hear({ type: 'muted', call: 'channel-1', reason: 'revoked' });
    expect(revoked.heard).toEqual(['no stream', 'refused notAllowed']);
  });

  it('closed, it leaves the channel for ever and says nothing more', async () => {
    const { client, heard, left, viewing, timers, publishes } = await view({ voice: fakeTrack('audio') });
    await publishes('video');
    viewing.close();
    viewing.close();
    client.report('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'LEAVE');
    client.report('user-published', ROBOT, 'audio');
    client.report('exception', { code: VIDEO_DECODE_FAILED, msg: '', uid: 'robot' });
    client.report('token-privilege-will-expire');
    viewing.setQuality('720p');
    await settle();
    expect(heard).toEqual(['answered', 'stream', 'no stream']);
    expect([client.hasLeft, left, timers.size]).toEqual([true, ['channel-1'], 0]);
  });
});

describe('its token', () => {
  it('is renewed when the SDK asks, and again until that succeeds', async () => {
    const { client, asked, server, heard, pass, timers } = await view();
    server.refusal = new Error('offline');
    client.report('token-privilege-will-expire');
    await settle();
    await pass(RENEW_RETRY_MS);
    expect([asked, client.renewed, heard]).toEqual([['', 'channel-1', 'channel-1'], [], []]);
    server.refusal = null;
    await pass(RENEW_RETRY_MS);
    expect(client.renewed).toEqual(['t4']);
    expect(timers.size).toBe(0);
  });

  it.each([
    ['notFound', 'ended'],
    ['robotForeign', 'refused notAllowed'],
    ['sessionInvalid', 'refused notAllowed'],
  ] satisfies [ErrorName, string][])('is not renewed after %s: %s', async (error, told) => {
    const { client, server, heard, timers } = await view();
    server.refusal = new ApiError(error);
    client.report('token-privilege-will-expire');
    await settle();
    expect([heard, timers.size]).toEqual([['no stream', told], 0]);
  });

  it('expired ends the viewing', async () => {
    const { client, heard } = await view();
    client.report('token-privilege-did-expire');
    expect(heard).toEqual(['no stream', 'ended']);
  });
});

describe('microphone and camera over Agora', () => {
  it('are published as copies, because the devices outlive the channel', async () => {
    const [voice, camera] = [fakeTrack('audio'), fakeTrack('video')];
    const { client, viewing } = await view({ voice });
    expect(client.published).toEqual(['audio']);
    viewing.setCamera(camera);
    await settle();
    expect(client.published).toEqual(['audio', 'video']);
    viewing.setVoice(null);
    await settle();
    expect(client.published).toEqual(['video']);
    expect(voice.copies.map(({ isStopped }) => isStopped)).toEqual([true]);
    viewing.close();
    expect(camera.copies.map(({ isStopped }) => isStopped)).toEqual([true]);
  });

  it('follow the last of several switches, and another device replaces the first', async () => {
    const { client, viewing } = await view({ voice: fakeTrack('audio', 'one') });
    const two = fakeTrack('audio', 'two');
    viewing.setVoice(null);
    viewing.setVoice(two);
    await settle();
    expect([client.published, two.copies.length]).toEqual([['audio'], 1]);
  });

  it('that may not be sent, or cannot be, are refused; the viewing goes on', async () => {
    const { heard, viewing, client } = await view({ voice: fakeTrack('audio') }, ['picture', 'sound']);
    expect([heard, client.published]).toEqual([['microphone forbidden'], []]);
    viewing.setVoice(null);
    const other = await view();
    other.agora.state.refuses.publish = new Error('INVALID_LOCAL_TRACK');
    const camera = fakeTrack('video');
    other.viewing.setCamera(camera);
    await settle();
    expect(other.heard).toEqual(['camera failed']);
    expect(camera.copies.map(({ isStopped }) => isStopped)).toEqual([true]);
    delete other.agora.state.refuses.publish;
    other.viewing.setCamera(null);
    other.viewing.setCamera(camera);
    await settle();
    expect(other.client.published).toEqual(['video']);
  });
});
