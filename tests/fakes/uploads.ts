/** Uploads as a client makes them, for tests: announcements, multipart bodies, files of every kind. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import type { StoredFile, UploadTicket } from '../../contract/entities/file.ts';
import type { UploadKind } from '../../contract/rules/files.ts';
import { canonical } from '../../contract/wire/canonical.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import { tokenOf, type Person, type TestServer } from './testServer.ts';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const announcement = (
  bytes: Uint8Array,
  fileKind: UploadKind = 'video',
  more: Record<string, unknown> = {},
) => ({
  fileKind,
  size: bytes.length,
  sha256: sha256Of(bytes),
  name: `a ${fileKind}`,
  ...more,
});

const box = (name: string, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};
/** A file with the structure of an MP4 and random content. @param length of the content in bytes */
export const mp4 = (length: number): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1')),
    box('moov', Buffer.alloc(8)),
    box('mdat', randomBytes(length)),
  ]);

/** A zip with these file names. */
export function zipWith(names: readonly string[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  const data = deflateRawSync(Buffer.from('<x/>'));
  for (const name of names) {
    const head = Buffer.alloc(30);
    head.write('PK\u0003\u0004', 'latin1');
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\u0001\u0002', 'latin1');
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt16LE(name.length, 28);
    local.push(head, Buffer.from(name), data);
    central.push(entry, Buffer.from(name));
  }
  const [front, directory] = [Buffer.concat(local), Buffer.concat(central)];
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(front.length, 16);
  return Buffer.concat([front, directory, end]);
}

export interface MultipartOptions {
  /** Signature that does not match. */
  extra?: string;
  id?: string;
  /** Content other than announced. */
  content?: Uint8Array;
  /** The file before the fields. */
  fileFirst?: boolean;
}

/** A client of one test server. */
export function uploader(test: TestServer, now: () => number = Date.now) {
  const { files } = catalogue;
  const dataOf = async <Data>(reply: Promise<Reply>): Promise<Data> => {
    const { code, message, data } = await reply;
    if (code !== 0) throw new Error(`${code} ${message}`);
    return data as Data;
  };
  const put = async (url: string, bytes: Uint8Array, offset: number, size: number): Promise<Reply> => {
    const { body } = await test.server.inject({
      method: 'PUT',
      url,
      headers: {
        'content-type': 'application/octet-stream',
        'content-range': `bytes ${offset}-${offset + bytes.length - 1}/${size}`,
      },
      payload: Buffer.from(bytes),
    });
    return JSON.parse(body) as Reply;
  };
  const ticket = (person: Person, request: object): Promise<UploadTicket> =>
    dataOf(test.as(person, files.ticket.path, request));
  const complete = (person: Person, fileId: string): Promise<Reply> => test.as(person, files.complete.path, { fileId });

  return {
    put,
    ticket,
    complete,
    offset: async (url: string): Promise<number> =>
      Number((await test.server.inject({ method: 'HEAD', url })).headers['upload-offset'] ?? -1),
    /** Announces, uploads and completes. */
    async upload(person: Person, bytes: Uint8Array, kind: UploadKind, more: object = {}): Promise<Reply> {
      const { fileId, uploadUrl } = await ticket(person, announcement(bytes, kind, { ...more }));
      const reply = await put(uploadUrl, bytes, 0, bytes.length);
      return reply.code === 0 ? complete(person, fileId) : reply;
    },
    async stored(person: Person, bytes: Uint8Array, kind: UploadKind, more: object = {}): Promise<StoredFile> {
      return dataOf(this.upload(person, bytes, kind, more));
    },
    async multipart(
      person: Person,
      data: object,
      bytes: Uint8Array | null,
      { extra, id = randomBytes(16).toString('hex'), fileFirst = false }: MultipartOptions = {},
    ): Promise<Reply> {
      const time = String(now());
      const signature = createHmac('sha256', tokenOf(person))
        .update([id, time, files.upload.path, canonical(data)].join('\n'))
        .digest('hex');
      const boundary = 'a-boundary';
      const field = (name: string, value: string): Buffer =>
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
      const fields = [field('id', id), field('data', JSON.stringify(data)), field('extra', extra ?? signature)];
      const file = bytes
        ? [
            Buffer.from(
              `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: application/octet-stream\r\n\r\n`,
            ),
            Buffer.from(bytes),
            Buffer.from('\r\n'),
          ]
        : [];
      const { body } = await test.server.inject({
        method: 'POST',
        url: `/apis${files.upload.path}`,
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          authorization: tokenOf(person),
          language: 'en-us',
          'system-type': 'web',
          time,
        },
        payload: Buffer.concat([
          ...(fileFirst ? [...file, ...fields] : [...fields, ...file]),
          Buffer.from(`--${boundary}--\r\n`),
        ]),
      });
      return JSON.parse(body) as Reply;
    },
  };
}
