/**
 * Requirement (design 25): over Agora, live video is in the same states as over plain WebRTC. Every report of the SDK is
 * walked on the real machine, wiring and transport.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { selectVideoState } from '../../src/machines/robotData/video.selectors.ts';
import { VIDEO_DECODE_FAILED } from '../../src/services/agoraSession.ts';
import { ROBOT, startAgoraVideo, TERMS } from '../fakes/startAgora.ts';
import { settle } from '../fakes/settle.ts';
import { walk } from '../fakes/walkModel.ts';

type Event =
  | 'the robot publishes'
  | 'nothing for 8 s'
  | 'connecting again, and connected'
  | 'frames stop'
  | 'user-unpublished'
  | 'exception: not decodable'
  | 'frames go on'
  | 'user-published'
  | 'frozen for 6 s'
  | 'disconnected: NETWORK_ERROR'
  | 'disconnected: UID_BANNED'
  | 'user-left'
  | 'token-privilege-will-expire'
  | 'token-privilege-will-expire, without the right'
  | 'token-privilege-did-expire'
  | 'the pause is over'
  | 'switched off';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'connecting',
  states: {
    connecting: {
      on: {
        'the robot publishes': 'live',
        'nothing for 8 s': 'reconnecting',
        'disconnected: NETWORK_ERROR': 'reconnecting',
        'disconnected: UID_BANNED': 'accessEnded',
        'user-left': 'reconnecting',
      },
    },
    live: {
      on: {
        'connecting again, and connected': 'stillLive',
        'token-privilege-will-expire': 'stillLive',
        'frames stop': 'frozen',
        'exception: not decodable': 'frozen',
        'user-unpublished': 'unpublished',
        'user-left': 'reconnecting',
        'disconnected: NETWORK_ERROR': 'reconnecting',
        'disconnected: UID_BANNED': 'accessEnded',
        'token-privilege-did-expire': 'reconnecting',
        'token-privilege-will-expire, without the right': 'accessEnded',
        'switched off': 'off',
      },
    },
    stillLive: {},
    frozen: { on: { 'frames go on': 'liveAgain', 'frozen for 6 s': 'reconnecting' } },
    unpublished: { on: { 'user-published': 'liveAgain', 'frozen for 6 s': 'reconnecting' } },
    liveAgain: {},
    reconnecting: { on: { 'the pause is over': 'anotherChannel' } },
    anotherChannel: {},
    accessEnded: {},
    off: {},
  },
});

afterEach(() => vi.unstubAllGlobals());

describe('live video over Agora', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const { actor, agora, server, streams, pass, publishes } = await startAgoraVideo();
      const is = (state: string) => expect(selectVideoState(actor.getSnapshot())).toBe(state);
      const disconnected = (reason: string) =>
        agora.newest().report('connection-state-change', 'DISCONNECTED', 'CONNECTED', reason);
      const hasLeft = (channel: string) => {
        expect(server.left).toEqual([channel]);
        expect(agora.clients[0]?.hasLeft).toBe(true);
        expect(streams.stream('video/SN')).toBeNull();
      };
      await walk(
        path,
        { model: 'agoraVideo', actor },
        {
          events: {
            'the robot publishes': async () => {
              await publishes();
              await pass(500, 15);
            },
            'nothing for 8 s': () => pass(8_000),
            'connecting again, and connected': () => {
              agora.newest().report('connection-state-change', 'RECONNECTING', 'CONNECTED', 'NETWORK_ERROR');
              agora.newest().report('connection-state-change', 'CONNECTED', 'RECONNECTING');
            },
            'frames stop': () => pass(2_000),
            'exception: not decodable': () =>
              agora.newest().report('exception', { code: VIDEO_DECODE_FAILED, msg: '', uid: 'robot' }),
            'user-unpublished': () => agora.newest().report('user-unpublished', ROBOT, 'video'),
            'frames go on': () => pass(500, 15),
            'user-published': async () => {
              agora.newest().report('user-published', ROBOT, 'video');
              await settle();
              await pass(500, 15);
            },
            'frozen for 6 s': () => pass(6_000),
            'disconnected: NETWORK_ERROR': () => disconnected('NETWORK_ERROR'),
            'disconnected: UID_BANNED': () => disconnected('UID_BANNED'),
            'user-left': () => agora.newest().report('user-left', ROBOT),
            'token-privilege-will-expire': async () => {
              agora.newest().report('token-privilege-will-expire');
              await settle();
            },
            'token-privilege-will-expire, without the right': async () => {
              server.refusal = new ApiError('robotForeign');
              agora.newest().report('token-privilege-will-expire');
              await settle();
            },
            'token-privilege-did-expire': () => agora.newest().report('token-privilege-did-expire'),
            'the pause is over': () => pass(500),
            'switched off': () => actor.send({ type: 'video.end' }),
          },
          states: {
            connecting: () => {
              is('connecting');
              expect(server.asked).toEqual([
                { serialNumber: 'SN', userId: '', channel: '', clientId: TERMS.clientId, isCall: false },
              ]);
              expect(agora.newest()).toMatchObject({ channel: 'channel-1', token: 't1', account: 'viewer' });
            },
            live: () => {
              is('live');
              expect(streams.stream('video/SN')?.getTracks()).toHaveLength(2);
              expect(agora.newest().streamType).toBe(1);
            },
            stillLive: () => {
              is('live');
              expect(agora.clients).toHaveLength(1);
              expect(agora.newest().renewed).toEqual(server.asked.length === 2 ? ['t2'] : []);
            },
            frozen: () => is('frozen'),
            unpublished: () => {
              is('frozen');
              expect(
                streams
                  .stream('video/SN')
                  ?.getTracks()
                  .map(({ kind }) => kind),
              ).toEqual(['audio']);
            },
            liveAgain: () => {
              is('live');
              expect(agora.clients).toHaveLength(1);
            },
            reconnecting: () => {
              is('reconnecting');
              hasLeft('channel-1');
            },
            anotherChannel: () => {
              expect(agora.clients).toHaveLength(2);
              expect(agora.newest().channel).toBe(`channel-${server.asked.length}`);
              expect(server.asked.at(-1)).toMatchObject({ channel: '' });
            },
            accessEnded: () => {
              is('accessEnded');
              hasLeft('channel-1');
            },
            off: () => {
              is('off');
              hasLeft('channel-1');
            },
          },
        },
      );
      actor.stop();
      // No viewing of plain WebRTC was opened or repeated on any path.
      expect([server.peers, server.viewed]).toEqual([0, 0]);
    });
  }

  it('says that the robot did not answer only if it was never in the channel', async () => {
    for (const joins of [false, true]) {
      const { actor, agora, pass } = await startAgoraVideo();
      if (joins) agora.newest().report('user-joined', ROBOT);
      await pass(8_000);
      expect(selectVideoState(actor.getSnapshot())).toBe('reconnecting');
      expect(actor.getSnapshot().context.timeOut?.code ?? null).toBe(joins ? null : ERRORS.streamTimedOut);
      actor.stop();
    }
  });

  it('tries again when the code of the SDK cannot be loaded, or the server not reached', async () => {
    const { actor, server, agora, pass } = await startAgoraVideo(TERMS, (one) => void (one.hasChunk = false));
    expect(selectVideoState(actor.getSnapshot())).toBe('reconnecting');
    expect(agora.clients).toEqual([]);
    server.hasChunk = true;
    server.refusal = new Error('offline');
    await pass(600);
    expect(selectVideoState(actor.getSnapshot())).toBe('reconnecting');
    server.refusal = new ApiError('notAllowed');
    await pass(1_200);
    expect(selectVideoState(actor.getSnapshot())).toBe('accessEnded');
    actor.stop();
  });

  it('stops at once when a viewing ends while the code is still being loaded', async () => {
    const { actor, agora, server } = await startAgoraVideo(TERMS);
    actor.send({ type: 'video.end' });
    actor.send({ type: 'video.start' });
    actor.send({ type: 'video.end' });
    await settle();
    expect(server.loads).toBe(2);
    expect(agora.clients).toHaveLength(1);
    actor.stop();
  });

  it('sends the microphone while it is on, and says why it cannot', async () => {
    const { actor, agora, server, tracks, publishes, pass } = await startAgoraVideo();
    await publishes();
    await pass(500, 15);
    actor.send({ type: 'microphone.toggle' });
    await settle();
    expect([actor.getSnapshot().value['microphone'], agora.newest().published]).toEqual([{ wanted: 'on' }, ['audio']]);
    // Unplugged.
    tracks[0]?.dispatchEvent(new Event('ended'));
    await settle();
    expect([actor.getSnapshot().context.microphoneRefusal, agora.newest().published]).toEqual(['missing', []]);
    server.device = new DOMException('no', 'NotAllowedError');
    actor.send({ type: 'microphone.toggle' });
    await settle();
    expect(actor.getSnapshot().context.microphoneRefusal).toBe('denied');
    server.device = null;
    agora.state.refuses.publish = new Error('INVALID_LOCAL_TRACK');
    actor.send({ type: 'microphone.toggle' });
    await settle();
    expect(actor.getSnapshot().context.microphoneRefusal).toBe('failed');
    expect(selectVideoState(actor.getSnapshot())).toBe('live');
    actor.stop();
  });

  it('a robot without Agora is watched by plain WebRTC, and nothing of Agora is loaded', async () => {
    const { mediaTransport: _, ...plain } = TERMS;
    const { actor, server } = await startAgoraVideo(plain);
    expect([server.peers, server.loads, server.asked]).toEqual([1, 0, []]);
    expect(server.viewed).toBe(1);
    actor.stop();
  });
});
