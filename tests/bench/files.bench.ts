/**
 * Uploads of 300 MB, the largest allowed: speed on loopback, memory of the server meanwhile, and the bytes that are sent
 * again after the connection broke.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { FILE_RULES, SEGMENT_BYTES } from '../../contract/rules/files.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { createApi } from '../fakes/apiClient.ts';
import { serverProgram } from '../fakes/serverProcess.ts';
import { say, wait } from './figures.ts';

const SIZE = FILE_RULES.video.maxBytes;
const CHUNK = Buffer.alloc(1 << 20, 7);
/** An MP4 whose content is one repeated byte: it is made while it is sent. */
const HEAD = (() => {
  const head = Buffer.alloc(32);
  head.writeUInt32BE(16, 0);
  head.write('ftypisom', 4, 'latin1');
  head.writeUInt32BE(8, 16);
  head.write('moov', 20, 'latin1');
  head.writeUInt32BE(SIZE - 24, 24);
  head.write('mdat', 28, 'latin1');
  return head;
})();

function* contentFrom(offset: number): Iterable<Buffer> {
  if (offset < HEAD.length) yield HEAD.subarray(offset);
  for (let at = Math.max(offset, HEAD.length); at < SIZE; at += CHUNK.length)
    yield CHUNK.subarray(0, Math.min(CHUNK.length, SIZE - at));
}

const folder = await mkdtemp(join(tmpdir(), 'rh-bench-files-'));
const program = await serverProgram(folder);
try {
  const child = await program.start();
  const { accessToken: token, userId } = await createApi(program.url, catalogue).session.signIn({
    email: 'admin@demo.roundhouse',
    password: encodePassword('Roundhouse1'),
  });
  const api = createApi(program.url, catalogue, { token, userId });
  const hash = createHash('sha256');
  for (const part of contentFrom(0)) hash.update(part);
  const sha256 = hash.digest('hex');

  /** Memory of the server in MiB: resident, without the files that the system caches. */
  const memory = async (): Promise<number> => {
    const status = await readFile(`/proc/${child.pid ?? 0}/status`, 'utf8');
    return Number(/RssAnon:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024;
  };
  let most = 0;
  const watching = setInterval(() => void memory().then((now) => (most = Math.max(most, now))), 50);

  /** @param breakAt byte after which the client cuts the connection */
  const send = (url: string, offset: number, breakAt = Infinity): Promise<void> =>
    new Promise((resolve, reject) => {
      const put = request(program.url + url, {
        method: 'PUT',
        headers: { 'content-range': `bytes ${offset}-${SIZE - 1}/${SIZE}`, 'content-length': SIZE - offset },
      });
      put.on('response', (response) => response.resume().on('end', resolve));
      put.on('error', (error) => (breakAt < SIZE ? resolve() : reject(error)));
      void (async () => {
        let at = offset;
        for (const part of contentFrom(offset)) {
          if (at >= breakAt) return put.destroy();
          at += part.length;
          if (!put.write(part)) await new Promise((drained) => put.once('drain', drained));
        }
        put.end();
      })();
    });
  const offsetOf = async (url: string): Promise<number> =>
    Number((await fetch(program.url + url, { method: 'HEAD' })).headers.get('upload-offset'));

  const announced = { fileKind: 'video', size: SIZE, sha256, name: 'bench.mp4' } as const;
  const before = await memory();
  const whole = await api.files.ticket(announced);
  const began = performance.now();
  await send(whole.uploadUrl, 0);
  const sent = performance.now();
  await api.files.complete({ fileId: whole.fileId });
  const completed = performance.now();
  say({
    figure: 'upload of 300 MB, speed',
    value: SIZE / 2 ** 20 / ((sent - began) / 1000),
    unit: 'MiB/s',
    bound: 50,
    atLeast: true,
  });
  say({ figure: 'upload of 300 MB, check and completion', value: (completed - sent) / 1000, unit: 's', bound: 15 });

  const broken = await api.files.ticket(announced);
  const breakAt = Math.floor(SIZE / 2);
  await send(broken.uploadUrl, 0, breakAt);
  let offset = await offsetOf(broken.uploadUrl);
  for (let last = -1; offset !== last;) {
    last = offset;
    await wait(500);
    offset = await offsetOf(broken.uploadUrl);
  }
  say({
    figure: 'upload that broke at 150 MB, bytes sent again',
    value: (breakAt - offset) / 2 ** 20,
    unit: 'MiB',
    bound: SEGMENT_BYTES / 2 ** 20,
  });
  await send(broken.uploadUrl, offset);
  await api.files.complete({ fileId: broken.fileId });
  clearInterval(watching);
  say({ figure: 'upload of 300 MB, memory of the server', value: most - before, unit: 'MiB', bound: 150 });
} finally {
  await program.remove();
  await rm(folder, { recursive: true, force: true });
}
