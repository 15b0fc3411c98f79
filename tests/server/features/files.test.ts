/** Files over the API, on a folder and on an S3-compatible store: upload, completion, download, rights, what is refused. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { StoredFile } from '../../../contract/entities/file.ts';
import { FILE_AREAS, createFolderStore, type FileStore } from '../../../server/files/fileStore.ts';
import { createS3Store } from '../../../server/files/s3Store.ts';
import {
  ACCOUNT_QUOTA_BYTES,
  PENDING_UPLOADS_MAX,
  RESUMABLE_FROM_BYTES,
  SEGMENT_BYTES,
  SITE_QUOTA_BYTES,
  THUMBNAIL_PX,
} from '../../../contract/rules/files.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { files as fileTable } from '../../../server/db/schema.ts';
import { png } from '../../fakes/pictures.ts';
import { startS3, type S3 } from '../../fakes/s3.ts';
import { A, B, startTestServer, tokenOf, type Person, type TestServer } from '../../fakes/testServer.ts';
import { announcement, mp4, sha256Of, uploader, zipWith } from '../../fakes/uploads.ts';

const { files } = catalogue;
const nameOf = ({ code }: { code: number }): string => (code === 0 ? 'ok' : (errorNameOf(code) ?? String(code)));

describe.each(['folder', 's3'] as const)('with a %s', (kindOfStore) => {
  let s3: S3 | undefined;
  let test: TestServer;
  let client: ReturnType<typeof uploader>;
  let store: FileStore;
  beforeAll(async () => {
    const isS3 = kindOfStore === 's3';
    s3 = isS3 ? await startS3() : undefined;
    const { endpoint, bucket, accessKey, secretKey } = s3?.place ?? {};
    test = await startTestServer({
      environment: isS3
        ? {
            S3_ENDPOINT: endpoint ?? '',
            S3_BUCKET: bucket ?? '',
            S3_ACCESS_KEY: accessKey ?? '',
            S3_SECRET_KEY: secretKey ?? '',
          }
        : {},
    });
    client = uploader(test);
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    store = s3 ? createS3Store(s3.place, { log: silent }) : createFolderStore(join(test.folder, 'files'));
  });
  afterAll(async () => {
    await test.close();
    await s3?.close();
  });

  /** Names of everything in the store. */
  const kept = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const area of FILE_AREAS) for await (const { id } of store.list(area)) names.push(`${area}/${id}`);
    return names.sort();
  };
  const download = async (person: Person, imageId: string, thumbnail = false): Promise<Buffer> => {
    const { url } = (await test.as(person, files.address.path, { fileId: imageId, thumbnail })).data as { url: string };
    return (await test.server.inject({ url })).rawPayload;
  };
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#3a6' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Artist: 'somebody' } })
      .toBuffer();

  it('a video in several parts is stored as it was sent, and only the whole is visible', async () => {
    const video = mp4(SEGMENT_BYTES + 500_000);
    const { fileId, uploadUrl, directUrl } = await client.ticket(
      'member',
      announcement(video, 'video', { serialNumber: A.serialNumber }),
    );
    expect(directUrl).toBe('');
    expect(await client.offset(uploadUrl)).toBe(0);
    const half = SEGMENT_BYTES - 1_000;
    expect(await client.put(uploadUrl, video.subarray(0, half), 0, video.length)).toMatchObject({
      code: 0,
      data: { offset: half },
    });
    expect(nameOf(await client.complete('member', fileId))).toBe('uploadIncomplete');
    expect(nameOf(await test.as('member', files.download.path, { imageId: fileId }))).toBe('fileUnknown');

    const wrong = await client.put(uploadUrl, video.subarray(10), 10, video.length);
    expect([nameOf(wrong), wrong.data]).toEqual(['uploadOffsetWrong', { words: { offset: half } }]);
    expect(await client.put(uploadUrl, video.subarray(half), half, video.length)).toMatchObject({ code: 0 });
    const { code, data } = await client.complete('member', fileId);
    expect([code, data]).toMatchObject([0, { contentType: 'video/mp4', bytes: video.length, sha256: sha256Of(video) }]);
    expect((await download('viewer', fileId)).equals(video)).toBe(true);
    const { body } = await test.server.inject({ url: uploadUrl });
    expect(JSON.parse(body)).toMatchObject({ code: 0, data: { isComplete: true } });
    // The segments are gone, and a second completion changes nothing.
    expect((await kept()).filter((name) => name.includes(fileId))).toEqual([]);
    expect(await client.complete('member', fileId)).toMatchObject({ code: 0, data: { sha256: sha256Of(video) } });
  });

  it('a picture is turned upright and loses its metadata; its thumbnail is small', async () => {
    const bytes = await photo(1_200, 600);
    const { id, ...file } = await client.stored('member', bytes, 'picture', { serialNumber: A.serialNumber });
    expect(file).toMatchObject({
      contentType: 'image/jpeg',
      hasThumbnail: true,
      owner: 'robot',
      ownerId: A.serialNumber,
    });
    const stored = await sharp(await download('viewer', id)).metadata();
    expect([stored.width, stored.height, stored.exif, stored.orientation]).toEqual([600, 1_200, undefined, undefined]);
    const thumbnail = await sharp(await download('viewer', id, true)).metadata();
    expect([thumbnail.format, thumbnail.height]).toEqual(['webp', THUMBNAIL_PX]);
  });

  it('one request is enough: the signature covers the content by its hash', async () => {
    const bytes = await photo(40, 30);
    const request = announcement(bytes, 'picture', { siteId: A.siteId });
    const { code, data } = await client.multipart('robotAdmin', request, bytes);
    expect([code, data]).toMatchObject([0, { owner: 'site', ownerId: A.siteId, contentType: 'image/jpeg' }]);
    const before = [await kept(), await test.rowsIn(fileTable)];

    expect(nameOf(await client.multipart('member', { ...request, siteId: undefined }, await photo(41, 30)))).toMatch(
      /^(?:fileHashWrong|fileTooLarge|uploadIncomplete)$/u,
    );
    expect(nameOf(await client.multipart('member', request, bytes, { extra: '0'.repeat(64) }))).toBe('signatureWrong');
    expect(nameOf(await client.multipart('member', request, bytes))).toBe('notAllowed');
    expect(nameOf(await client.multipart('robotAdmin', request, null))).toBe('fileMissing');
    expect(nameOf(await client.multipart('robotAdmin', request, bytes, { fileFirst: true }))).toBe('bodyFormat');
    expect(await kept()).toEqual(before[0]);
  });

  it('a repeat of a request gets the first answer and stores nothing more', async () => {
    const bytes = await photo(50, 30);
    const id = test.newId();
    const first = await client.multipart('member', announcement(bytes, 'picture'), bytes, { id });
    const before = await kept();
    expect(await client.multipart('member', announcement(bytes, 'picture'), bytes, { id })).toEqual(first);
    expect(await kept()).toEqual(before);
  });

  it.each<[string, 'picture' | 'video' | 'sheet', () => Buffer | Promise<Buffer>, string]>([
    [
      'a program named picture',
      'picture',
      () => Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(600)]),
      'fileTypeWrong',
    ],
    [
      'an SVG',
      'picture',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'fileTypeWrong',
    ],
    ['a picture that is cut off', 'picture', async () => (await photo(900, 700)).subarray(0, 3_000), 'fileDamaged'],
    ['a decompression bomb', 'picture', () => png(60_000, 60_000, { pixels: 1_000 }), 'filePixelsTooMany'],
    ['a PNG that unpacks to less than it says', 'picture', () => png(5_000, 5_000, { pixels: 10 }), 'fileDamaged'],
    ['a picture as video', 'video', () => photo(90, 70), 'fileTypeWrong'],
    ['a video that is cut off', 'video', () => mp4(5_000).subarray(0, 4_000), 'fileTypeWrong'],
    ['a zip as sheet', 'sheet', () => zipWith(['readme.txt']), 'fileTypeWrong'],
    ['binary content as sheet', 'sheet', () => Buffer.from([0x61, 0x2c, 0, 1, 2]), 'fileTypeWrong'],
  ])('%s is refused, and nothing of it stays', async (_, kind, make, error) => {
    const before = [await kept(), await test.rowsIn(fileTable)];
    const reply = await client.upload('member', await make(), kind);
    expect(nameOf(reply)).toBe(error);
    expect(await kept()).toEqual(before[0]);
    if (error === 'fileTypeWrong')
      expect((reply.data as { words: { types: string } }).words.types).toMatch(/PNG|MP4|XLSX/u);
  });

  it.each<[string, () => Buffer, string]>([
    [
      'a workbook',
      () => zipWith(['[Content_Types].xml', 'xl/workbook.xml']),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    ['text', () => Buffer.from('question,answer\n"你好","Hello"\n'), 'text/csv'],
  ])('%s is a sheet', async (_, make, contentType) => {
    expect(await client.stored('member', make(), 'sheet')).toMatchObject({ contentType });
  });

  it('content with another hash is refused, and more bytes than announced are not taken', async () => {
    const [video, other] = [mp4(400_000), mp4(400_000)];
    const { fileId, uploadUrl } = await client.ticket('member', announcement(video));
    expect(nameOf(await client.put(uploadUrl, Buffer.concat([other, other]), 0, other.length))).toBe('fileTooLarge');
    await client.put(uploadUrl, other, await client.offset(uploadUrl), other.length);
    expect(nameOf(await client.complete('member', fileId))).toBe('fileHashWrong');
    expect(nameOf(await client.complete('member', fileId))).toBe('fileUnknown');
  });

  it('two requests that continue one upload do not mix', async () => {
    const video = mp4(3_000_000);
    const { fileId, uploadUrl } = await client.ticket('member', announcement(video));
    const replies = await Promise.all([1, 2, 3].map(() => client.put(uploadUrl, video, 0, video.length)));
    expect(replies.map(nameOf).sort()).toEqual(['ok', 'uploadOffsetWrong', 'uploadOffsetWrong']);
    const done = await Promise.all([client.complete('member', fileId), client.complete('member', fileId)]);
    expect(done.map(nameOf)).toEqual(['ok', 'ok']);
    expect((await download('member', fileId)).equals(video)).toBe(true);
    expect((await kept()).filter((name) => name.startsWith('upload/'))).toEqual([]);
  });

  it('a file that is chosen again, after its page was reloaded, continues at the byte', async () => {
    const video = mp4(RESUMABLE_FROM_BYTES + 100_000);
    const asked = announcement(video, 'video', { serialNumber: A.serialNumber });
    const begun = await client.ticket('member', asked);
    const others = [await client.ticket('member', asked)];
    await client.put(begun.uploadUrl, video.subarray(0, SEGMENT_BYTES), 0, video.length);
    const found = await client.ticket('member', asked);
    expect(found.fileId).toBe(begun.fileId);
    expect(await client.offset(found.uploadUrl)).toBe(SEGMENT_BYTES);
    // Not by somebody else, not with another name or content, and not what belongs elsewhere.
    for (const [person, more] of [
      ['superAdmin', {}],
      ['member', { name: 'b' }],
      ['member', { sha256: sha256Of(Buffer.from('b')) }],
      ['member', { serialNumber: undefined }],
    ] as const)
      others.push(await client.ticket(person, { ...asked, ...more }));
    expect(others.map(({ fileId }) => fileId)).not.toContain(begun.fileId);
    const rest = video.subarray(SEGMENT_BYTES);
    expect(await client.put(found.uploadUrl, rest, SEGMENT_BYTES, video.length)).toMatchObject({ code: 0 });
    expect(await client.complete('member', begun.fileId)).toMatchObject({ code: 0, data: { sha256: sha256Of(video) } });
    others.push(await client.ticket('member', asked));
    expect(others.at(-1)?.fileId).not.toBe(begun.fileId);
    for (const { fileId } of others)
      for (const person of ['member', 'superAdmin'] as const) await test.as(person, files.cancel.path, { fileId });
  });

  it('a ticket is for one upload, and nobody can change it', async () => {
    const video = mp4(1_000);
    const { uploadUrl } = await client.ticket('member', announcement(video));
    const other = await client.ticket('member', announcement(video));
    const changed = uploadUrl.replace(/[0-9a-f]{32}/u, other.fileId);
    for (const url of [
      changed,
      uploadUrl.replace('until=', 'until=9'),
      uploadUrl.split('?')[0] ?? '',
      '/files/upload/x',
    ])
      expect(nameOf(await client.put(url, video, 0, video.length))).toBe('uploadTicketWrong');
    expect(nameOf(await client.complete('superAdmin', other.fileId))).toBe('fileUnknown');
    expect(nameOf(await test.as('member', files.cancel.path, { fileId: other.fileId }))).toBe('ok');
    expect(nameOf(await client.put(other.uploadUrl, video, 0, video.length))).toBe('fileUnknown');
  });

  it('files are seen by those who see their robot, site or account, and by nobody else', async () => {
    const bytes = await photo(60, 40);
    const ofRobot = await client.stored('member', bytes, 'picture', { serialNumber: A.serialNumber });
    const ofSite = await client.stored('robotAdmin', bytes, 'picture', { siteId: A.siteId });
    const own = await client.stored('member', bytes, 'picture');
    const who = async ({ id }: StoredFile): Promise<Person[]> => {
      const people: Person[] = ['stranger', 'unauthorised', 'viewer', 'member', 'superAdmin', 'accountAdmin'];
      const replies = await Promise.all(people.map((person) => test.as(person, files.download.path, { imageId: id })));
      return people.filter((_, i) => replies[i]?.code === 0);
    };
    expect(await who(ofRobot)).toEqual(['viewer', 'member', 'superAdmin']);
    expect(await who(ofSite)).toEqual(['viewer', 'member', 'superAdmin']);
    expect(await who(own)).toEqual(['member']);
    expect(
      nameOf(
        await test.as('viewer', files.ticket.path, announcement(bytes, 'picture', { serialNumber: A.serialNumber })),
      ),
    ).toBe('notAllowed');
    expect(
      nameOf(await test.as('member', files.ticket.path, announcement(bytes, 'picture', { siteId: A.siteId }))),
    ).toBe('notAllowed');
    expect(
      nameOf(
        await test.as('member', files.ticket.path, announcement(bytes, 'picture', { serialNumber: B.serialNumber })),
      ),
    ).toBe('robotForeign');
  });

  if (kindOfStore === 's3')
    it('a small file is uploaded to the store itself, of the announced size only', async () => {
      const bytes = await photo(80, 60);
      const { fileId, directUrl } = await client.ticket('member', announcement(bytes, 'picture'));
      expect(new URL(directUrl).origin).toBe(s3?.place.endpoint);
      expect((await fetch(directUrl, { method: 'PUT', body: Buffer.concat([bytes, bytes]) })).ok).toBe(false);
      expect(nameOf(await client.complete('member', fileId))).toBe('uploadIncomplete');
      expect((await fetch(directUrl, { method: 'PUT', body: new Uint8Array(bytes) })).ok).toBe(true);
      expect(await client.complete('member', fileId)).toMatchObject({ code: 0, data: { contentType: 'image/jpeg' } });
      expect((await kept()).filter((name) => name.startsWith('upload/'))).toEqual([]);
    });

  if (kindOfStore === 's3')
    it('while the store is away nothing changes, and the upload continues when it is back', async () => {
      const video = mp4(1_000_000);
      const { fileId, uploadUrl } = await client.ticket('member', announcement(video));
      await s3?.go();
      expect(nameOf(await client.put(uploadUrl, video, 0, video.length))).toBe('filesAway');
      await s3?.come();
      expect(await client.offset(uploadUrl)).toBe(0);
      expect(nameOf(await client.put(uploadUrl, video, 0, video.length))).toBe('ok');
      await s3?.go();
      expect(nameOf(await client.complete('member', fileId))).toBe('filesAway');
      await s3?.come();
      expect(nameOf(await client.complete('member', fileId))).toBe('ok');
    });

  if (kindOfStore === 'folder')
    describe('limits', () => {
      const row = {
        kind: 'video',
        uploadedBy: 'somebody',
        name: 'x',
        state: 'ready',
        sha256: '',
        segments: [] as { name: string; bytes: number }[],
        createdAt: new Date(),
      } as const;

      it('a site has a quota; uploads under way count', async () => {
        const video = mp4(1_000);
        const used = async () =>
          (await test.as('viewer', files.usage.path, { siteId: A.siteId })).data as {
            usedBytes: number;
            count: number;
          };
        const before = await used();
        await client.ticket('member', announcement(video, 'video', { serialNumber: A.serialNumber }));
        expect(await used()).toMatchObject({ usedBytes: before.usedBytes + video.length, count: before.count + 1 });
        const filler = { ...row, id: 'filler', owner: 'site', ownerId: A.siteId, siteId: A.siteId } as const;
        await test.db
          .insert(fileTable)
          .values({ ...filler, bytes: SITE_QUOTA_BYTES - before.usedBytes - 2 * video.length + 1 });
        expect(
          nameOf(
            await test.as('member', files.ticket.path, announcement(video, 'video', { serialNumber: A.serialNumber })),
          ),
        ).toBe('siteQuotaReached');
        const refused = await test.as(
          'member',
          files.ticket.path,
          announcement(video, 'video', { serialNumber: A.serialNumber }),
        );
        expect(refused.data).toMatchObject({ words: { used: '20.0 GB', limit: 20, size: '1 MB' } });
        expect(
          nameOf(
            await test.as(
              'superAdmin',
              files.ticket.path,
              announcement(video, 'video', { serialNumber: B.serialNumber }),
            ),
          ),
        ).toBe('ok');
      });

      it('an account has a quota of its own', async () => {
        const filler = { ...row, id: 'own-filler', owner: 'account', ownerId: 'viewer' } as const;
        await test.db.insert(fileTable).values({ ...filler, bytes: ACCOUNT_QUOTA_BYTES });
        expect(nameOf(await test.as('viewer', files.ticket.path, announcement(mp4(10))))).toBe('accountQuotaReached');
      });

      it('an account has only so many uploads that are not completed, also when all start at once', async () => {
        const replies = await Promise.all(
          Array.from({ length: PENDING_UPLOADS_MAX + 3 }, () =>
            test.as('robotAdmin', files.ticket.path, announcement(mp4(10))),
          ),
        );
        expect(replies.filter(({ code }) => code === 0)).toHaveLength(PENDING_UPLOADS_MAX);
        expect(nameOf(replies.find(({ code }) => code !== 0) ?? { code: 0 })).toBe('tooManyUploads');
      });

      it('each kind has a largest size', async () => {
        const big = { ...announcement(mp4(10), 'picture'), size: 2.5 * 2 ** 20 + 1 };
        expect(await test.as('accountAdmin', files.ticket.path, big)).toMatchObject({
          data: { words: { limit: 2.5 } },
        });
      });

      it('the folder holds nothing but files of the table', async () => {
        expect((await readdir(join(test.folder, 'files'))).sort()).toEqual([
          'picture',
          'sheet',
          'thumbnail',
          'upload',
          'video',
        ]);
        expect(test.logged.join()).not.toContain('sign=');
        expect(test.logged.join()).not.toContain(tokenOf('member'));
      });
    });
});
