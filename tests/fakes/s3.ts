/** An S3-compatible store on its own port that can be stopped and restarted with its contents. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { freePort } from './freePort.ts';

/** The fixed credentials of this store. */
const KEY = 'S3RVER';

export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'rh-s3-'));
  const port = await freePort();
  const place = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'rh-files',
    region: 'us-east-1',
    accessKey: KEY,
    secretKey: KEY,
  };
  let running: S3rver | undefined;
  const store = {
    place,
    directory,
    async come(): Promise<void> {
      running = new S3rver({
        address: '127.0.0.1',
        port,
        directory,
        silent: true,
        configureBuckets: [{ name: place.bucket }],
      });
      await running.run();
    },
    async go(): Promise<void> {
      await running?.close();
      running = undefined;
    },
    async close(): Promise<void> {
      await store.go();
      await rm(directory, { recursive: true, force: true });
    },
  };
  await store.come();
  return store;
}
export type S3 = Awaited<ReturnType<typeof startS3>>;
