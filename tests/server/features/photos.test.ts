/** The library over the API: lists, keeping, deletion and its undo, links, retention, and the setting of the interval. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { MediaItem } from '../../../contract/entities/mediaItem.ts';
import {
  MEDIA_LINK_MS,
  MEDIA_LINKS_MAX,
  MEDIA_VIEWS_KEPT,
  SHORTENED_MEDIA_DAYS,
} from '../../../contract/rules/mediaLibrary.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { markSurplusStills } from '../../../server/db/repositories/files.ts';
import { changeMedia } from '../../../server/db/repositories/mediaItems.ts';
import { deleteExpiredMediaLinks } from '../../../server/db/repositories/mediaLists.ts';
import {
  alarmCases,
  alarmPictures,
  audit,
  files as fileTable,
  mediaItems,
  mediaLinks,
  mediaViews,
  relations,
} from '../../../server/db/schema.ts';
import { noteMediaViews } from '../../../server/db/repositories/mediaViews.ts';
import { listUnlisted } from '../../../server/features/mediaLister.ts';
import { describePhoto } from '../../../server/fleet/photoEvents.ts';
import { deleteExpiredFiles } from '../../../server/files/deleteFiles.ts';
import { CASES } from '../http/alarmCalls.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { announcement, uploader } from '../../fakes/uploads.ts';

const { photos } = catalogue;
const DAY_MS = 86_400_000;
const nameOf = ({ code }: { code: number }): string => (code === 0 ? 'ok' : (errorNameOf(code) ?? String(code)));

let test: TestServer;
let client: ReturnType<typeof uploader>;
beforeAll(async () => {
  test = await startTestServer();
  client = uploader(test);
  test.server.deps.fleet.patchLive(A.serialNumber, { pose: { mapId: A.mapId, x: 6, y: 4, theta: 1 } });
});
afterAll(() => test.close());

const jpeg = (shade: number) =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: { r: shade, g: 90, b: 120 } } })
    .jpeg()
    .toBuffer();
let shade = 0;
/** A photo that the person took on the page of robot A. */
const taken = async (person: Person = 'member'): Promise<string> =>
  (await client.stored(person, await jpeg((shade += 7)), 'picture', { serialNumber: A.serialNumber })).id;
async function listed(person: Person, more: object = {}): Promise<MediaItem[]> {
  const { code, data } = await test.as(person, photos.list.path, more);
  expect(code).toBe(0);
  return (data as { rows: MediaItem[] }).rows;
}
const idsOf = (rows: readonly MediaItem[]): string[] => rows.map(({ fileId }) => fileId);
const untilOf = async (fileId: string): Promise<number | undefined> =>
  (await test.db.select().from(fileTable).where(eq(fileTable.id, fileId)))[0]?.until?.getTime();

describe('who opened a photo', () => {
  const views = async (fileId: string) =>
    ((await test.as('member', photos.item.path, { fileId })).data as { views: { by: string; at: number }[] }).views;
  const open = (person: Person, fileId: string, thumbnail = false) =>
    test.as(person, photos.addresses.path, { fileIds: [fileId], thumbnail });

  it('is said in its details, newest first, each person once; a thumbnail does not count', async () => {
    const fileId = await taken();
    expect(await views(fileId)).toEqual([]);
    const seenBy = (...people: Person[]) =>
      vi.waitFor(async () =>
        expect((await views(fileId)).map(({ by }) => by)).toEqual(people.map((person) => `${person} by name`)),
      );
    await open('viewer', fileId, true);
    await open('member', fileId);
    await seenBy('member');
    await open('viewer', fileId);
    await seenBy('viewer', 'member');
    await open('member', fileId);
    await seenBy('member', 'viewer');
  });

  it('is said too if it was opened in an alarm case or an event, not if a list showed it', async () => {
    const fileId = await taken();
    const show = (person: Person, more: object) =>
      test.as(person, catalogue.files.address.path, { fileId, ...more }).then(nameOf);
    expect(await show('member', {})).toBe('ok');
    expect(await show('stranger', { opened: true })).not.toBe('ok');
    expect(await show('viewer', { opened: true })).toBe('ok');
    await vi.waitFor(async () => expect((await views(fileId)).map(({ by }) => by)).toEqual(['viewer by name']));
  });

  it('is not written for somebody who may not see it, and only the last persons are kept', async () => {
    const fileId = await taken();
    await open('stranger', fileId);
    const at = Date.now() - DAY_MS;
    for (let n = 0; n < MEDIA_VIEWS_KEPT + 3; n += 1)
      await noteMediaViews(test.db, { fileIds: [fileId, 'gone'], userId: `person-${n}`, at: new Date(at + n) });
    const rows = await test.db.select().from(mediaViews).where(eq(mediaViews.fileId, fileId));
    expect(rows.map(({ userId }) => userId).sort()).toEqual(
      Array.from({ length: MEDIA_VIEWS_KEPT }, (_, n) => `person-${n + 3}`),
    );
  });
});

describe('a photo taken in the console', () => {
  it('is in the library with robot, place, time and person, for 90 days', async () => {
    const fileId = await taken();
    const [item] = (await listed('viewer')).filter((one) => one.fileId === fileId);
    expect(item).toMatchObject({
      kind: 'photo',
      source: 'operator',
      serialNumber: A.serialNumber,
      robotName: 'Porter',
      by: 'member by name',
      point: 'Lobby',
      mapName: 'Ground',
      pose: { mapId: A.mapId, x: 6, y: 4, theta: 1 },
      canChange: false,
      isKept: false,
    });
    expect(item?.until).toBe((item?.takenAt ?? 0) + 90 * DAY_MS);
    expect((await listed('member')).find((one) => one.fileId === fileId)?.canChange).toBe(true);
  });

  it('that is no picture, or half of one, is refused and leaves nothing', async () => {
    const before = idsOf(await listed('member'));
    const whole = await jpeg(3);
    const halves: [Buffer, string][] = [
      [Buffer.from('This is no picture at all.'), 'fileTypeWrong'],
      [whole.subarray(0, 200), 'fileDamaged'],
    ];
    for (const [bytes, refusal] of halves) {
      const { fileId, uploadUrl } = await client.ticket(
        'member',
        announcement(bytes, 'picture', { serialNumber: A.serialNumber }),
      );
      await client.put(uploadUrl, bytes, 0, bytes.length);
      expect(nameOf(await client.complete('member', fileId))).toBe(refusal);
      expect(await test.db.select().from(mediaItems).where(eq(mediaItems.fileId, fileId))).toEqual([]);
    }
    expect(idsOf(await listed('member'))).toEqual(before);
  });

  it('is counted by day, robot and place, and found by each filter', async () => {
    const fileId = await taken();
    const overview = async (more: object) => (await test.as('viewer', photos.overview.path, more)).data;
    const total = (await listed('viewer')).length;
    expect(await overview({ groupBy: 'day' })).toMatchObject({ photos: total, videos: 0, robots: 1, deleted: 0 });
    expect(await overview({ groupBy: 'robot' })).toMatchObject({
      groups: [{ key: A.serialNumber, name: 'Porter', photos: total, videos: 0 }],
    });
    expect(await overview({ groupBy: 'place' })).toMatchObject({
      groups: [{ key: A.areaId, name: 'Lobby', photos: total }],
      places: [{ areaId: A.areaId, name: 'Lobby' }],
    });
    expect(idsOf(await listed('viewer', { areaId: A.areaId, groupBy: 'place' }))).toContain(fileId);
    expect(await listed('viewer', { kind: 'video' })).toEqual([]);
    expect(await listed('viewer', { source: 'alarm' })).toEqual([]);
    expect(await listed('viewer', { source: 'operator', takenBy: 'nobody' })).toEqual([]);
    expect(idsOf(await listed('viewer', { takenBy: 'member' }))).toContain(fileId);
    expect(await listed('viewer', { endTime: 1, startTime: 0 })).toEqual([]);
    expect(idsOf(await listed('viewer', { serialNumberStr: A.serialNumber }))).toContain(fileId);
  });

  it('does not exist for others, nor do their robots for the caller', async () => {
    const fileId = await taken();
    for (const person of ['stranger', 'unauthorised', 'accountAdmin'] as const) {
      expect(await listed(person)).toEqual([]);
      expect(nameOf(await test.as(person, photos.item.path, { fileId }))).toBe('playbackMissing');
      expect((await test.as(person, photos.addresses.path, { fileIds: [fileId] })).data).toMatchObject({
        addresses: [],
      });
    }
    expect(nameOf(await test.as('viewer', photos.list.path, { serialNumberStr: B.serialNumber }))).toBe('robotForeign');
    for (const call of [photos.remove.path, photos.keep.path, photos.restore.path])
      expect(nameOf(await test.as('viewer', call, { fileIds: [fileId], keep: true }))).toBe('notAllowed');
    expect(nameOf(await test.as('viewer', photos.createLink.path, { fileId }))).toBe('notAllowed');
  });
});

describe('deletion', () => {
  it('moves to Deleted for 30 days, and can be undone', async () => {
    const fileId = await taken();
    const before = await untilOf(fileId);
    expect(await test.as('member', photos.remove.path, { fileIds: [fileId] })).toMatchObject({
      code: 0,
      data: { deleted: [fileId], refused: [] },
    });
    expect(idsOf(await listed('viewer'))).not.toContain(fileId);
    expect(idsOf(await listed('viewer', { deleted: true }))).toEqual([fileId]);
    const left = ((await untilOf(fileId)) ?? 0) - Date.now();
    expect(left).toBeGreaterThan(29.9 * DAY_MS);
    expect(left).toBeLessThan(30.1 * DAY_MS);
    expect(nameOf(await test.as('member', photos.createLink.path, { fileId }))).toBe('mediaDeleted');
    expect(nameOf(await test.as('member', photos.keep.path, { fileIds: [fileId], keep: true }))).toBe('mediaDeleted');
    expect(nameOf(await test.as('member', photos.restore.path, { fileIds: [fileId] }))).toBe('ok');
    expect(idsOf(await listed('viewer'))).toContain(fileId);
    expect(await untilOf(fileId)).toBe(before);
    const acts = (await test.db.select().from(audit)).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['media.delete', 'media.restore']));
  });

  it('is refused for what is kept for good, which has no end', async () => {
    const [kept, other] = [await taken(), await taken()];
    expect(nameOf(await test.as('member', photos.keep.path, { fileIds: [kept], keep: true }))).toBe('ok');
    expect(await untilOf(kept)).toBeUndefined();
    expect(nameOf(await test.as('member', photos.remove.path, { fileIds: [kept] }))).toBe('mediaKept');
    expect((await test.as('member', photos.remove.path, { fileIds: [kept, other] })).data).toEqual({
      deleted: [other],
      refused: [{ fileId: kept, reason: 'kept' }],
    });
    expect(nameOf(await test.as('member', photos.keep.path, { fileIds: [kept], keep: false }))).toBe('ok');
    expect(nameOf(await test.as('member', photos.remove.path, { fileIds: [kept] }))).toBe('ok');
  });

  it('is refused for a picture of an open alarm case, which is kept for a year', async () => {
    const fileId = await taken();
    const [first] = CASES;
    if (!first) throw new Error('no case');
    await test.db.insert(alarmCases).values({ ...first, resolvedAt: null });
    await changeMedia(test.db, fileId, { source: 'alarm', alarmCaseId: first.id });
    const [item] = (await listed('member')).filter((one) => one.fileId === fileId);
    expect(item).toMatchObject({ source: 'alarm', alarmCaseId: first.id, isOfOpenCase: true });
    expect(item?.until).toBe((item?.takenAt ?? 0) + 365 * DAY_MS);
    expect(nameOf(await test.as('member', photos.remove.path, { fileIds: [fileId] }))).toBe('mediaOfOpenCase');
    await test.db.update(alarmCases).set({ resolvedAt: new Date() }).where(eq(alarmCases.id, first.id));
    expect(nameOf(await test.as('member', photos.remove.path, { fileIds: [fileId] }))).toBe('ok');
  });
});

describe('a link', () => {
  const open = async (url: string) => (await test.server.inject({ url: new URL(url).pathname })).statusCode;
  const linked = async () => {
    const fileId = await taken();
    const { data } = await test.as('member', photos.createLink.path, { fileId });
    return { fileId, ...(data as { linkId: string; url: string; until: number }) };
  };

  it('works without an account until it is revoked', async () => {
    const { fileId, linkId, url } = await linked();
    expect(await open(url)).toBe(200);
    expect(await open(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).toBe(404);
    const { data } = await test.as('member', photos.item.path, { fileId });
    expect(data).toMatchObject({ links: [{ linkId, by: 'member by name' }] });
    expect((await test.as('viewer', photos.item.path, { fileId })).data).toMatchObject({ links: [] });
    expect(nameOf(await test.as('viewer', photos.revokeLink.path, { linkId }))).toBe('notAllowed');
    expect(nameOf(await test.as('superAdmin', photos.revokeLink.path, { linkId }))).toBe('ok');
    expect(await open(url)).toBe(404);
  });

  it('stops with the file, and with the right of the person who made it', async () => {
    const deleted = await linked();
    await test.as('member', photos.remove.path, { fileIds: [deleted.fileId] });
    expect(await open(deleted.url)).toBe(404);
    const { url } = await linked();
    expect(await open(url)).toBe(200);
    const own = eq(relations.userId, 'member');
    await test.db.update(relations).set({ isAuth: false }).where(own);
    expect(await open(url)).toBe(404);
    await test.db.update(relations).set({ isAuth: true }).where(own);
    expect(await open(url)).toBe(200);
  });

  it('ends after 7 days, and is one of few', async () => {
    const { fileId } = await linked();
    for (let more = 1; more < MEDIA_LINKS_MAX; more += 1)
      expect(nameOf(await test.as('member', photos.createLink.path, { fileId }))).toBe('ok');
    expect(nameOf(await test.as('member', photos.createLink.path, { fileId }))).toBe('mediaLinksTooMany');
    const at = Date.now() + MEDIA_LINK_MS + 1_000;
    await deleteExpiredMediaLinks(test.db, new Date(at));
    expect(await test.db.select().from(mediaLinks).where(eq(mediaLinks.fileId, fileId))).toEqual([]);
  });
});

describe('what a robot took by itself', () => {
  const MAP = (name: string): string | null => (name === 'ground' ? A.mapId : null);
  const ofRobot = async (): Promise<string> => {
    const fileId = await taken();
    await changeMedia(test.db, fileId, { source: 'robot', userId: null, userName: '' });
    return fileId;
  };

  it('says why and where, as the robot reports it', async () => {
    const fileId = await ofRobot();
    const pose = { mapId: 'ground', x: 1, y: 2, theta: 0.5 };
    const event = { type: 'photo', photoId: 'p1', fileId, cause: 'interval', pose } as const;
    // Another robot can say nothing about it.
    await describePhoto(test.db, { serialNumber: B.serialNumber }, event, MAP);
    expect((await listed('viewer')).find((one) => one.fileId === fileId)?.source).toBe('robot');
    await describePhoto(test.db, A, event, MAP);
    expect((await listed('viewer')).find((one) => one.fileId === fileId)).toMatchObject({
      source: 'interval',
      by: '',
      pose: { mapId: A.mapId, x: 1, y: 2, theta: 0.5 },
    });
    // Only once: a later report cannot rewrite it.
    await describePhoto(test.db, A, { ...event, cause: 'task' }, MAP);
    expect((await listed('viewer')).find((one) => one.fileId === fileId)?.source).toBe('interval');
  });

  it('the newest are returned for the robot, the same for everybody who may see it', async () => {
    const { data } = await test.as('viewer', photos.newest.path, { serialNumber: A.serialNumber });
    const { rows } = data as { rows: MediaItem[] };
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThanOrEqual(12);
    expect(rows.every(({ kind, deletedAt }) => kind === 'photo' && deletedAt === null)).toBe(true);
  });

  it('stills by the timer are kept for 30 days; those kept for good do not count as surplus', async () => {
    const [kept, gone] = [await ofRobot(), await ofRobot()];
    for (const fileId of [kept, gone]) {
      await test.db.update(fileTable).set({ kind: 'still' }).where(eq(fileTable.id, fileId));
      await changeMedia(test.db, fileId, { source: 'timer' });
    }
    const [item] = (await listed('viewer')).filter((one) => one.fileId === gone);
    expect(item?.until).toBe((item?.takenAt ?? 0) + 30 * DAY_MS);
    await test.as('member', photos.keep.path, { fileIds: [kept], keep: true });
    await markSurplusStills(test.db, 0);
    expect(idsOf(await listed('viewer'))).toContain(kept);
    expect(idsOf(await listed('viewer'))).not.toContain(gone);
  });

  it('a file that retention deletes leaves the library', async () => {
    const fileId = await taken();
    const at = Date.now() + 91 * DAY_MS;
    const { log } = test.server.deps;
    const silent = { list: async function* () {}, remove: async () => undefined };
    await deleteExpiredFiles({ db: test.db, log, now: () => at, store: silent as never });
    expect(await test.db.select().from(mediaItems).where(eq(mediaItems.fileId, fileId))).toEqual([]);
    expect(nameOf(await test.as('member', photos.item.path, { fileId }))).toBe('playbackMissing');
  });
});

it('the interval is read, and refused for a robot that takes no photos by itself', async () => {
  const one = { serialNumber: A.serialNumber };
  expect(nameOf(await test.as('viewer', photos.setting.path, one))).toBe('robotCannot');
  expect(nameOf(await test.as('robotAdmin', photos.saveSetting.path, { ...one, takePhotoInterval: 60 }))).toBe(
    'robotCannot',
  );
  expect(nameOf(await test.as('member', photos.saveSetting.path, { ...one, takePhotoInterval: 60 }))).toBe(
    'notAllowed',
  );
});

describe('a picture that an earlier version stored', () => {
  const DAYS_120 = 120 * DAY_MS;
  /** Before there was a library, pictures were kept for 180 days. */
  const stored = async (): Promise<string> => {
    const fileId = await taken();
    await test.db.delete(mediaItems).where(eq(mediaItems.fileId, fileId));
    const createdAt = Date.now() - DAYS_120;
    const until = new Date(createdAt + 180 * DAY_MS);
    await test.db
      .update(fileTable)
      .set({ createdAt: new Date(createdAt), until })
      .where(eq(fileTable.id, fileId));
    return fileId;
  };

  it('enters the library, and is deleted no earlier than it would have been', async () => {
    const fileId = await stored();
    const before = (await untilOf(fileId)) ?? 0;
    await listUnlisted(test.db, Date.now(), 100);
    expect((await listed('viewer')).find((item) => item.fileId === fileId)).toMatchObject({ source: 'operator' });
    expect(await untilOf(fileId)).toBe(before);
  });

  it('that is of an alarm case belongs to the case, and is kept as long as those', async () => {
    const fileId = await stored();
    const [, second] = CASES;
    if (!second) throw new Error('no case');
    await test.db.insert(alarmCases).values(second).onConflictDoNothing();
    await test.db.insert(alarmPictures).values({ fileId, caseId: second.id, moment: 'at', at: new Date() });
    await listUnlisted(test.db, Date.now(), 100);
    const item = (await listed('viewer')).find((one) => one.fileId === fileId);
    expect(item).toMatchObject({ source: 'alarm', alarmCaseId: second.id });
    expect(((await untilOf(fileId)) ?? 0) - (item?.takenAt ?? 0)).toBe(365 * DAY_MS);
  });

  it('of great age can be seen for a week', async () => {
    const fileId = await stored();
    const now = Date.now() + 300 * DAY_MS;
    await listUnlisted(test.db, now, 100);
    expect(await untilOf(fileId)).toBe(now + SHORTENED_MEDIA_DAYS * DAY_MS);
  });
});
