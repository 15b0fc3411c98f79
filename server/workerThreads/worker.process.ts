/** Worker thread: runs one job after the other outside the event loop. */
import { parentPort } from 'node:worker_threads';
import { ApiError } from '../../contract/wire/errors.ts';
import { JOBS, type JobRequest, type Outcome } from './jobs.ts';

interface AnyWork {
  run(input: unknown): unknown;
  moved?(output: unknown): readonly Uint8Array[];
}

async function outcomeOf({ id, name, input }: JobRequest): Promise<{ outcome: Outcome; moved: ArrayBuffer[] }> {
  try {
    const work = JOBS[name] as AnyWork; // the input matches this job: runInWorker.ts types it by name
    const output = await work.run(input);
    // Only whole, unshared buffers can be transferred; others are copied.
    const moved = (work.moved?.(output) ?? []).flatMap(({ buffer, byteLength }) =>
      buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
    );
    return { outcome: { id, output }, moved };
  } catch (error) {
    if (error instanceof ApiError)
      return { outcome: { id, refused: { code: error.code, detail: error.detail } }, moved: [] };
    return { outcome: { id, failed: error instanceof Error ? (error.stack ?? error.message) : 'unknown' }, moved: [] };
  }
}

parentPort?.on(
  'message',
  (order: JobRequest) => void outcomeOf(order).then(({ outcome, moved }) => parentPort?.postMessage(outcome, moved)),
);
