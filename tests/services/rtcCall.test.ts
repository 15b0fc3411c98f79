/** A viewing in a call: the operator's camera is sent on the third line of the offer, and devices change during it. */
import { expect, it } from 'vitest';
import type { RtcUp } from '../../contract/wire/rtc.ts';
import { openViewing } from '../../src/services/rtcSession.ts';
import { settle } from '../fakes/settle.ts';

const line = (kind: 'audio' | 'video') => {
  const made = {
    direction: 'recvonly',
    receiver: { track: { kind } },
    sender: {
      track: null as unknown,
      replaceTrack: async (track: unknown) => {
        made.sender.track = track;
      },
    },
  };
  return made;
};

function call(camera?: MediaStreamTrack | null) {
  const lines = [line('video'), line('audio'), line('video')] as const;
  const peer = Object.assign(new EventTarget(), {
    remoteDescription: null as unknown,
    localDescription: null as unknown,
    getTransceivers: () => lines,
    setRemoteDescription: async () => undefined,
    createAnswer: async () => ({ type: 'answer', sdp: 'answer' }),
    setLocalDescription: async (description: unknown) => void (peer.localDescription = description),
    getStats: async () => new Map(),
    close: () => undefined,
  });
  const sent: RtcUp[] = [];
  const viewing = openViewing(
    { peer: () => peer as unknown as RTCPeerConnection, ticks: () => 0, every: () => () => undefined },
    {
      call: 'c1',
      quality: '720p',
      iceServers: [],
      talks: true,
      voice: null,
      ...(camera === undefined ? {} : { camera }),
      send: (up) => sent.push(up),
    },
    {
      stream: () => undefined,
      flowing: () => undefined,
      frozen: () => undefined,
      measured: () => undefined,
      refused: () => undefined,
      ended: () => undefined,
    },
  );
  return { lines, sent, viewing };
}
const track = (id: string) => ({ id }) as MediaStreamTrack;

it('asks for the line of the camera, and sends what is switched on', async () => {
  const { lines, sent, viewing } = call(track('camera'));
  expect(sent).toEqual([{ type: 'watch', call: 'c1', quality: '720p', camera: true }]);
  viewing.hear({ type: 'offer', call: 'c1', sdp: 'offer' });
  await settle();
  expect(lines.map(({ direction }) => direction)).toEqual(['recvonly', 'sendrecv', 'sendonly']);
  expect(lines.map(({ sender }) => sender.track)).toEqual([null, null, track('camera')]);
  viewing.setCamera(null);
  viewing.setVoice(track('microphone'));
  await settle();
  expect(lines.map(({ sender }) => sender.track)).toEqual([null, track('microphone'), null]);
  viewing.close();
  viewing.setCamera(track('camera'));
  await settle();
  expect(lines[2].sender.track).toBeNull();
});

it('has the line with the camera off too, so that it can be switched on without another offer', async () => {
  const { lines, sent, viewing } = call(null);
  expect(sent[0]).toMatchObject({ camera: true });
  viewing.hear({ type: 'offer', call: 'c1', sdp: 'offer' });
  await settle();
  expect(lines[2].direction).toBe('sendonly');
  viewing.setCamera(track('camera'));
  await settle();
  expect(lines[2].sender.track).toEqual(track('camera'));
});

it('outside a call nothing of the operator is sent but the voice', async () => {
  const { lines, sent, viewing } = call();
  expect(sent[0]).not.toHaveProperty('camera');
  viewing.hear({ type: 'offer', call: 'c1', sdp: 'offer' });
  viewing.setCamera(track('camera'));
  await settle();
  expect(lines[2]).toMatchObject({ direction: 'recvonly', sender: { track: null } });
});
