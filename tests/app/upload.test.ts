/** The upload machine with its wiring and service, against a server that keeps what it gets and can break off. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { StoredFile } from '../../contract/entities/file.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import { wireUpload } from '../../src/app/wiring/upload.ts';
import { createUploads, SLICE_BYTES } from '../../src/services/uploadFile.ts';

const BYTES = randomBytes(2 * SLICE_BYTES + 1_000);
const ID = 'f'.repeat(32);

function start({ directUrl = '', refusal = 0 } = {}) {
  let stored = Buffer.alloc(0);
  const log: string[] = [];
  let isComplete = false;
  let isLate = false;
  /** Requests that get through before the connection breaks. */
  let lasts = Infinity;
  const findNetwork: (() => void)[] = [];
  const reply = (code: number, data: object): Response => new Response(JSON.stringify({ code, message: '', data }));
  const serve = async (url: string, { method = 'GET', body, headers }: RequestInit = {}): Promise<Response> => {
    if (lasts-- <= 0) throw new TypeError('fetch failed');
    if (url === directUrl) {
      log.push('direct');
      return new Response('', { status: 403 });
    }
    log.push(`${method} ${new Headers(headers).get('content-range') ?? ''}`.trim());
    if (refusal !== 0) return reply(refusal, {});
    if (method === 'PUT' && isLate) {
      isLate = false;
      stored = BYTES.subarray(0, 1_000);
      return reply(ERRORS.uploadOffsetWrong, { words: { offset: stored.length } });
    }
    if (method === 'PUT') stored = Buffer.concat([stored, Buffer.from(await (body as Blob).arrayBuffer())]);
    return reply(0, { offset: stored.length, isComplete });
  };
  const api = {
    ticket: vi.fn(async (_: object) => ({ fileId: ID, uploadUrl: `/files/upload/${ID}?sign=x`, directUrl, until: 1 })),
    complete: vi.fn(async () => ({ id: ID }) as StoredFile),
    cancel: vi.fn(async () => null),
  };
  const uploads = createUploads({ api, host: '', fetch: serve as typeof fetch, newId: () => 'key' });
  const fileKey = uploads.add({ file: new File([new Uint8Array(BYTES)], 'a.mp4'), kind: 'video', serialNumber: 'A-1' });
  const machine = wireUpload(uploads, (found) => {
    findNetwork.push(found);
    return () => undefined;
  });
  const actor = createActor(machine, { input: { fileKey, size: BYTES.length } }).start();
  actor.send({ type: 'upload.start' });
  return {
    actor,
    api,
    log,
    stored: () => stored,
    /** The file is complete, but the reply that says so is lost. */
    loseCompletion: () =>
      void api.complete.mockImplementationOnce(async () => {
        isComplete = true;
        throw new BaseApiError('networkFailed');
      }),
    /** Bytes of an earlier request are stored after this one has asked how many there are. */
    arrivesLate: () => void (isLate = true),
    breakAfter: (requests: number) => void (lasts = requests),
    findNetwork: () => {
      lasts = Infinity;
      findNetwork.at(-1)?.();
    },
    reaches: (state: string) => vi.waitFor(() => expect(actor.getSnapshot().value).toBe(state), { timeout: 10_000 }),
  };
}

it('sends the file in slices, announced by its hash', async () => {
  const { reaches, api, stored, actor } = start();
  await reaches('done');
  expect(stored().equals(BYTES)).toBe(true);
  expect(api.ticket.mock.calls[0]?.[0]).toEqual({
    fileKind: 'video',
    size: BYTES.length,
    sha256: createHash('sha256').update(BYTES).digest('hex'),
    name: 'a.mp4',
    serialNumber: 'A-1',
  });
  expect(actor.getSnapshot().context.done).toBe(BYTES.length);
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('sign=');
});

it('continues at the byte that the server has when the network is back', async () => {
  const { reaches, breakAfter, findNetwork, stored, log, actor } = start();
  breakAfter(2);
  await reaches('waiting');
  expect([stored().length, actor.getSnapshot().context.failure?.code]).toEqual([SLICE_BYTES, ERRORS.networkFailed]);
  findNetwork();
  await reaches('done');
  expect(stored().equals(BYTES)).toBe(true);
  expect(log.filter((line) => line.startsWith('PUT')).map((line) => /bytes (\d+)/u.exec(line)?.[1])).toEqual([
    '0',
    String(SLICE_BYTES),
    String(2 * SLICE_BYTES),
  ]);
});

it('asks again how much has arrived if bytes of a broken request came late', async () => {
  const { reaches, log, stored, arrivesLate, findNetwork } = start();
  arrivesLate();
  await reaches('waiting');
  findNetwork();
  await reaches('done');
  expect(stored().equals(BYTES)).toBe(true);
  expect(log.filter((line) => line.startsWith('GET'))).toHaveLength(2);
});

it('sends nothing again when only the reply to the completion was lost', async () => {
  const { reaches, loseCompletion, findNetwork, log } = start();
  loseCompletion();
  await reaches('waiting');
  findNetwork();
  await reaches('done');
  expect(log.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
});

it('goes to the server when the store itself cannot be reached from this page', async () => {
  const { reaches, log, stored } = start({ directUrl: 'https://s3.example.org/x' });
  await reaches('done');
  expect(log[0]).toBe('direct');
  expect(stored().equals(BYTES)).toBe(true);
});

it('ends with the reason when the server refuses, and a cancelled upload is deleted there', async () => {
  const { reaches, actor, api } = start({ refusal: ERRORS.uploadTicketWrong });
  await reaches('failed');
  expect(actor.getSnapshot().context.failure?.code).toBe(ERRORS.uploadTicketWrong);
  actor.send({ type: 'upload.cancel' });
  await reaches('cancelled');
  await vi.waitFor(() => expect(api.cancel).toHaveBeenCalledWith({ fileId: ID }));
});

it('a file that nobody added is an error and no crash', async () => {
  const uploads = createUploads({
    api: { ticket: vi.fn(), complete: vi.fn(), cancel: vi.fn() },
    host: '',
    fetch,
    newId: () => 'key',
  });
  await expect(uploads.send('other', () => undefined, new AbortController().signal)).rejects.toThrow(BaseApiError);
});
