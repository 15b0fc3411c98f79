/** Tracks on a real database: what is sampled, when it is written, and how days come and go. */
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { decodeTrack, type TrackSample } from '../../../contract/rules/trackChunk.ts';
import {
  chunksOfRobots,
  createTrackPartitions,
  deleteExpiredTracks,
  tracksOf,
} from '../../../server/db/repositories/tracks.ts';
import { tracks } from '../../../server/db/schema.ts';
import { unheard } from '../../../server/fleet/robotLiveState.ts';
import { createTracks, type Tracks } from '../../../server/fleet/tracks.ts';
import { fleetDatabase, type FleetDatabase } from '../../fakes/fleetDatabase.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 25, 8);

let world: FleetDatabase;
let recorded: Tracks;
let now: number;
beforeEach(async () => {
  now = START;
  world = await fleetDatabase(['A-1', 'A-2']);
  await createTrackPartitions(world.db, new Date(now));
  recorded = createTracks(world.db, () => now);
});
afterEach(() => world.close());

const live = (change: Partial<RobotLive> = {}): RobotLive => ({
  ...unheard('A-1'),
  at: now,
  connection: 'online',
  status: 'working',
  battery: 80.4,
  pose: { mapId: 'lobby', x: 0, y: 0, theta: 0 },
  ...change,
});
/** A second with this live state. */
const second = async (...robots: RobotLive[]): Promise<void> => {
  await recorded.beat(robots);
  now += 1_000;
};
const rows = () => world.db.select().from(tracks).orderBy(asc(tracks.serialNumber), asc(tracks.fromAt));
const written = async (): Promise<TrackSample[][]> => (await rows()).map(({ chunk }) => decodeTrack(chunk));
const partitions = async (): Promise<string[]> =>
  (
    await world.pool.query<{ name: string }>(
      `select relid::text as name from pg_partition_tree('tracks') where isleaf order by 1`,
    )
  ).rows.map(({ name }) => name);

describe('recording', () => {
  it('writes a minute when it is over, with a sample for each second of driving', async () => {
    for (let n = 0; n < 60; n++) await second(live({ pose: { mapId: 'lobby', x: n / 2, y: 1, theta: 0.5 } }));
    expect(await rows()).toEqual([]);
    await second(live({ pose: { mapId: 'lobby', x: 30, y: 1, theta: 0.5 } }));
    const [chunk = []] = await written();
    expect(chunk.map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, n) => START + n * 1_000));
    expect(chunk.at(-1)).toMatchObject({
      pose: { mapId: 'lobby', x: 29.5, y: 1 },
      status: 'working',
      connection: 'online',
      battery: 80,
    });
    expect(await rows()).toMatchObject([{ fromAt: new Date(START), untilAt: new Date(START + 59_000) }]);
  });

  it('drops samples of a stationary robot, except one every five minutes', async () => {
    for (let n = 0; n < 12 * 60; n++) await second(live());
    await recorded.flush();
    expect((await written()).flat().map(({ at }) => (at - START) / MINUTE)).toEqual([0, 5, 10]);
  });

  it('notes a turn on the spot, another status, battery level, link and map at once', async () => {
    const changes: Partial<RobotLive>[] = [
      {},
      { pose: { mapId: 'lobby', x: 0.01, y: 0, theta: 0.01 } },
      { pose: { mapId: 'lobby', x: 0, y: 0, theta: 0.1 } },
      { pose: { mapId: 'lobby', x: 0, y: 0, theta: 0.1 }, status: 'alarm' },
      { pose: { mapId: 'lobby', x: 0, y: 0, theta: 0.1 }, status: 'alarm', battery: 79 },
      { pose: { mapId: 'lobby', x: 0, y: 0, theta: 0.1 }, status: 'offline', battery: 79, connection: 'broken' },
      { pose: { mapId: 'guest', x: 0, y: 0, theta: 0.1 }, status: 'offline', battery: 79, connection: 'broken' },
    ];
    for (const change of changes) await second(live(change));
    await recorded.flush();
    const [chunk = []] = await written();
    // The second one moved too little.
    expect(chunk.map(({ at }) => (at - START) / 1_000)).toEqual([0, 2, 3, 4, 5, 6]);
    expect(chunk.at(-1)).toMatchObject({ pose: { mapId: 'guest' }, connection: 'broken', battery: 79 });
  });

  it('has no track of a robot that never sent a message, and keeps robots apart', async () => {
    await second(live(), unheard('A-2'));
    await second(live({ serialNumber: 'A-2', status: 'charging' }), live());
    await recorded.flush();
    expect((await rows()).map(({ serialNumber }) => serialNumber)).toEqual(['A-1', 'A-2']);
    expect((await written()).map((chunk) => chunk.map(({ status }) => status))).toEqual([['working'], ['charging']]);
  });

  it('keeps what a database that is away did not take, and writes it later', async () => {
    await world.pool.query('alter table tracks rename to tracks_away');
    await second(live());
    now += MINUTE;
    await expect(recorded.beat([live({ status: 'charging' })])).rejects.toThrow();
    await world.pool.query('alter table tracks_away rename to tracks');
    await recorded.flush();
    expect((await written()).flat().map(({ status }) => status)).toEqual(['working', 'charging']);
  });
});

describe('reading', () => {
  it('gives the chunks of a window and the last one before it', async () => {
    for (let n = 0; n < 5; n++) {
      await recorded.beat([live({ battery: 80 - n })]);
      now += MINUTE;
    }
    await recorded.flush();
    const found = await tracksOf(world.db, 'A-1', new Date(START + 2 * MINUTE), new Date(START + 3 * MINUTE));
    expect(found.map(({ fromAt }) => (fromAt.getTime() - START) / MINUTE)).toEqual([1, 2, 3]);
    expect(await tracksOf(world.db, 'A-2', new Date(0), new Date(now))).toEqual([]);
  });

  it('gives the same for several robots at once, without those that have none', async () => {
    for (let n = 0; n < 5; n++) {
      await recorded.beat([live({ battery: 80 - n }), live({ serialNumber: 'A-2', battery: 50 + n })]);
      now += MINUTE;
    }
    await recorded.flush();
    const robots = ['A-2', 'A-1', 'A-3'];
    for (const [from, until] of [
      [START + 2 * MINUTE, START + 3 * MINUTE],
      [START, now],
      [now + MINUTE, now + 2 * MINUTE],
      [0, START - 1],
    ] as const) {
      const [begin, end] = [new Date(from), new Date(until)];
      const single = await Promise.all(
        robots.map(async (robot) => [robot, (await tracksOf(world.db, robot, begin, end)).map(({ chunk }) => chunk)]),
      );
      const found = await chunksOfRobots(world.db, robots, begin, end);
      expect(robots.map((robot) => [robot, found.get(robot) ?? []])).toEqual(single);
      expect([...found.values()].every((chunks) => chunks.length > 0)).toBe(true);
    }
    expect((await chunksOfRobots(world.db, robots, new Date(START), new Date(now))).get('A-2')).not.toHaveLength(0);
    expect(await chunksOfRobots(world.db, [], new Date(START), new Date(now))).toEqual(new Map());
  });
});

describe('days', () => {
  it('have a partition each, made in advance, once', async () => {
    await Promise.all([
      createTrackPartitions(world.db, new Date(START + DAY)),
      createTrackPartitions(world.db, new Date(START + DAY)),
    ]);
    expect(await partitions()).toEqual([
      'tracks_20261125',
      'tracks_20261126',
      'tracks_20261127',
      'tracks_20261128',
      'tracks_other',
    ]);
  });

  it('take in what arrived before their partition existed', async () => {
    now = START + 10 * DAY;
    await second(live());
    await recorded.flush();
    expect((await world.pool.query('select from tracks_other')).rowCount).toBe(1);
    await createTrackPartitions(world.db, new Date(now));
    expect((await world.pool.query('select from tracks_other')).rowCount).toBe(0);
    expect(await written()).toHaveLength(1);
  });

  it('are dropped whole when their retention has passed', async () => {
    await second(live());
    await recorded.flush();
    await deleteExpiredTracks(world.db, new Date(START));
    expect(await rows()).toHaveLength(1);
    await deleteExpiredTracks(world.db, new Date(START + DAY));
    expect(await rows()).toEqual([]);
    expect(await partitions()).not.toContain('tracks_20261125');
  });
});
