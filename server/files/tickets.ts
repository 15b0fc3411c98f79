/**
 * Signed addresses for uploading and reading files without a session: for robots, for resumable uploads, and for `<img>`
 * and `<video>`, which send no headers.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../contract/wire/errors.ts';

export const UPLOAD_PATH = '/files/upload/';
export const READ_PATH = '/files/read/';
/** Links to photos and recordings that work without an account. */
export const SHARED_PATH = '/files/shared/';

export interface Tickets {
  /** Path and query of the address for an upload. @param until ms since 1970 */
  upload(fileId: string, until: number): Promise<string>;
  /** @throws uploadTicketWrong, also when it has expired */
  checkUpload(fileId: string, query: SignedQuery): Promise<void>;
  /** Path and query at which `userId` can read the file. */
  read(fileId: string, reader: Reader, until: number): Promise<string>;
  /** null for an address that is invalid or has expired */
  checkRead(fileId: string, query: SignedQuery): Promise<Reader | null>;
}
export interface Reader {
  userId: string;
  thumbnail: boolean;
}
export type SignedQuery = Readonly<Record<string, unknown>>;

export function createTickets({ secret, now }: { secret: () => Promise<string>; now: () => number }): Tickets {
  const sign = async (...fields: readonly string[]): Promise<string> =>
    createHmac('sha256', await secret())
      .update(fields.join('\n'))
      .digest('base64url');
  const isValid = async (fields: readonly string[], { until, sign: given }: SignedQuery): Promise<boolean> => {
    if (typeof until !== 'string' || typeof given !== 'string' || !/^\d{1,15}$/u.test(until)) return false;
    const due = Buffer.from(await sign(...fields, until));
    const found = Buffer.from(given);
    return due.length === found.length && timingSafeEqual(due, found) && Number(until) > now();
  };
  const ofReader = ({ userId, thumbnail }: Reader): string[] => [userId, thumbnail ? 'thumbnail' : 'whole'];

  return {
    async upload(fileId, until) {
      const query = new URLSearchParams({ until: String(until), sign: await sign('upload', fileId, String(until)) });
      return `${UPLOAD_PATH}${fileId}?${query.toString()}`;
    },
    async checkUpload(fileId, query) {
      if (!(await isValid(['upload', fileId], query))) throw new ApiError('uploadTicketWrong');
    },
    async read(fileId, reader, until) {
      const query = new URLSearchParams({
        reader: reader.userId,
        ...(reader.thumbnail ? { thumbnail: '1' } : {}),
        until: String(until),
        sign: await sign('read', fileId, ...ofReader(reader), String(until)),
      });
      return `${READ_PATH}${fileId}?${query.toString()}`;
    },
    async checkRead(fileId, query) {
      const { reader: userId, thumbnail } = query;
      if (typeof userId !== 'string') return null;
      const reader = { userId, thumbnail: thumbnail === '1' };
      return (await isValid(['read', fileId, ...ofReader(reader)], query)) ? reader : null;
    },
  };
}
