/**
 * Tracks of the past for the map, kept outside React and the machines. Filled by windows of half an hour; the oldest ones
 * are dropped. Implements the reader of src/machines/live.ts.
 */
import type { Place } from '../../contract/entities/floorPlan.ts';
import { TRAIL_MS } from '../../contract/rules/limits.ts';
import {
  indexAt,
  joinPeriods,
  stateAt,
  type PastState,
  type RecordedPeriods,
} from '../../contract/rules/replayTrack.ts';
import { decodeTrack, type TrackSample } from '../../contract/rules/trackChunk.ts';
import { decodeTrackReply } from '../../contract/wire/trackReply.ts';

interface Window {
  from: number;
  until: number;
  periods: RecordedPeriods;
  samples: ReadonlyMap<string, readonly TrackSample[]>;
}

const MAX_WINDOWS = 24;
/** As the server joins them. */
const PERIOD_SLACK_MS = 2_000;
const NOTHING: readonly never[] = [];

export function createPastTracks() {
  let windows: Window[] = [];
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  const windowAt = (at: number): Window | undefined => windows.find(({ from, until }) => from <= at && at < until);
  const samplesAt = (serialNumber: string, at: number): readonly TrackSample[] =>
    windowAt(at)?.samples.get(serialNumber) ?? NOTHING;

  /** Places of the robot on one map in a time; it ends at a gap. */
  const way = (serialNumber: string, mapId: string, from: number, until: number, at: number): TrackSample[] =>
    windows
      .filter((window) => window.from < until && from < window.until)
      .sort((a, b) => a.from - b.from)
      .flatMap((window) => {
        const period = joinPeriods(window.periods, PERIOD_SLACK_MS).find((one) => one[0] <= at && at <= one[1]);
        const samples = window.samples.get(serialNumber) ?? NOTHING;
        return samples
          .slice(Math.max(0, indexAt(samples, from)), indexAt(samples, until) + 1)
          .filter(
            (sample) =>
              sample.pose?.mapId === mapId &&
              sample.at >= Math.max(from, window.from, period?.[0] ?? Infinity) &&
              sample.at < window.until &&
              sample.at <= (period?.[1] ?? -Infinity),
          );
      });

  return {
    /** @throws TrackDamaged */
    add(span: { from: number; until: number }, reply: Uint8Array): void {
      const { periods, robots } = decodeTrackReply(reply);
      const samples = new Map(
        robots.map(
          ({ serialNumber, chunks }) => [serialNumber, chunks.flatMap((chunk) => decodeTrack(chunk))] as const,
        ),
      );
      windows = [...windows.filter(({ from }) => from !== span.from), { ...span, periods, samples }].slice(
        -MAX_WINDOWS,
      );
      changed();
    },
    clear(): void {
      windows = [];
      changed();
    },
    isLoaded: (at: number): boolean => windowAt(at) !== undefined,
    state(serialNumber: string, at: number): PastState | null {
      return stateAt(samplesAt(serialNumber, at), windowAt(at)?.periods ?? NOTHING, at);
    },
    serialNumbers: (at: number): readonly string[] => [...(windowAt(at)?.samples.keys() ?? [])],
    /** The way of the last 60 s, with the place at the moment itself. */
    trail(serialNumber: string, at: number): readonly (readonly [x: number, y: number, at: number])[] {
      const now = stateAt(samplesAt(serialNumber, at), windowAt(at)?.periods ?? NOTHING, at);
      if (!now?.pose || !now.isKnown) return NOTHING;
      const before = way(serialNumber, now.pose.mapId, at - TRAIL_MS, at, at);
      return [
        ...before.map(({ pose, at: then }) => [pose?.x ?? 0, pose?.y ?? 0, then] as const),
        [now.pose.x, now.pose.y, at],
      ];
    },
    /** The way that followed within 60 s. */
    ahead(serialNumber: string, at: number): readonly Place[] {
      const now = stateAt(samplesAt(serialNumber, at), windowAt(at)?.periods ?? NOTHING, at);
      if (!now?.pose || !now.isKnown) return NOTHING;
      return way(serialNumber, now.pose.mapId, at, at + TRAIL_MS, at).map(({ pose }): Place => [
        pose?.x ?? 0,
        pose?.y ?? 0,
      ]);
    },
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type PastTracks = ReturnType<typeof createPastTracks>;
