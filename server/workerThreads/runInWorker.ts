/**
 * Runs CPU-heavy work in worker threads, which are started on demand and terminated when idle to free their memory.
 * Each runs one job at a time with a bounded queue; a job that takes too long or too much memory is abandoned with its
 * thread.
 */
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../contract/wire/errors.ts';
import type { JobRequest, Outcome, JobInput, JobName, JobOutput } from './jobs.ts';

/** Pictures have their own thread: one takes seconds, and no API call should wait behind it. */
const THREADS = {
  bodies: { waiting: 32, memoryMb: 512 },
  pictures: { waiting: 8, memoryMb: 512 },
  uploads: { waiting: 32, memoryMb: 256 },
} as const;
const THREAD_OF = {
  openBody: 'bodies',
  readPicture: 'pictures',
  exportPicture: 'pictures',
  rewritePicture: 'uploads',
  rewriteFace: 'uploads',
  isWayFree: 'pictures',
  isPlaceFree: 'pictures',
  planLegs: 'pictures',
  startPlaceOn: 'pictures',
  readWalls: 'pictures',
} as const satisfies Record<JobName, keyof typeof THREADS>;
const TIMEOUT_MS = 60_000;
/** A thread keeps up to 100 MiB after a large job, and a new one starts in a tenth of a second. */
const IDLE_MS = 2_000;
/** Retry delay reported to a caller when the queue is full, s. */
const RETRY_AFTER_S = 5;

/** The worker program is next to this file in the source tree, and next to the bundle in a build. */
const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = new URL(isSource ? './worker.process.ts' : './worker.process.js', import.meta.url);
/** Source needs a TypeScript loader, which a worker thread does not inherit from its parent. */
const LOADER = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(PROGRAM.href)}); });`;

interface Job extends JobRequest {
  moved: readonly ArrayBuffer[];
  resolve(output: unknown): void;
  reject(error: Error): void;
}

class Thread {
  private worker: Worker | undefined;
  private current: Job | undefined;
  private readonly queue: Job[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly limits: (typeof THREADS)[keyof typeof THREADS];

  constructor(limits: (typeof THREADS)[keyof typeof THREADS]) {
    this.limits = limits;
  }

  add(job: Job): void {
    if (this.queue.length >= this.limits.waiting)
      return job.reject(new ApiError('tooManyRequests', { words: { seconds: RETRY_AFTER_S } }));
    this.queue.push(job);
    this.next();
  }

  private next(): void {
    if (this.current) return;
    clearTimeout(this.timer);
    this.current = this.queue.shift();
    this.timer = this.current
      ? setTimeout(() => this.giveUp(new ApiError('illegalRequest')), TIMEOUT_MS)
      : setTimeout(() => this.end(), IDLE_MS);
    this.timer.unref();
    if (!this.current) return;
    const { id, name, input, moved } = this.current;
    const order: JobRequest = { id, name, input };
    (this.worker ??= this.start()).postMessage(order, moved);
  }

  private start(): Worker {
    const worker = new Worker(isSource ? LOADER : PROGRAM, {
      eval: isSource,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb },
    });
    // Does not keep the server process alive.
    worker.unref();
    const gone = (error: Error) => {
      if (this.worker === worker)
        this.giveUp(
          'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ApiError('illegalRequest') : error,
        );
    };
    worker.on('message', (outcome: Outcome) => this.settle(outcome));
    worker.on('error', gone);
    worker.on('exit', () => gone(new Error('the worker thread exited')));
    return worker;
  }

  private settle(outcome: Outcome): void {
    const job = this.current;
    if (job?.id !== outcome.id) return;
    this.current = undefined;
    if ('output' in outcome) job.resolve(outcome.output);
    else if ('refused' in outcome) job.reject(new ApiError(outcome.refused.code, outcome.refused.detail));
    else job.reject(new Error(outcome.failed));
    this.next();
  }

  private giveUp(error: Error): void {
    this.end();
    const job = this.current;
    this.current = undefined;
    job?.reject(error);
    this.next();
  }

  private end(): void {
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
  }
}

const threads = {
  bodies: new Thread(THREADS.bodies),
  pictures: new Thread(THREADS.pictures),
  uploads: new Thread(THREADS.uploads),
};
let lastId = 0;

/**
 * @param moved buffers of the input that are transferred: the caller must not read them again
 * @throws the job's own ApiError; tooManyRequests if the queue is full; illegalRequest if it takes too long or too much
 * memory
 */
export const runInWorker = <Name extends JobName>(
  name: Name,
  input: JobInput<Name>,
  moved: readonly ArrayBuffer[] = [],
): Promise<JobOutput<Name>> =>
  new Promise((resolve, reject) => {
    threads[THREAD_OF[name]].add({
      id: ++lastId,
      name,
      input,
      moved,
      resolve: resolve as (output: unknown) => void,
      reject,
    }); // the thread returns the output type of this job
  });
