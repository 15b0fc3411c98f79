/** The start of a picture: the offer, the paths that it names, and the bit rate that the answer asks for. */
import { afterEach, expect, it, vi } from 'vitest';
import type { FromVideo } from '../../../simulator/video/messages.ts';
import { Viewing, withStartBitrate } from '../../../simulator/video/viewing.ts';

const ANSWER = [
  'v=0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=rtpmap:111 opus/48000/2',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97 98',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  'a=rtpmap:98 VP9/90000',
  'a=fmtp:98 profile-id=0',
  '',
].join('\r\n');

it('starts every codec of the picture at a bit rate that carries the first frame at once', () => {
  const lines = withStartBitrate(ANSWER).split('\r\n');
  for (const payload of ['96', '98']) expect(lines).toContain(`a=fmtp:${payload} x-google-start-bitrate=2500`);
  expect(lines.filter((line) => line.includes('x-google'))).toHaveLength(2);
  expect(lines.filter((line) => !line.includes('x-google'))).toEqual(ANSWER.split('\r\n'));
});

let viewing: Viewing | undefined;
afterEach(() => viewing?.close());

/** @returns what the robot's side has said, oldest first */
function start(iceServers: RTCIceServer[] = []) {
  const said: Extract<FromVideo, { type: 'down' }>['message'][] = [];
  const watch = { type: 'watch', viewer: '1', call: 'c', serialNumber: 'SN', quality: '360p' } as const;
  viewing = new Viewing({
    watch: { ...watch, sound: true, talk: false, camera: false },
    iceServers,
    say: (one) => void (one.type === 'down' && said.push(one.message)),
    onConnected: () => undefined,
    onEnded: () => undefined,
  });
  return { said, viewing };
}
const pathsIn = (said: ReturnType<typeof start>['said']): string[] =>
  said.flatMap((one) => (one.type === 'candidate' ? one.candidate.candidate : []));

it('offers the addresses of the computer in one message, on one path for picture and sound', async () => {
  // On a busy machine they can be found too late, and then follow by themselves.
  const lines = await vi.waitFor(
    async () => {
      viewing?.close();
      const one = start();
      await one.viewing.offer();
      const [offer] = one.said;
      const found = offer?.type === 'offer' ? offer.sdp.split('\r\n') : [];
      expect(found.filter((line) => line.startsWith('a=candidate:') && line.includes(' udp '))).not.toHaveLength(0);
      return found;
    },
    { timeout: 5_000 },
  );
  expect(lines).toContain('a=group:BUNDLE 0 1');
  // The sound has no address: its port is the placeholder.
  expect(lines.some((line) => line.startsWith('m=audio 9 '))).toBe(true);
});

it('offers paths over TCP when none over UDP was found in time', async () => {
  const one = start();
  await one.viewing.offer();
  await vi.waitFor(() => expect(pathsIn(one.said).some((path) => path.includes(' tcp '))).toBe(true), 5_000);
});

it('says nothing after its end', async () => {
  const one = start();
  const offered = one.viewing.offer();
  one.viewing.close();
  await offered;
  expect(one.said).toEqual([]);
});
