/**
 * Files of people in an S3-compatible store, under the same names as in the folder: one moves over by copying. A store that does not
 * answer in time, or refuses, is away: who asked is told so, and nothing was changed.
 */
import { AwsClient } from 'aws4fetch';
import { FILES_TIMEOUT_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Log } from '../log.ts';
import { type FileKind, type FileStore, isFileId } from './fileStore.ts';

export interface S3Place {
  /** Without a slash at its end. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** A store that is busy says so at once, and mostly is not the next moment. */
const RETRIES = 2;
const GONE = new Set(['NoSuchKey', '']);

export function createS3Store(
  { endpoint, bucket, region, accessKey, secretKey }: S3Place,
  { log, timeoutMs = FILES_TIMEOUT_MS }: { log: Log; timeoutMs?: number },
): FileStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: RETRIES,
  });

  const away = (why: Record<string, unknown>): ApiError => {
    log.error({ endpoint, bucket, ...why }, 'the file store cannot be used');
    return new ApiError('filesAway');
  };
  /** The whole answer, within the time there is. */
  const ask = async (
    method: 'GET' | 'PUT' | 'DELETE',
    kind: FileKind,
    id: string,
    body?: ArrayBuffer,
  ): Promise<{ status: number; bytes: Buffer }> => {
    if (!isFileId(id)) throw new Error('no id of a file');
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      // Another address than the one that was signed for is none of ours; a body is signed with the rest.
      const response = await client.fetch(`${endpoint}/${bucket}/${kind}/${id}`, {
        method,
        signal,
        redirect: 'manual',
        ...(body ? { body } : {}),
      });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    } catch (error) {
      throw away({ reason: reasonOf(error) });
    }
  };
  const refused = ({ status, bytes }: { status: number; bytes: Buffer }): ApiError =>
    away({ status, reason: codeIn(bytes) });
  const isGone = ({ status, bytes }: { status: number; bytes: Buffer }): boolean =>
    status === 404 && GONE.has(codeIn(bytes));

  return {
    async put(kind, id, bytes) {
      const answer = await ask('PUT', kind, id, Uint8Array.from(bytes).buffer);
      if (answer.status !== 200) throw refused(answer);
    },
    async get(kind, id) {
      const answer = await ask('GET', kind, id);
      if (answer.status === 200) return answer.bytes;
      if (isGone(answer)) return null;
      throw refused(answer);
    },
    async remove(kind, id) {
      const answer = await ask('DELETE', kind, id);
      if (answer.status !== 204 && answer.status !== 200 && !isGone(answer)) throw refused(answer);
    },
  };
}

/** The name that S3 gives what it refuses; '' for none. A bucket that is not there is no file that is not there. */
const codeIn = (bytes: Buffer): string =>
  /<Code>(\w{1,64})<\/Code>/u.exec(bytes.subarray(0, 4_096).toString('utf8'))?.[1] ?? '';

/** `ECONNREFUSED`, `TimeoutError`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
