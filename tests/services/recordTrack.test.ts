/** Recording a track: parts are sent in their order, none twice, and leaving the page completes the recording. */
import { expect, it, vi } from 'vitest';
import { VIDEO_RECORDING_STILL_MAX } from '../../contract/rules/videoRecording.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { createTrackRecorder, type RecorderLike } from '../../src/services/recordTrack.ts';

function start({ types = ['video/webm'] } = {}) {
  let stored = '';
  const world = { isCut: false, losesReply: false, refusal: 0, requests: 0, still: '' };
  const recorders: (RecorderLike & { give(text: string): void })[] = [];
  const timers: (() => void)[] = [];
  const reply = (code: number, data: object) => new Response(JSON.stringify({ code, message: '', data }));
  const api = {
    start: vi.fn(async (_: { serialNumber: string }) => ({
      fileId: 'f1',
      uploadUrl: '/files/upload/f1?sign=x',
      until: 1,
    })),
    finish: vi.fn(async (_: { fileId: string; still?: string | undefined }) => ({
      fileId: 'f1',
      bytes: stored.length,
      durationMs: 4_000,
    })),
  };
  const recorder = createTrackRecorder({
    api,
    host: '',
    types,
    fetch: (async (_: string, { body, headers }: RequestInit) => {
      world.requests += 1;
      if (world.isCut) throw new TypeError('fetch failed');
      if (world.refusal !== 0) return reply(world.refusal, {});
      const [, offset] = /^bytes (\d+)-/u.exec(new Headers(headers).get('content-range') ?? '') ?? [];
      if (Number(offset) !== stored.length)
        return reply(ERRORS.uploadOffsetWrong, { words: { offset: stored.length } });
      stored += await (body as Blob).text();
      if (world.losesReply) throw new TypeError('connection reset');
      return reply(0, { offset: stored.length });
    }) as typeof fetch,
    recorder() {
      const one: (typeof recorders)[number] = {
        state: 'inactive',
        ondataavailable: null,
        onstop: null,
        onerror: null,
        start() {
          Object.assign(one, { state: 'recording' });
        },
        stop() {
          Object.assign(one, { state: 'inactive' });
          queueMicrotask(() => {
            one.give('end');
            one.onstop?.();
          });
        },
        requestData: () => one.give('first'),
        give: (text) => one.ondataavailable?.({ data: new Blob([text]) }),
      };
      recorders.push(one);
      return one;
    },
    after(_, act) {
      timers.push(act);
      return () => undefined;
    },
    still: async () => {
      if (world.still === '') throw new Error('no frame');
      return world.still;
    },
    requestTimeOut: (signal) => signal,
  });
  const track = { readyState: 'live' } as MediaStreamTrack;
  const stream = { getVideoTracks: () => [track] } as unknown as MediaStream;
  const { signal } = new AbortController();
  const heard = { captured: 0, ended: [] as boolean[] };
  const listener = {
    captured: () => void (heard.captured += 1),
    ended: (isBroken: boolean) => void heard.ended.push(isBroken),
  };
  return { recorder, recorders, timers, api, world, stream, signal, heard, listener, stored: () => stored };
}

it('sends parts in their order, the first one early', async () => {
  const { recorder, recorders, timers, stream, signal, heard, listener, stored } = start();
  const key = await recorder.open('SN', signal);
  const stop = recorder.capture(key, stream, listener);
  timers[0]?.();
  recorders[0]?.give('-second-');
  expect(heard.captured).toBe(2);
  expect(await recorder.send(key, signal)).toBe(2);
  stop();
  await vi.waitFor(() => expect(heard.ended).toEqual([false]));
  expect(await recorder.send(key, signal)).toBe(1);
  expect(stored()).toBe('first-second-end');
  expect(await recorder.finish(key, signal)).toEqual({ durationMs: 4_000 });
});

it('keeps what could not be sent, and does not send twice what arrived', async () => {
  const { recorder, recorders, stream, signal, listener, world, stored } = start();
  const key = await recorder.open('SN', signal);
  recorder.capture(key, stream, listener);
  recorders[0]?.give('one-');
  world.losesReply = true;
  await expect(recorder.send(key, signal)).rejects.toMatchObject({ code: ERRORS.networkFailed });
  world.losesReply = false;
  recorders[0]?.give('two');
  expect(await recorder.send(key, signal)).toBe(2);
  expect(stored()).toBe('one-two');
  world.refusal = ERRORS.diskFull;
  recorders[0]?.give('three');
  await expect(recorder.send(key, signal)).rejects.toMatchObject({ code: ERRORS.diskFull });
});

it('without a part asks whether the server would take one', async () => {
  const { recorder, stream, signal, heard, listener, world, stored } = start();
  const key = await recorder.open('SN', signal);
  recorder.capture(key, stream, listener);
  expect(await recorder.send(key, signal)).toBe(0);
  expect([world.requests, stored(), heard.captured]).toEqual([1, '', 0]);
  world.refusal = ERRORS.recordingRightLost;
  await expect(recorder.send(key, signal)).rejects.toMatchObject({ code: ERRORS.recordingRightLost });
});

it.each([
  ['takes along a still of its start', 'c3RpbGw=', { fileId: 'f1', still: 'c3RpbGw=' }],
  ['is completed without a still if there is no frame', '', { fileId: 'f1' }],
  ['leaves out a still that the server would refuse', 'A'.repeat(VIDEO_RECORDING_STILL_MAX + 4), { fileId: 'f1' }],
])('%s', async (_, still, request) => {
  const { recorder, recorders, stream, signal, listener, api, world } = start();
  world.still = still;
  for (const isLeft of [false, true]) {
    const key = await recorder.open('SN', signal);
    recorder.capture(key, stream, listener);
    recorders.at(-1)?.give('shown-');
    await (isLeft ? recorder.leave(key) : recorder.send(key, signal).then(() => recorder.finish(key, signal)));
    expect(api.finish.mock.lastCall?.[0]).toEqual(request);
  }
});

it('left in the middle, ends the capture, sends the rest and completes the recording', async () => {
  const { recorder, recorders, stream, signal, listener, api, stored } = start();
  const key = await recorder.open('SN', signal);
  recorder.capture(key, stream, listener);
  recorders[0]?.give('shown-');
  expect(await recorder.leave(key)).toBe(true);
  expect(recorders[0]?.state).toBe('inactive');
  expect(stored()).toBe('shown-end');
  expect(api.finish).toHaveBeenCalledTimes(1);
  // Once it is complete, nothing is left to do.
  await recorder.leave(key);
  expect(api.finish).toHaveBeenCalledTimes(1);
});

it('left after the server refused a part, completes what the server has, and says that a part is missing', async () => {
  const { recorder, recorders, stream, signal, listener, api, world } = start();
  const key = await recorder.open('SN', signal);
  recorder.capture(key, stream, listener);
  recorders[0]?.give('shown-');
  await recorder.send(key, signal);
  world.refusal = ERRORS.recordingRightLost;
  expect(await recorder.leave(key)).toBe(false);
  expect(api.finish).toHaveBeenCalledTimes(1);
});

it('discarded, sends nothing more, and is completed with what the server has', async () => {
  const { recorder, recorders, stream, signal, listener, api, world, stored } = start();
  const key = await recorder.open('SN', signal);
  recorder.capture(key, stream, listener);
  recorders[0]?.give('shown-');
  await recorder.send(key, signal);
  recorders[0]?.give('waiting-');
  const { requests } = world;
  recorder.discard(key);
  // Leaving the page has nothing to say about it any more.
  expect(await recorder.leave(key)).toBe(true);
  expect([stored(), world.requests]).toEqual(['shown-', requests]);
  expect(api.finish.mock.calls).toEqual([[{ fileId: 'f1' }]]);
});

it('is refused without a picture, and in a browser that cannot record', async () => {
  const { recorder, signal, listener } = start();
  const key = await recorder.open('SN', signal);
  expect(() => recorder.capture(key, null, listener)).toThrow(
    expect.objectContaining({ code: ERRORS.recordingFailed }),
  );
  const old = start({ types: [] });
  await expect(old.recorder.open('SN', signal)).rejects.toMatchObject({ code: ERRORS.recordingFailed });
  expect(old.api.start).not.toHaveBeenCalled();
});
