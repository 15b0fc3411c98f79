/** Historical monitoring on a real server: what is replayed is what robots sent, and only to those who may see them. */
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import type { FileExport } from '../../../contract/entities/fileExport.ts';
import type { MonitoringOverview } from '../../../contract/entities/monitoring.ts';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { ACCOUNT_QUOTA_BYTES, FILE_RULES } from '../../../contract/rules/files.ts';
import { stateAt } from '../../../contract/rules/replayTrack.ts';
import { decodeTrack } from '../../../contract/rules/trackChunk.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { decodeTrackReply } from '../../../contract/wire/trackReply.ts';
import { addFile } from '../../../server/db/repositories/files.ts';
import { jobById, pendingOfAccount } from '../../../server/db/repositories/jobAdmin.ts';
import { createTrackPartitions, firstTrackedAt, trackHoursOf } from '../../../server/db/repositories/tracks.ts';
import { alarmCases, cruiseRecords, files, jobs, trackHours, trackPeriods, tracks } from '../../../server/db/schema.ts';
import { createMonitoringHandlers } from '../../../server/features/monitoring.ts';
import { ARCHIVE_TOO_LARGE } from '../../../server/features/fileExports.ts';
import { unheard } from '../../../server/fleet/robotLiveState.ts';
import { createTracks } from '../../../server/fleet/tracks.ts';
import { enqueueJob, withdrawJob } from '../../../server/jobs/enqueue.ts';
import { FinalFailure } from '../../../server/jobs/jobKind.ts';
import { trackExportJob } from '../../../server/jobs/kinds/trackExport.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { sumHour } from '../../../server/jobs/kinds/trackHours.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { randomFrom } from '../../../demo/random.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { CASES } from '../http/alarmCalls.ts';
import { DRIVES } from '../http/accessMatrix.ts';

const HOUR = 3_600_000;
/** The server's clock begins at 20 minutes past, so that no hour ends during the tests. */
const BEGUN = Date.now();
const THIS_HOUR = Math.floor(BEGUN / HOUR) * HOUR;
const now = (): number => THIS_HOUR + HOUR / 3 + (Date.now() - BEGUN);
const T0 = THIS_HOUR - 3 * HOUR;

let test: TestServer;
beforeAll(async () => void (test = await startTestServer({ now })));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [tracks, trackPeriods, trackHours, alarmCases, cruiseRecords]) await test.db.delete(table);
});

const { overview, events, tracks: tracksCall } = catalogue.monitoring;
const span = (from: number, until: number, siteId: string = A.siteId) => ({ siteId, from, until });
const live = (serialNumber: string, at: number, change: Partial<RobotLive>): RobotLive => ({
  ...unheard(serialNumber),
  at,
  connection: 'online',
  status: 'working',
  battery: 80,
  ...change,
});
type Sent = { at: number; x: number; y: number; theta: number };

/** Drives a robot about at random for some seconds, with stops; `record` is told each second. */
async function drive(seconds: number, record: (live: RobotLive) => Promise<void>, seed = 7): Promise<Sent[]> {
  const chance = randomFrom(seed);
  const sent: Sent[] = [];
  let [x, y, theta, speed] = [3, 4, 0, 0.6];
  for (let second = 0; second < seconds; second++) {
    if (chance() < 0.05) speed = chance() < 0.4 ? 0 : chance() * 1.2;
    if (speed > 0) theta += (chance() - 0.5) * 0.6;
    x += Math.cos(theta) * speed;
    y += Math.sin(theta) * speed;
    const at = T0 + second * 1_000;
    sent.push({ at, x, y, theta });
    await record(live(A.serialNumber, at, { pose: { mapId: A.mapId, x, y, theta } }));
  }
  return sent;
}
async function recorded(run: (beat: (...robots: RobotLive[]) => Promise<void>) => Promise<Sent[]>): Promise<Sent[]> {
  let now = T0;
  await createTrackPartitions(test.db, new Date(T0));
  const recorder = createTracks(test.db, () => now);
  const sent = await run(async (...robots) => {
    now = robots[0]?.at ?? now;
    await recorder.beat(robots);
  });
  await recorder.flush();
  return sent;
}
/** The decoded answer, as the console reads it. */
async function replayed(person: Person, from: number, until: number) {
  const context = { db: test.db, userId: person, language: 'enUS' } as RequestContext;
  const answer = (await createMonitoringHandlers(test.server.deps).tracks(
    { ...span(from, until), search: '', page: 1, robot: '' },
    context,
  )) as unknown as {
    bytes: Uint8Array;
  };
  const { periods, robots } = decodeTrackReply(answer.bytes);
  const samples = new Map(
    robots.map(({ serialNumber, chunks }) => [serialNumber, chunks.flatMap((chunk) => decodeTrack(chunk))]),
  );
  return { periods, samples };
}
const ask = async <Data>(person: Person, path: string, data: object): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (person: Person, path: string, data: object) =>
  errorNameOf((await test.as(person, path, data)).code);

describe('tracks', () => {
  it.each([7, 8, 23, 101])('are replayed as they were sent: within 5 cm and half a second (seed %i)', async (seed) => {
    const sent = await recorded((beat) => drive(400, beat, seed));
    const { periods, samples } = await replayed('viewer', T0, T0 + HOUR);
    expect(samples.get(A.serialNumber)?.length).toBeLessThan(400);
    for (const { at, x, y } of sent) {
      const near = [-500, -250, 0, 250, 500].map((shift) => {
        const pose = stateAt(samples.get(A.serialNumber) ?? [], periods, at + shift)?.pose;
        return pose ? Math.hypot(pose.x - x, pose.y - y) : Infinity;
      });
      expect(Math.min(...near)).toBeLessThanOrEqual(0.05);
      expect(near[2]).toBeLessThanOrEqual(0.05);
    }
  });

  it('have a gap where the server was down', async () => {
    await recorded(async (beat) => {
      const sent = await drive(70, beat);
      // The next beat comes five minutes later: the process had been stopped.
      const at = T0 + 370_000;
      await beat(live(A.serialNumber, at, { pose: { mapId: A.mapId, x: 20, y: 4, theta: 0 } }));
      return sent;
    });
    const { periods, samples } = await replayed('viewer', T0, T0 + HOUR);
    const own = samples.get(A.serialNumber) ?? [];
    expect(stateAt(own, periods, T0 + 60_000)?.isKnown).toBe(true);
    expect(stateAt(own, periods, T0 + 200_000)?.isKnown).toBe(false);
    expect(stateAt(own, periods, T0 + 369_900)).toMatchObject({ isKnown: false });
    const { robots } = await ask<MonitoringOverview>('viewer', overview.path, span(T0, T0 + HOUR));
    expect(robots[0]?.bars).toEqual([[T0, T0 + 69_000, 'working']]);
  });

  it("are of the caller's robots only, and the others are counted", async () => {
    await recorded(async (beat) => {
      for (let second = 0; second < 5; second++)
        await beat(
          ...[A.serialNumber, A2.serialNumber].map((serialNumber) =>
            live(serialNumber, T0 + second * 1_000, { pose: { mapId: A.mapId, x: second, y: 1, theta: 0 } }),
          ),
        );
      return [];
    });
    expect([...(await replayed('member', T0, T0 + HOUR)).samples.keys()]).toEqual([A.serialNumber]);
    expect([...(await replayed('superAdmin', T0, T0 + HOUR)).samples.keys()].sort()).toEqual([
      A.serialNumber,
      A2.serialNumber,
    ]);
    expect(await ask('member', overview.path, span(T0, T0 + HOUR))).toMatchObject({
      hidden: 1,
      robots: [{ serialNumber: A.serialNumber, name: 'Porter', kind: 'delivery' }],
      page: 1,
      total: 1,
    });
    // One robot of another's is no different from one that does not exist.
    for (const robot of [A2.serialNumber, 'no-such-robot'])
      expect(await ask('member', overview.path, { ...span(T0, T0 + HOUR), robot })).toMatchObject({
        robots: [{ serialNumber: A.serialNumber }],
        total: 1,
      });
    const none = { ...span(T0, T0 + HOUR), search: 'nothing is called so' };
    expect(await ask('superAdmin', overview.path, none)).toMatchObject({ robots: [], total: 0 });
    const one = { ...span(T0, T0 + HOUR), search: A2.serialNumber.toLowerCase() };
    expect(await ask('superAdmin', overview.path, one)).toMatchObject({
      robots: [{ serialNumber: A2.serialNumber }],
      total: 1,
    });
    expect(await refusal('stranger', overview.path, span(T0, T0 + HOUR))).toBe('robotForeign');
    expect(await refusal('member', tracksCall.path, span(T0, T0 + HOUR, B.siteId))).toBe('robotForeign');
  });

  it('are bounded', async () => {
    expect(await refusal('viewer', tracksCall.path, span(T0, T0 + HOUR + 1))).toBe('timeSpanTooLong');
    expect(await refusal('viewer', overview.path, span(T0, T0 + 32 * 24 * HOUR))).toBe('timeSpanTooLong');
    expect(await refusal('viewer', events.path, span(T0, T0))).toBe('fieldInvalid');
    expect(await refusal('viewer', events.path, span(T0, T0 + HOUR, 'nowhere'))).toBe('siteUnknown');
  });
});

describe('a long range', () => {
  it('has the shares of each hour, which the job sums from the tracks', async () => {
    await recorded((beat) => drive(90, beat));
    expect((await firstTrackedAt(test.db))?.getTime()).toBe(T0);
    await sumHour(test.db, [A.serialNumber, A2.serialNumber], T0);
    // A repeated attempt changes nothing.
    await sumHour(test.db, [A.serialNumber], T0);
    const rows = await trackHoursOf(test.db, [A.serialNumber], new Date(T0), new Date(T0 + HOUR));
    expect(rows.get(A.serialNumber)).toMatchObject([{ hour: T0, shares: { working: 89_000, standby: 0 } }]);
    const { robots } = await ask<MonitoringOverview>('viewer', overview.path, span(T0 - 48 * HOUR, T0 + HOUR));
    expect(robots[0]).toMatchObject({ bars: [], hours: [[T0, [89_000, 0, 0, 0, 0, 0]]] });
  });
});

describe('events', () => {
  it('are those of the time and those that reach into it, oldest first', async () => {
    const run = DRIVES[0];
    const alarm = CASES[0];
    if (!run || !alarm) throw new Error('no samples');
    await test.db.insert(cruiseRecords).values([
      { ...run, id: 'before', startedAt: new Date(T0 - HOUR), endedAt: new Date(T0 - HOUR / 2) },
      { ...run, id: 'reaching', startedAt: new Date(T0 - HOUR), endedAt: new Date(T0 + 1_000) },
      { ...run, id: 'inside', startedAt: new Date(T0 + 1_000), endedAt: new Date(T0 + 2_000) },
      { ...run, id: 'after', startedAt: new Date(T0 + HOUR), endedAt: new Date(T0 + 2 * HOUR) },
    ]);
    await test.db.insert(alarmCases).values({ ...alarm, raisedAt: new Date(T0 + 500) });
    const found = await ask<{ isMore: boolean; rows: EventRecord[] }>('viewer', events.path, span(T0, T0 + HOUR));
    expect(found.rows.map(({ bizType, sourceId }) => `${bizType} ${sourceId}`)).toEqual([
      'cruise reaching',
      'alarm case-1',
      'cruise inside',
    ]);
    expect(found.isMore).toBe(false);
  });
});

describe('an export', () => {
  const { export: exportCall, exportState, cancelExport } = catalogue.monitoring;
  const begin = (person: Person, more: object = {}) =>
    ask<FileExport>(person, exportCall.path, {
      ...span(T0, T0 + HOUR),
      language: 'enUS',
      timeZone: 'Asia/Shanghai',
      ...more,
    });
  const ended = (person: Person, exportId: string): Promise<FileExport> =>
    vi.waitFor(
      async () => {
        const state = await ask<FileExport>(person, exportState.path, { exportId });
        expect(state.state).toBe('done');
        return state;
      },
      { timeout: 20_000, interval: 100 },
    );

  it('is a zip of the positions, runs and events that its reader may see, in the zone of the site', async () => {
    const sent = await recorded((beat) => drive(90, beat));
    const run = DRIVES[0];
    if (!run) throw new Error('no sample');
    await test.db.insert(cruiseRecords).values([
      { ...run, id: 'inside', startedAt: new Date(T0 + 1_000), endedAt: new Date(T0 + 2_000) },
      { ...run, id: 'after', startedAt: new Date(T0 + HOUR), endedAt: new Date(T0 + 2 * HOUR) },
    ]);
    const { exportId } = await begin('member');
    const { fileId, fileName, progress } = await ended('member', exportId);
    expect(progress).toBe(100);
    expect(fileName).toMatch(/^monitoring-\d{4}-\d\d-\d\d\.zip$/u);
    const { url } = await ask<{ url: string }>('member', catalogue.files.address.path, { fileId });
    const entries = unzipSync((await test.server.inject({ url })).rawPayload);
    const text = (name: string): string => new TextDecoder().decode(entries[name]);
    expect(Object.keys(entries)).toEqual([
      `tracks/${A.serialNumber.replaceAll(':', '_')}.csv`,
      'runs.csv',
      'events.csv',
      'readme.txt',
    ]);
    const lines = text(Object.keys(entries)[0] ?? '').split('\r\n');
    expect(lines[0]).toContain('"Time (Asia/Shanghai)","Map","X (m)"');
    const second = new Date(T0 + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ');
    const x = Math.round((sent[0]?.x ?? 0) * 100) / 100;
    const y = Math.round((sent[0]?.y ?? 0) * 100) / 100;
    expect(lines[1]).toContain(`"${second}.00",`);
    expect(lines[1]).toContain(`,${x},${y},`);
    expect(lines[1]).toContain(',"Working","Online",80');
    expect(text('runs.csv').trim().split('\r\n')).toHaveLength(2);
    expect(text('readme.txt')).toMatch(/^Times from .*\r\n.*Porter \(.*\r\nNothing was recorded from /u);
    expect(await refusal('superAdmin', exportState.path, { exportId })).toBe('notFound');
  });

  it('has the robots that a search finds, and is refused if it finds none', async () => {
    const robotsOf = async (search: string): Promise<unknown> => {
      const { exportId } = await begin('member', { search });
      const job = await jobById(test.db, exportId);
      await ended('member', exportId);
      return (job?.payload as { serialNumbers?: unknown } | undefined)?.serialNumbers;
    };
    expect(await robotsOf(A.serialNumber.toLowerCase())).toBe(A.serialNumber);
    const asked = { ...span(T0, T0 + HOUR), timeZone: 'UTC' };
    expect(await refusal('member', exportCall.path, { ...asked, search: 'nobody' })).toBe('fieldInvalid');
  });

  it('is bounded by time, robots and exports in progress', async () => {
    expect(await refusal('member', exportCall.path, span(T0, T0 + 25 * HOUR))).toBe('timeSpanTooLong');
    const job = { payload: { userId: 'member' }, dueAt: now() + HOUR };
    // Of every kind, because they write archives of the same account.
    for (const [key, kind] of [
      ['first', 'trackExport'],
      ['second', 'mediaExport'],
      ['third', 'mediaExport'],
    ] as const)
      await test.db.transaction((transaction) => enqueueJob(transaction, now, { ...job, key, kind }));
    expect(await refusal('member', exportCall.path, span(T0, T0 + HOUR))).toBe('trackExportsPending');
    for (const key of ['first', 'second', 'third']) await withdrawJob(test.db, now, key);
  });

  it('is cancelled by its own account, and then does not count as in progress', async () => {
    const payload = { userId: 'member', siteId: A.siteId, serialNumbers: '', from: T0, until: T0 + 1, fileId: 'none' };
    const enqueue = (key: string) =>
      test.db.transaction((transaction) =>
        enqueueJob(transaction, now, {
          kind: 'trackExport',
          payload: { ...payload, language: 'enUS', timeZone: 'UTC' },
          dueAt: now() + HOUR,
          key,
        }),
      );
    const [waiting, running] = [await enqueue('waiting'), await enqueue('running')];
    await test.db.update(jobs).set({ state: 'running' }).where(eq(jobs.id, running));
    expect(await pendingOfAccount(test.db, ['trackExport'], 'member')).toBe(2);
    expect(await refusal('superAdmin', cancelExport.path, { exportId: waiting })).toBe('notFound');
    // A second time changes nothing.
    for (const exportId of [waiting, running, waiting])
      expect(await ask('member', cancelExport.path, { exportId })).toBeNull();
    expect(await ask('member', exportState.path, { exportId: waiting })).toMatchObject({ state: 'failed' });
    expect((await jobById(test.db, running))?.isCancelling).toBe(true);
    expect(await pendingOfAccount(test.db, ['trackExport'], 'member')).toBe(0);
    await test.db.delete(jobs).where(eq(jobs.id, running));
  });

  it('needs space for the largest archive in the quota of its account', async () => {
    const id = 'f'.repeat(32);
    const used = ACCOUNT_QUOTA_BYTES - FILE_RULES.archive.maxBytes + 1;
    const row = { kind: 'archive', owner: 'account', ownerId: 'member', siteId: null, uploadedBy: 'member' } as const;
    const file = { ...row, id, byRobot: false, name: 'a', bytes: used, sha256: '', createdAt: new Date(), until: null };
    await addFile(test.db, file);
    expect(await refusal('member', exportCall.path, span(T0, T0 + HOUR))).toBe('accountQuotaReached');
    await test.db.delete(files).where(eq(files.id, id));
  });

  it('that becomes too large is not repeated, leaves nothing, and says so', async () => {
    await recorded((beat) => drive(90, beat));
    const store = createFolderStore(join(test.folder, 'files'));
    const kind = trackExportJob({ ...test.server.deps, files: { ...test.server.deps, store } }, { maxBytes: 500 });
    const fileId = 'e'.repeat(32);
    const payload = {
      ...{ userId: 'member', ...span(T0, T0 + HOUR), serialNumbers: A.serialNumber, language: 'enUS', timeZone: 'UTC' },
      fileId,
    };
    const context = { key: 'k', payload, attempt: 1, signal: new AbortController().signal };
    const run = kind.run({ ...context, progress: () => undefined, log: () => undefined });
    await expect(run).rejects.toThrow(new FinalFailure(ARCHIVE_TOO_LARGE));
    expect(await test.db.select().from(files).where(eq(files.id, fileId))).toEqual([]);
    expect(await store.size('archive', fileId)).toBeNull();

    const job = { kind: 'trackExport', payload, dueAt: now() + HOUR } as const;
    const exportId = await test.db.transaction((transaction) => enqueueJob(transaction, now, job));
    const reason = { code: 'error', text: ARCHIVE_TOO_LARGE } as const;
    await test.db.update(jobs).set({ state: 'failed', reason }).where(eq(jobs.id, exportId));
    expect(await refusal('member', exportState.path, { exportId })).toBe('trackExportTooLarge');
  });
});
