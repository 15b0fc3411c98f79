/** Pictures that a simulated robot fetches for a call: the announced bytes only, and shown in the order of the acts. */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { CallActCommand, CallImage } from '../../../contract/wire/calls.ts';
import { fetchImage, inOrder } from '../../../simulator/fleet/fetchImage.ts';

const BYTES = Buffer.from('a picture');
const sha256 = createHash('sha256').update(BYTES).digest('hex');
let server: Server | undefined;
afterEach(() => server?.close());

const serve = async (status: number, bytes: Buffer): Promise<string> => {
  const started = (server = createServer((_, response) => response.writeHead(status).end(bytes)));
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/picture`;
};
const image = (url: string): CallImage => ({ imageId: 'a'.repeat(32), url, sha256, contentType: 'image/png' });
const command = (actId: string, more: Partial<CallActCommand> = {}): CallActCommand => ({
  type: 'callAct',
  callId: 'c1',
  actId,
  say: '',
  show: '',
  image: null,
  ...more,
});

it('takes the announced bytes, and neither others nor an error page', async () => {
  expect(Buffer.from(await fetchImage(image(await serve(200, BYTES))))).toEqual(BYTES);
  server?.close();
  await expect(fetchImage(image(await serve(200, Buffer.from('something else'))))).rejects.toThrow('announced');
  server?.close();
  await expect(fetchImage(image(await serve(404, BYTES)))).rejects.toThrow('HTTP 404');
});

it('a later act waits for the picture of an earlier one, and one that fails is left out', async () => {
  const done: CallActCommand[] = [];
  const arrivals: { arrive: () => void; fail: (error: Error) => void }[] = [];
  const warn = vi.fn();
  const act = inOrder(
    () => new Promise<void>((arrive, fail) => void arrivals.push({ arrive, fail })),
    (_, carried) => void done.push(carried),
    warn,
  );
  act('U1', command('a1', { image: image('http://server/1') }));
  act('U1', command('a2', { show: 'plan' }));
  act('U2', command('b1'));
  expect(done.map(({ actId }) => actId)).toEqual(['b1']);
  await vi.waitFor(() => expect(arrivals).toHaveLength(1));
  arrivals[0]?.arrive();
  await vi.waitFor(() => expect(done.map(({ actId }) => actId)).toEqual(['b1', 'a1', 'a2']));
  act('U1', command('a3', { image: image('http://server/2') }));
  await vi.waitFor(() => expect(arrivals).toHaveLength(2));
  arrivals[1]?.fail(new Error('HTTP 404'));
  await vi.waitFor(() => expect(done.at(-1)).toMatchObject({ actId: 'a3', show: null, image: null }));
  expect(warn).toHaveBeenCalledOnce();
});
