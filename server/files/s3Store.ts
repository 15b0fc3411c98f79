/**
 * User files in an S3-compatible store, under the same names as in the folder, so that files can be migrated by
 * copying. A store that refuses or does not answer in time counts as unavailable: the caller gets an error and nothing
 * is changed.
 */
import { AwsClient } from 'aws4fetch';
import { SEGMENT_BYTES } from '../../contract/rules/files.ts';
import { FILES_TIMEOUT_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Log } from '../log.ts';
import { inBlocks } from './blocks.ts';
import { type ByteRange, type FileArea, type FileStore, isStoredName } from './fileStore.ts';

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
/** A slower connection to the store counts as unavailable, bytes per ms. */
const LEAST_RATE = 256;

interface S3Answer {
  status: number;
  bytes: Buffer;
  headers: Headers;
}

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
  const root = `${endpoint}/${bucket}`;
  const addressOf = (area: FileArea, id: string): string => {
    if (!isStoredName(id)) throw new Error('not a file id');
    return `${root}/${area}/${id}`;
  };

  const away = (why: Record<string, unknown>): ApiError => {
    log.error({ endpoint, bucket, ...why }, 'the file store cannot be used');
    return new ApiError('filesAway');
  };
  const request = (
    method: string,
    url: string,
    { body, headers }: { body?: Uint8Array | string; headers?: Record<string, string> },
    signal: AbortSignal,
  ): Promise<Response> =>
    // Redirects are not followed: the signature is valid for this address only.
    client.fetch(url, {
      method,
      signal,
      redirect: 'manual',
      ...(headers ? { headers } : {}),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Uint8Array.from(body).buffer }),
    });
  /** Reads the complete response within the timeout. */
  const ask = async (
    method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    body?: Uint8Array | string,
  ): Promise<S3Answer> => {
    try {
      const signal = AbortSignal.timeout(timeoutMs + Math.ceil((body?.length ?? 0) / LEAST_RATE));
      const response = await request(method, url, body === undefined ? {} : { body }, signal);
      return {
        status: response.status,
        bytes: Buffer.from(await response.arrayBuffer()),
        headers: response.headers,
      };
    } catch (error) {
      throw away({ reason: reasonOf(error) });
    }
  };
  const refused = ({ status, bytes }: Pick<S3Answer, 'status' | 'bytes'>): ApiError =>
    away({ status, reason: textIn(bytes, 'Code') });
  const isGone = ({ status, bytes }: Pick<S3Answer, 'status' | 'bytes'>): boolean =>
    status === 404 && GONE.has(textIn(bytes, 'Code'));
  const done = async (asked: Promise<S3Answer>): Promise<S3Answer> => {
    const answer = await asked;
    if (answer.status !== 200) throw refused(answer);
    return answer;
  };

  /** In parts of equal size, as every S3-compatible store accepts; what is already sent is withdrawn on an error. */
  const putParts = async (url: string, first: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<void> => {
    const uploadId = textIn((await done(ask('POST', `${url}?uploads=`))).bytes, 'UploadId');
    if (uploadId === '') throw away({ reason: 'no upload id' });
    const upload = `uploadId=${encodeURIComponent(uploadId)}`;
    try {
      const parts: string[] = [];
      for (let block: Uint8Array | undefined = first; block;) {
        const answer = await done(ask('PUT', `${url}?partNumber=${parts.length + 1}&${upload}`, block));
        parts.push(answer.headers.get('etag') ?? '');
        const next: IteratorResult<Uint8Array, unknown> = await rest.next();
        block = next.done === true ? undefined : next.value;
      }
      const list = parts
        .map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`)
        .join('');
      const answer = await done(
        ask('POST', `${url}?${upload}`, `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`),
      );
      // The store may answer 200 and report the failure in the body.
      if (textIn(answer.bytes, 'Code') !== '') throw refused(answer);
    } catch (error) {
      await ask('DELETE', `${url}?${upload}`).catch(() => undefined);
      throw error;
    }
  };

  return {
    async put(area, id, bytes) {
      await done(ask('PUT', addressOf(area, id), bytes));
    },
    async putStream(area, id, bytes) {
      const url = addressOf(area, id);
      const blocks = inBlocks(bytes, SEGMENT_BYTES)[Symbol.asyncIterator]();
      const { value, done: isEmpty } = await blocks.next();
      const first = isEmpty === true ? new Uint8Array() : value;
      if (first.length < SEGMENT_BYTES) await done(ask('PUT', url, first));
      else await putParts(url, first, blocks);
    },
    async get(area, id) {
      const answer = await ask('GET', addressOf(area, id));
      if (answer.status === 200) return answer.bytes;
      if (isGone(answer)) return null;
      throw refused(answer);
    },
    async open(area, id, range) {
      const url = addressOf(area, id);
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), timeoutMs);
      try {
        const response = await request(
          'GET',
          url,
          range ? { headers: { range: rangeHeader(range) } } : {},
          controller.signal,
        );
        if ((response.status === 200 || response.status === 206) && response.body)
          return chunksOf(response.body, controller, timeoutMs, (error) => away({ reason: reasonOf(error) }));
        const answer = { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
        if (isGone(answer)) return null;
        throw refused(answer);
      } catch (error) {
        throw error instanceof ApiError ? error : away({ reason: reasonOf(error) });
      } finally {
        clearTimeout(timer);
      }
    },
    async size(area, id) {
      const answer = await ask('HEAD', addressOf(area, id));
      if (answer.status === 200) return Number(answer.headers.get('content-length') ?? 0);
      if (isGone(answer)) return null;
      throw refused(answer);
    },
    async remove(area, id) {
      const answer = await ask('DELETE', addressOf(area, id));
      if (answer.status !== 204 && answer.status !== 200 && !isGone(answer)) throw refused(answer);
    },
    async *list(area, prefix = '') {
      for (let token: string | null = ''; token !== null;) {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: `${area}/${prefix}`,
          ...(token ? { 'continuation-token': token } : {}),
        });
        const { bytes }: S3Answer = await done(ask('GET', `${root}?${query.toString()}`));
        const page = bytes.toString('utf8');
        for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/gu)) {
          const id = textOf(entry, 'Key').slice(area.length + 1);
          if (isStoredName(id)) yield { area, id, changedAt: Date.parse(textOf(entry, 'LastModified')) || 0 };
        }
        token = textOf(page, 'NextContinuationToken') || null;
      }
    },
    async uploadAddress(area, id, bytes, validMs) {
      const signed = await client.sign(
        `${addressOf(area, id)}?X-Amz-Expires=${Math.floor(validMs / 1_000)}`,
        // The length is signed, so that nothing larger than announced can be stored.
        { method: 'PUT', headers: { 'content-length': String(bytes) }, aws: { signQuery: true, allHeaders: true } },
      );
      return signed.url;
    },
  };
}

const rangeHeader = ({ start, end }: ByteRange): string => `bytes=${start}-${end}`;

/** Each chunk has to arrive within the timeout. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  controller: AbortController,
  timeoutMs: number,
  away: (error: unknown) => ApiError,
): AsyncIterable<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const timer = setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), timeoutMs);
      const { value, done } = await reader
        .read()
        .catch((error: unknown) => Promise.reject(away(error)))
        .finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Text of an element of a response; '' if there is none. The error code distinguishes a missing bucket from a missing file. */
const textIn = (bytes: Buffer, element: string): string => textOf(bytes.subarray(0, 4_096).toString('utf8'), element);

function textOf(xml: string, element: string): string {
  const start = xml.indexOf(`<${element}>`);
  const end = start < 0 ? -1 : xml.indexOf(`</${element}>`, start);
  return end < 0 ? '' : xml.slice(start + element.length + 2, end).replaceAll('&amp;', '&');
}

/** For example `ECONNREFUSED` or `TimeoutError`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
