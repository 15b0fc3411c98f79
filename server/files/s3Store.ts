/**
 * User files in an S3-compatible store, under the same names as in the folder, so that files can be migrated by
 * copying. A store that refuses or does not answer in time counts as unavailable: the caller gets an error and nothing
 * is changed.
 */
import { AwsClient } from 'aws4fetch';
import { FILES_TIMEOUT_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Log } from '../log.ts';
import { type FileKind, type FileStore, isFileId } from './fileStore.ts';

export interface S3Place {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** A busy store responds at once and is usually available moments later. */
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
  /** Reads the complete response within the timeout. */
  const ask = async (
    method: 'GET' | 'PUT' | 'DELETE',
    kind: FileKind,
    id: string,
    body?: ArrayBuffer,
  ): Promise<{ status: number; bytes: Buffer }> => {
    if (!isFileId(id)) throw new Error('not a file id');
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      // Redirects are not followed: the signature is valid for this address only. The body is signed, too.
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

/** The S3 error code; '' if there is none. Tells a missing bucket from a missing file. */
const codeIn = (bytes: Buffer): string =>
  /<Code>(\w{1,64})<\/Code>/u.exec(bytes.subarray(0, 4_096).toString('utf8'))?.[1] ?? '';

/** For example `ECONNREFUSED` or `TimeoutError`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
