/** The start of a picture: the bit rate that the answer asks for. */
import { expect, it } from 'vitest';
import { withStartBitrate } from '../../../simulator/video/viewing.ts';

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
