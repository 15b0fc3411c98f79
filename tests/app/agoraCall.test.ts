/** A call over Agora: real machines, wiring and transport; every report of the SDK ends in a state of the call's media. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../contract/wire/errors.ts';
import { callStreamKey } from '../../src/machines/calls/callMedia.setup.ts';
import {
  selectCallMedia,
  selectCallPicture,
  selectCameraState,
  selectHasMedia,
  selectMicrophoneState,
} from '../../src/machines/calls/callMedia.selectors.ts';
import { connectedCall } from '../fakes/callSample.ts';
import { settle } from '../fakes/settle.ts';
import { ROBOT, startAgoraCall, startAgoraPreview, TERMS } from '../fakes/startAgora.ts';

afterEach(() => vi.unstubAllGlobals());

/** A call whose picture has arrived. */
async function liveCall() {
  const call = await startAgoraCall();
  await call.publishes();
  await call.pass(500, 15);
  expect(selectCallPicture(call.media().getSnapshot())).toBe('live');
  return call;
}
type Live = Awaited<ReturnType<typeof liveCall>>;

describe('a call over Agora', () => {
  it('has a channel for a call, sends microphone and camera, and shows the robot', async () => {
    const { server, agora, media, streams, stop, tracks } = await liveCall();
    const { serialNumber, id } = connectedCall();
    expect(server.asked).toEqual([{ serialNumber, userId: '', channel: '', clientId: TERMS.clientId, isCall: true }]);
    expect(agora.newest().published.toSorted()).toEqual(['audio', 'video']);
    expect(agora.newest().streamType).toBe(0);
    expect(streams.stream(callStreamKey(id))?.getTracks()).toHaveLength(2);
    expect([selectMicrophoneState(media().getSnapshot()), selectCameraState(media().getSnapshot())]).toEqual([
      'on',
      'on',
    ]);
    // The channel is the viewing: no connection or viewing of plain WebRTC is opened as well.
    expect([server.peers, server.viewed, tracks.length]).toEqual([0, 0, 2]);
    stop();
    expect([server.left, agora.newest().hasLeft]).toEqual([['channel-1'], true]);
  });

  it.each([
    ['user-left', ({ agora }: Live) => agora.newest().report('user-left', ROBOT)],
    ['token-privilege-did-expire', ({ agora }: Live) => agora.newest().report('token-privilege-did-expire')],
    [
      'connection-state-change: NETWORK_ERROR',
      ({ agora }: Live) =>
        agora.newest().report('connection-state-change', 'DISCONNECTED', 'RECONNECTING', 'NETWORK_ERROR'),
    ],
    [
      'connection-state-change: CHANNEL_BANNED',
      ({ agora }: Live) =>
        agora.newest().report('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'CHANNEL_BANNED'),
    ],
    [
      'token-privilege-will-expire, without the right',
      async ({ agora, server }: Live) => {
        server.refusal = new ApiError('notAllowed');
        agora.newest().report('token-privilege-will-expire');
        await settle();
        server.refusal = null;
      },
    ],
    [
      'user-unpublished and 5 s',
      async ({ agora, pass }: Live) => {
        agora.newest().report('user-unpublished', ROBOT, 'video');
        await pass(5_000);
      },
    ],
  ] satisfies [string, (call: Live) => unknown][])(
    '%s: without connection, then another channel with the devices as they were',
    async (_, report) => {
      const call = await liveCall();
      const { media, agora, server, pass, publishes, stop } = call;
      media().send({ type: 'camera.toggle' });
      await settle();
      await Promise.resolve(report(call));
      expect(selectHasMedia(media().getSnapshot())).toBe(false);
      expect(server.left).toEqual(['channel-1']);
      await pass(1_500);
      expect(agora.clients).toHaveLength(2);
      await publishes();
      await pass(500, 15);
      expect(selectCallPicture(media().getSnapshot())).toBe('live');
      expect(agora.newest().published).toEqual(['audio']);
      expect([selectMicrophoneState(media().getSnapshot()), selectCameraState(media().getSnapshot())]).toEqual([
        'on',
        'off',
      ]);
      stop();
    },
  );

  it('goes on while the SDK connects again, and over a renewal of the token', async () => {
    const { media, agora, pass, stop } = await liveCall();
    agora.newest().report('connection-state-change', 'RECONNECTING', 'CONNECTED', 'NETWORK_ERROR');
    agora.newest().report('token-privilege-will-expire');
    await pass(500, 15);
    agora.newest().report('connection-state-change', 'CONNECTED', 'RECONNECTING');
    expect([selectCallPicture(media().getSnapshot()), agora.newest().renewed]).toEqual(['live', ['t2']]);
    stop();
  });

  it('says which device was unplugged, and which may not or cannot be sent', async () => {
    const { media, agora, tracks, server, stop, pass } = await liveCall();
    tracks.find(({ kind }) => kind === 'video')?.dispatchEvent(new Event('ended'));
    await settle();
    expect([selectCallMedia(media().getSnapshot()).cameraRefusal, agora.newest().published]).toEqual([
      'missing',
      ['audio'],
    ]);
    server.device = new DOMException('no', 'NotAllowedError');
    media().send({ type: 'camera.toggle' });
    await settle();
    expect(selectCallMedia(media().getSnapshot()).cameraRefusal).toBe('denied');
    server.device = null;
    agora.state.refuses.publish = new Error('CAN_NOT_PUBLISH_MULTIPLE_VIDEO_TRACKS');
    media().send({ type: 'camera.toggle' });
    await settle();
    expect(selectCallMedia(media().getSnapshot()).cameraRefusal).toBe('failed');
    delete agora.state.refuses.publish;
    server.what = ['picture', 'sound'];
    agora.newest().report('user-left', ROBOT);
    await pass(1_500);
    expect(selectCallMedia(media().getSnapshot()).microphoneRefusal).toBe('forbidden');
    expect(selectMicrophoneState(media().getSnapshot())).toBe('off');
    stop();
  });

  it('of another operator is seen through a channel that is no call, and nothing is sent in it', async () => {
    const { server, agora, publishes, pass, streams, stop } = await startAgoraPreview();
    expect(server.asked).toMatchObject([{ channel: '', isCall: false }]);
    await publishes();
    await pass(500, 15);
    expect(streams.stream(callStreamKey(connectedCall().id))?.getTracks()).toHaveLength(2);
    expect([agora.newest().published, server.peers]).toEqual([[], 0]);
    stop();
    expect(server.left).toEqual(['channel-1']);
  });
});
