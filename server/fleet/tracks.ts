/**
 * Records tracks: samples the live state of every robot once a second, and writes a chunk a robot when its minute ends.
 * Only the leading server records, so that nothing is written twice. A server that is killed loses at most the minute
 * under way.
 */
import type { RobotLive } from '../../contract/entities/robot.ts';
import { TRACK_MOVED_M, TRACK_STANDING_MS, TRACK_TURNED } from '../../contract/rules/limits.ts';
import { encodeTrack, TRACK_CHUNK_MS, type TrackSample } from '../../contract/rules/trackChunk.ts';
import type { Db } from '../db/database.ts';
import { addTracks, beginTrackPeriod, extendTrackPeriod, type StoredTrack } from '../db/repositories/tracks.ts';

export interface Tracks {
  /** Takes a sample of each robot; call once a second. Writes the chunks that are complete. @throws the database's error */
  beat(live: Iterable<RobotLive>): Promise<void>;
  /** Writes the open chunks, before the server ends or stops leading. */
  flush(): Promise<void>;
}

interface Open {
  /** The minute of its samples: whole minutes since 1970. */
  minute: number;
  samples: TrackSample[];
  last: TrackSample;
}

/** Chunks that could not be written are kept for this many robots' minutes; then the oldest are dropped. */
const UNWRITTEN_MAX = 20_000;
/** Rows per statement. */
const ROWS = 500;
/** After a longer pause between two samples, ms, what happened meanwhile is unknown: a new period begins. */
const PAUSE_MS = 10_000;

export function createTracks(db: Db, now: () => number): Tracks {
  const open = new Map<string, Open>();
  let unwritten: StoredTrack[] = [];
  /** The time recorded without a pause; `id` is null until it is stored. */
  let period: { id: number | null; from: number; until: number; minute: number } | null = null;

  const close = (serialNumber: string, { samples }: Open): void => {
    const [first, last] = [samples[0], samples.at(-1)];
    if (!first || !last) return;
    unwritten.push({
      serialNumber,
      fromAt: new Date(first.at),
      untilAt: new Date(last.at),
      chunk: Buffer.from(encodeTrack(samples)),
    });
  };
  const write = async (): Promise<void> => {
    if (unwritten.length > UNWRITTEN_MAX) unwritten = unwritten.slice(-UNWRITTEN_MAX);
    while (unwritten.length > 0) {
      const rows = unwritten.slice(0, ROWS);
      await addTracks(db, rows);
      unwritten = unwritten.slice(rows.length);
    }
  };

  /** Stores how far the record reaches, after its chunks. */
  const writePeriod = async (): Promise<void> => {
    if (!period) return;
    period.id ??= await beginTrackPeriod(db, new Date(period.from));
    await extendTrackPeriod(db, period.id, new Date(period.until));
  };
  const keepPeriod = async (at: number, minute: number): Promise<void> => {
    if (period && at - period.until <= PAUSE_MS) {
      // The samples of the minute under way are not written yet.
      if (period.minute !== minute) {
        period.minute = minute;
        await writePeriod();
      }
      period.until = at;
      return;
    }
    await writePeriod();
    period = { id: null, from: at, until: at, minute };
    await writePeriod();
  };

  return {
    async beat(live) {
      const at = now();
      const minute = Math.floor(at / TRACK_CHUNK_MS);
      for (const robot of live) {
        // A robot that never sent a message has no track.
        if (robot.at === null) continue;
        const { serialNumber } = robot;
        const sample: TrackSample = {
          at,
          pose: robot.pose,
          status: robot.status,
          connection: robot.connection,
          battery: robot.battery === null ? null : Math.round(robot.battery),
        };
        const chunk = open.get(serialNumber);
        if (chunk && !isNews(chunk.last, sample)) continue;
        if (chunk?.minute === minute) {
          chunk.samples.push(sample);
          chunk.last = sample;
        } else {
          if (chunk) close(serialNumber, chunk);
          open.set(serialNumber, { minute, samples: [sample], last: sample });
        }
      }
      for (const [serialNumber, chunk] of open) {
        if (chunk.minute === minute || chunk.samples.length === 0) continue;
        close(serialNumber, chunk);
        // Keeps the last sample, with which the next ones are compared.
        chunk.samples = [];
      }
      await write();
      await keepPeriod(at, minute);
    },
    async flush() {
      for (const [serialNumber, chunk] of open) close(serialNumber, chunk);
      open.clear();
      await write();
      await writePeriod();
      period = null;
    },
  };
}

/** Whether the robot's state changed since its last sample, or a stationary robot is due for another sample. */
function isNews(last: TrackSample, { at, pose, status, connection, battery }: TrackSample): boolean {
  if (at - last.at >= TRACK_STANDING_MS) return true;
  if (status !== last.status || connection !== last.connection || battery !== last.battery) return true;
  if (pose === null || last.pose === null) return pose !== last.pose;
  return (
    pose.mapId !== last.pose.mapId ||
    Math.hypot(pose.x - last.pose.x, pose.y - last.pose.y) >= TRACK_MOVED_M ||
    Math.abs(Math.atan2(Math.sin(pose.theta - last.pose.theta), Math.cos(pose.theta - last.pose.theta))) >= TRACK_TURNED
  );
}
