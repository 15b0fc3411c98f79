/** Recordings over the API: uploaded part by part, completed by the browser or, when it is gone, by the server. */
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { MediaItem } from '../../../contract/entities/mediaItem.ts';
import { FILE_RULES, SITE_QUOTA_BYTES } from '../../../contract/rules/files.ts';
import {
  VIDEO_RECORDING_OPEN_MS,
  VIDEO_RECORDING_PARTS_MAX,
  VIDEO_RECORDING_ROOM_BYTES,
  VIDEO_RECORDING_SILENT_MS,
  VIDEO_RECORDINGS_RUNNING_MAX,
} from '../../../contract/rules/videoRecording.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { accounts, audit, files as fileTable, mediaItems, relations } from '../../../server/db/schema.ts';
import { completeLeftRecording } from '../../../server/features/videoRecordings.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { createTickets } from '../../../server/files/tickets.ts';
import { createUploadSlots } from '../../../server/files/uploadSlots.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { liveWebm } from '../../fakes/webm.ts';

const { videoRecordings, files, photos } = catalogue;
const nameOf = ({ code }: { code: number }): string => (code === 0 ? 'ok' : (errorNameOf(code) ?? String(code)));

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const start = (person: Person = 'member') =>
  test.as(person, videoRecordings.start.path, { serialNumber: A.serialNumber });
async function started(): Promise<{ fileId: string; uploadUrl: string }> {
  const { code, data } = await start();
  expect(code).toBe(0);
  return data as { fileId: string; uploadUrl: string };
}
async function put(url: string, part: Buffer, offset: number) {
  const { body } = await test.server.inject({
    method: 'PUT',
    url,
    headers: {
      'content-type': 'application/octet-stream',
      'content-range': `bytes ${offset}-${offset + part.length - 1}/*`,
    },
    payload: part,
  });
  return JSON.parse(body) as { code: number; data: { offset?: number; words?: { offset: number } } };
}
async function append(url: string, parts: readonly Buffer[], offset = 0): Promise<number> {
  let at = offset;
  for (const part of parts) {
    expect(await put(url, part, at)).toMatchObject({ code: 0, data: { offset: at + part.length } });
    at += part.length;
  }
  return at;
}
const finish = (fileId: string, person: Person = 'member') => test.as(person, videoRecordings.finish.path, { fileId });
const itemOf = async (fileId: string) =>
  (await test.db.select().from(mediaItems).where(eq(mediaItems.fileId, fileId)))[0];
const rowOf = async (fileId: string) => (await test.db.select().from(fileTable).where(eq(fileTable.id, fileId)))[0];

/** A file that leaves this many bytes of the site's quota. */
const fullSite = (left: number) => ({
  id: 'f'.repeat(32),
  kind: 'video' as const,
  owner: 'site' as const,
  ownerId: A.siteId,
  siteId: A.siteId,
  uploadedBy: 'superAdmin',
  name: 'full',
  state: 'ready' as const,
  bytes: SITE_QUOTA_BYTES - left,
  sha256: '0'.repeat(64),
  segments: [],
  createdAt: new Date(),
});

describe('a recording', () => {
  it('is stored part by part, and becomes one file with a length that can be sought', async () => {
    const { fileId, uploadUrl } = await started();
    expect(await itemOf(fileId)).toMatchObject({ isRecording: true, source: 'operator', userId: 'member' });
    const parts = liveWebm({ clusters: 4 });
    await append(uploadUrl, parts);
    expect((await rowOf(fileId))?.segments).toHaveLength(parts.length);
    expect(await finish(fileId)).toMatchObject({ code: 0, data: { fileId, durationMs: 4_000 } });
    const row = await rowOf(fileId);
    expect(row).toMatchObject({ state: 'ready', contentType: 'video/webm', owner: 'robot', ownerId: A.serialNumber });
    expect(await itemOf(fileId)).toMatchObject({
      isRecording: false,
      dueAt: null,
      durationMs: 4_000,
      width: 640,
      height: 360,
      siteId: A.siteId,
    });
    expect(row?.until?.getTime()).toBe(((await itemOf(fileId))?.takenAt.getTime() ?? 0) + 90 * 86_400_000);
    const { url } = (await test.as('viewer', files.address.path, { fileId })).data as { url: string };
    const part = await test.server.inject({ url, headers: { range: 'bytes=100-199' } });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100]);
    // The reply was lost: asking again changes nothing.
    expect(await finish(fileId)).toMatchObject({ code: 0, data: { durationMs: 4_000 } });
    expect((await test.db.select().from(audit).where(eq(audit.act, 'media.record'))).length).toBeGreaterThan(0);
  });

  it('continues at the part that the server lacks, and takes none twice', async () => {
    const { fileId, uploadUrl } = await started();
    const [head = Buffer.alloc(0), first = Buffer.alloc(0), ...rest] = liveWebm();
    await append(uploadUrl, [head, first]);
    const again = await put(uploadUrl, first, head.length);
    expect([nameOf(again), again.data.words?.offset]).toEqual(['uploadOffsetWrong', head.length + first.length]);
    await append(uploadUrl, rest, head.length + first.length);
    expect(await finish(fileId)).toMatchObject({ code: 0, data: { durationMs: 3_000 } });
  });

  it('whose tab is closed is completed by the server with what it has', async () => {
    const { fileId, uploadUrl } = await started();
    const bytes = Buffer.concat(liveWebm({ clusters: 3 }));
    await append(uploadUrl, [bytes.subarray(0, bytes.length - 100)]);
    test.later(VIDEO_RECORDING_SILENT_MS + 1_000);
    await vi.waitFor(async () => expect((await rowOf(fileId))?.state).toBe('ready'), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await itemOf(fileId)).toMatchObject({ isRecording: false, durationMs: 2_900 });
    // The tab was only asleep: it finds its recording completed.
    expect(nameOf(await put(uploadUrl, Buffer.from('more'), bytes.length - 100))).toBe('fileUnknown');
    expect(await finish(fileId)).toMatchObject({ code: 0, data: { durationMs: 2_900 } });
  });

  it('has a thumbnail of the still that comes with it, and is kept without one if the still is damaged', async () => {
    const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#3a6' } })
      .jpeg()
      .toBuffer();
    const completed = async (still: string) => {
      const { fileId, uploadUrl } = await started();
      await append(uploadUrl, liveWebm());
      expect(await test.as('member', videoRecordings.finish.path, { fileId, still })).toMatchObject({ code: 0 });
      const { item } = (await test.as('member', photos.item.path, { fileId })).data as { item: MediaItem };
      return { fileId, item };
    };
    const shown = await completed(picture.toString('base64'));
    expect(shown.item).toMatchObject({ kind: 'video', hasThumbnail: true });
    const { addresses } = (await test.as('viewer', photos.addresses.path, { fileIds: [shown.fileId], thumbnail: true }))
      .data as { addresses: { url: string }[] };
    const served = await test.server.inject({ url: addresses[0]?.url ?? '' });
    expect(served.headers['content-type']).toBe('image/webp');
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 320, height: 180 });
    const damaged = await completed(picture.subarray(0, 200).toString('base64'));
    expect(damaged.item.hasThumbnail).toBe(false);
    expect((await rowOf(damaged.fileId))?.state).toBe('ready');
  });

  it('without a frame is deleted', async () => {
    const { fileId, uploadUrl } = await started();
    await append(uploadUrl, [Buffer.from('this is no video at all')]);
    expect(nameOf(await finish(fileId))).toBe('recordingFailed');
    expect((await rowOf(fileId))?.state).not.toBe('ready');
    const none = await started();
    expect(nameOf(await finish(none.fileId))).toBe('recordingFailed');
  });

  it('belongs to the person who made it, until it is complete', async () => {
    const { fileId, uploadUrl } = await started();
    await append(uploadUrl, liveWebm());
    expect(nameOf(await finish(fileId, 'superAdmin'))).toBe('fileUnknown');
    // The ordinary completion would refuse the content and delete it.
    expect(nameOf(await test.as('member', files.complete.path, { fileId }))).toBe('fileUnknown');
    expect(nameOf(await test.as('member', files.address.path, { fileId }))).toBe('fileUnknown');
    expect(nameOf(await finish(fileId))).toBe('ok');
  });

  it('is refused to those who may only look, and on a full site', async () => {
    expect(nameOf(await start('viewer'))).toBe('notAllowed');
    const full = fullSite(VIDEO_RECORDING_ROOM_BYTES / 2);
    await test.db.insert(fileTable).values(full);
    expect(nameOf(await start())).toBe('siteQuotaReached');
    await test.db.delete(fileTable).where(eq(fileTable.id, full.id));
  });
});

describe('a recording that loses its ground', () => {
  const member = eq(accounts.id, 'member');

  it('takes no part once its person may no longer operate the robot, and keeps those it has', async () => {
    const { fileId, uploadUrl } = await started();
    const [head = Buffer.alloc(0), ...clusters] = liveWebm({ clusters: 4 });
    const at = await append(uploadUrl, [head, ...clusters.slice(0, 2)]);
    const next = clusters[2] ?? head;
    const relation = eq(relations.id, 'relation-member');
    const changes: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => test.db.update(relations).set({ isAuth: false }).where(relation),
        () => test.db.update(relations).set({ isAuth: true }).where(relation),
      ],
      [
        () =>
          test.db
            .update(accounts)
            .set({ roles: ['viewer'] })
            .where(member),
        () =>
          test.db
            .update(accounts)
            .set({ roles: ['operator'] })
            .where(member),
      ],
      [
        () => test.db.update(accounts).set({ lockedAt: new Date() }).where(member),
        () => test.db.update(accounts).set({ lockedAt: null }).where(member),
      ],
    ];
    for (const [lose, regain] of changes) {
      await lose();
      expect(nameOf(await put(uploadUrl, next, at))).toBe('recordingRightLost');
      await regain();
    }
    await test.db.update(relations).set({ isAuth: false }).where(relation);
    // What was recorded while it was allowed is completed, and stays.
    expect(await finish(fileId)).toMatchObject({ code: 0, data: { durationMs: 2_000 } });
    await test.db.update(relations).set({ isAuth: true }).where(relation);
    expect((await rowOf(fileId))?.state).toBe('ready');
  });

  it('reserves little more than what has arrived, and ends with what it has on a full site', async () => {
    const { fileId, uploadUrl } = await started();
    expect((await rowOf(fileId))?.bytes).toBe(VIDEO_RECORDING_ROOM_BYTES);
    const [head = Buffer.alloc(0), ...clusters] = liveWebm({ clusters: 3, frames: 10, frameBytes: 90_000 });
    const at = await append(uploadUrl, [head, ...clusters]);
    const reserved = (await rowOf(fileId))?.bytes ?? 0;
    expect(reserved).toBeGreaterThan(VIDEO_RECORDING_ROOM_BYTES);
    expect(reserved - at).toBeLessThanOrEqual(VIDEO_RECORDING_ROOM_BYTES);
    const { usedBytes } = (await test.as('superAdmin', files.usage.path, { siteId: A.siteId })).data as {
      usedBytes: number;
    };
    const full = fullSite(usedBytes + 100);
    await test.db.insert(fileTable).values(full);
    const more = Buffer.alloc(reserved - at + 200, 1);
    expect(nameOf(await put(uploadUrl, more, at))).toBe('siteQuotaReached');
    expect(await finish(fileId)).toMatchObject({ code: 0, data: { durationMs: 3_000 } });
    await test.db.delete(fileTable).where(eq(fileTable.id, full.id));
    const { bytes = 0 } = (await rowOf(fileId)) ?? {};
    expect(bytes).toBeLessThan(reserved);
  });

  it('on a disk that fills up keeps what it has, and is completed once there is space', async () => {
    const { fileId, uploadUrl } = await started();
    await append(uploadUrl, liveWebm({ clusters: 2 }));
    const needs = {
      ...test.server.deps,
      store: createFolderStore(join(test.folder, 'files')),
      tickets: createTickets({ secret: async () => 'unused', now: Date.now }),
      slots: createUploadSlots(),
      poseOf: () => null,
    };
    const full = createFolderStore(join(test.folder, 'files'), {
      openFile: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
    });
    await expect(completeLeftRecording({ ...needs, store: full }, fileId)).rejects.toMatchObject({
      code: ERRORS.diskFull,
    });
    expect((await rowOf(fileId))?.state).toBe('pending');
    expect(await completeLeftRecording(needs, fileId)).toBe('done');
    expect(await itemOf(fileId)).toMatchObject({ isRecording: false, durationMs: 2_000 });
  });

  it('is refused a part beyond the size of a video', async () => {
    const { fileId, uploadUrl } = await started();
    const { body } = await test.server.inject({
      method: 'PUT',
      url: uploadUrl,
      headers: {
        'content-type': 'application/octet-stream',
        'content-range': `bytes 0-${FILE_RULES.video.maxBytes}/*`,
      },
      payload: Buffer.from('a'),
    });
    expect(nameOf(JSON.parse(body) as { code: number })).toBe('fileTooLarge');
    expect(nameOf(await finish(fileId))).toBe('recordingFailed');
  });
});

describe('limits of a recording', () => {
  const box = (name: string): Buffer => Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from(name, 'latin1')]);

  it('as MP4 is read up to a number of boxes', async () => {
    const { fileId, uploadUrl } = await started();
    const named = Array.from({ length: 12_000 }, (_, index) => box(String(index).padStart(4, 'x').slice(0, 4)));
    await append(uploadUrl, [Buffer.concat([box('ftyp'), box('moov'), box('moof'), box('mdat'), ...named])]);
    expect(await finish(fileId)).toMatchObject({ code: 0, data: { bytes: 80_000 } });
    expect(await rowOf(fileId)).toMatchObject({ state: 'ready', contentType: 'video/mp4' });
    const none = await started();
    await append(none.uploadUrl, [Buffer.concat([box('ftyp'), box('moov'), box('free')])]);
    expect(nameOf(await finish(none.fileId))).toBe('recordingFailed');
  });

  it('takes no part after the longest time, and is completed with those it has', async () => {
    const { fileId, uploadUrl } = await started();
    const [head = Buffer.alloc(0), ...clusters] = liveWebm();
    const at = await append(uploadUrl, [head, ...clusters]);
    const { createdAt = new Date() } = (await rowOf(fileId)) ?? {};
    await test.db
      .update(fileTable)
      .set({ createdAt: new Date(createdAt.getTime() - VIDEO_RECORDING_OPEN_MS - 60_000) })
      .where(eq(fileTable.id, fileId));
    expect(nameOf(await put(uploadUrl, clusters[0] ?? head, at))).toBe('fileUnknown');
    expect(await finish(fileId)).toMatchObject({ code: 0, data: { durationMs: 3_000 } });
  });

  it('takes a limited number of parts', async () => {
    const { fileId, uploadUrl } = await started();
    const fill = (parts: number) =>
      test.db
        .update(fileTable)
        .set({ segments: Array.from({ length: parts }, (_, part) => ({ name: `none-${part}`, bytes: 1 })) })
        .where(eq(fileTable.id, fileId));
    await fill(VIDEO_RECORDING_PARTS_MAX - 1);
    expect(nameOf(await put(uploadUrl, Buffer.from('a'), 0))).toBe('ok');
    expect(nameOf(await put(uploadUrl, Buffer.from('b'), 1))).toBe('fileUnknown');
    expect((await rowOf(fileId))?.segments).toHaveLength(VIDEO_RECORDING_PARTS_MAX);
    await test.db.delete(fileTable).where(eq(fileTable.id, fileId));
  });

  it('is not kept waiting by empty parts', async () => {
    const { fileId, uploadUrl } = await started();
    const dueAt = (await itemOf(fileId))?.dueAt;
    test.later(1_000);
    const { body } = await test.server.inject({
      method: 'PUT',
      url: uploadUrl,
      headers: { 'content-type': 'application/octet-stream', 'content-range': 'bytes 0-/*' },
      payload: Buffer.alloc(0),
    });
    expect(JSON.parse(body)).toMatchObject({ code: 0, data: { offset: 0 } });
    expect((await itemOf(fileId))?.dueAt).toEqual(dueAt);
    await append(uploadUrl, [Buffer.from('a')]);
    expect((await itemOf(fileId))?.dueAt?.getTime()).toBeGreaterThan(dueAt?.getTime() ?? Infinity);
    expect(nameOf(await finish(fileId))).toBe('recordingFailed');
  });

  it('runs beside eight others of its person, and one that is refused leaves nothing', async () => {
    const pending = () =>
      test.db
        .select({ id: fileTable.id })
        .from(fileTable)
        .where(and(eq(fileTable.uploadedBy, 'member'), eq(fileTable.state, 'pending')));
    expect(await pending()).toEqual([]);
    const running: string[] = [];
    for (let index = 0; index < VIDEO_RECORDINGS_RUNNING_MAX; index += 1) running.push((await started()).fileId);
    expect(await start()).toMatchObject({ data: { words: { limit: VIDEO_RECORDINGS_RUNNING_MAX } } });
    expect(nameOf(await start())).toBe('tooManyUploads');
    expect((await pending()).map(({ id }) => id).toSorted()).toEqual(running.toSorted());
    expect(nameOf(await start('superAdmin'))).toBe('ok');
    expect(nameOf(await finish(running[0] ?? ''))).toBe('recordingFailed');
    expect(nameOf(await start())).toBe('ok');
  });
});
