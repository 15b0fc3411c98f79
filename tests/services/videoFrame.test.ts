/** A frame of a stream, and the pictures that are kept of streams. */
import { expect, it, vi } from 'vitest';
import { createStreams } from '../../src/services/streams.ts';
import { withFrame } from '../../src/services/videoFrame.ts';

const streamOf = (readyState: string) => ({ getVideoTracks: () => [{ readyState }] }) as unknown as MediaStream;
const pageOf = (video: { play: () => Promise<void>; videoWidth: number }) => {
  const element = { ...video, muted: false, srcObject: null as unknown };
  return { element, page: { createElement: () => element } as unknown as Document };
};

it('reads the frame of a live stream, silently, and lets the stream go', async () => {
  const { element, page } = pageOf({ play: async () => {}, videoWidth: 640 });
  const seen = await withFrame(streamOf('live'), page, async (video) => [video.muted, video.srcObject !== null]);
  expect(seen).toEqual([true, true]);
  expect(element.srcObject).toBeNull();
});

it.each([
  ['no stream', null, { play: async () => {}, videoWidth: 640 }],
  ['an ended stream', streamOf('ended'), { play: async () => {}, videoWidth: 640 }],
  ['a stream without a frame', streamOf('live'), { play: async () => {}, videoWidth: 0 }],
  [
    'a stream that does not play',
    streamOf('live'),
    { play: () => Promise.reject(new Error('blocked')), videoWidth: 1 },
  ],
])('refuses %s', async (_, stream, video) => {
  const { element, page } = pageOf(video);
  await expect(withFrame(stream, page, async () => 'read')).rejects.toThrow();
  expect(element.srcObject).toBeNull();
});

it('gives up after some seconds on a stream that never plays', async () => {
  vi.useFakeTimers();
  const { page } = pageOf({ play: () => new Promise(() => {}), videoWidth: 640 });
  const reading = expect(withFrame(streamOf('live'), page, async () => 'read')).rejects.toThrow('no frame');
  await vi.advanceTimersByTimeAsync(5_000);
  await reading;
  vi.useRealTimers();
});

it('keeps one picture for each key, frees the one before, and tells who shows it', () => {
  const streams = createStreams();
  const still = () => ({ close: vi.fn() }) as unknown as ImageBitmap & { close: ReturnType<typeof vi.fn> };
  const [first, second] = [still(), still()];
  const drawn = vi.fn();
  const forget = streams.onStream('still/A', drawn);
  streams.keepStill('still/A', first);
  streams.keepStill('still/A', second);
  expect([streams.still('still/A'), first.close.mock.calls.length, second.close.mock.calls.length]).toEqual([
    second,
    1,
    0,
  ]);
  streams.removeStill('still/A');
  streams.removeStill('still/A');
  expect([streams.still('still/A'), second.close.mock.calls.length, drawn.mock.calls.length]).toEqual([null, 1, 3]);
  forget();
});
