/** The store of past tracks: what is loaded is found, ways end at gaps, old windows are dropped. */
import { describe, expect, it, vi } from 'vitest';
import { encodeTrack, TrackDamaged, type TrackSample } from '../../contract/rules/trackChunk.ts';
import { encodeTrackReply } from '../../contract/wire/trackReply.ts';
import { createPastTracks } from '../../src/services/pastTracks.ts';

const WINDOW = 30 * 60_000;
const T0 = Math.floor(1_750_000_000_000 / WINDOW) * WINDOW;
const sample = (seconds: number, x: number, mapId = 'lobby'): TrackSample => ({
  at: T0 + seconds * 1_000,
  pose: { mapId, x, y: 0, theta: 0 },
  status: 'working',
  connection: 'online',
  battery: 80,
});
const reply = (samples: TrackSample[], periods: [number, number][] = [[T0, T0 + WINDOW]]) =>
  encodeTrackReply({ periods, robots: [{ serialNumber: 'A', chunks: [encodeTrack(samples)] }] });
const drive = Array.from({ length: 200 }, (_, second) => sample(second, second * 0.5));

describe('loaded tracks', () => {
  it('are found by moment, and nothing before they are loaded', () => {
    const past = createPastTracks();
    const changed = vi.fn();
    past.onChange(changed);
    expect([past.isLoaded(T0), past.state('A', T0), past.serialNumbers(T0)]).toEqual([false, null, []]);
    past.add({ from: T0, until: T0 + WINDOW }, reply(drive));
    expect(changed).toHaveBeenCalledTimes(1);
    expect(past.state('A', T0 + 10_500)?.pose?.x).toBeCloseTo(5.25, 2);
    expect(past.serialNumbers(T0 + 1)).toEqual(['A']);
    past.clear();
    expect(past.isLoaded(T0)).toBe(false);
  });

  it('have the way before and the way that followed', () => {
    const past = createPastTracks();
    past.add({ from: T0, until: T0 + WINDOW }, reply(drive));
    const trail = past.trail('A', T0 + 100_500);
    expect([trail[0]?.[0], trail.at(-1)]).toEqual([20.5, [50.25, 0, T0 + 100_500]]);
    const ahead = past.ahead('A', T0 + 100_500);
    expect(ahead[0]?.[0]).toBe(50.5);
    expect(ahead.at(-1)?.[0]).toBe(80);
    expect(past.trail('B', T0)).toEqual([]);
  });

  it('have ways that end at a gap and at another floor', () => {
    const past = createPastTracks();
    const parts = [
      ...drive.slice(0, 50),
      ...drive.slice(80, 90),
      ...Array.from({ length: 9 }, (_, n) => sample(90 + n, 1, 'first')),
    ];
    past.add(
      { from: T0, until: T0 + WINDOW },
      reply(parts, [
        [T0, T0 + 49_000],
        [T0 + 80_000, T0 + WINDOW],
      ]),
    );
    expect(past.ahead('A', T0 + 45_000).at(-1)?.[0]).toBe(24.5);
    expect(past.trail('A', T0 + 85_000)[0]?.[0]).toBe(40);
    expect(past.ahead('A', T0 + 85_000).at(-1)?.[0]).toBe(44.5);
    expect(past.trail('A', T0 + 60_000)).toEqual([]);
  });

  it('are bounded, and a damaged answer changes nothing', () => {
    const past = createPastTracks();
    for (let n = 0; n < 25; n++) past.add({ from: T0 + n * WINDOW, until: T0 + (n + 1) * WINDOW }, reply([]));
    expect([past.isLoaded(T0), past.isLoaded(T0 + WINDOW)]).toEqual([false, true]);
    expect(() => past.add({ from: T0, until: T0 + WINDOW }, Uint8Array.of(1))).toThrow(TrackDamaged);
    expect(past.isLoaded(T0 + WINDOW)).toBe(true);
  });
});
