/**
 * Work beside the event loop, in threads that are started when there is some and ended when there is none, which gives back their
 * memory. Each has one order at a time and so many waiting; one that takes too long, or too much memory, is given up with its thread.
 */
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Order, Outcome, WorkInput, WorkName, WorkOutput } from './works.ts';

/** Pictures have a thread of their own: one takes seconds, for which no call waits behind it. */
const THREADS = { bodies: { waiting: 32, memoryMb: 512 }, pictures: { waiting: 8, memoryMb: 512 } } as const;
const THREAD_OF = { openBody: 'bodies', readPicture: 'pictures', exportPicture: 'pictures' } as const satisfies Record<
  WorkName,
  keyof typeof THREADS
>;
const PATIENCE_MS = 60_000;
const IDLE_MS = 20_000;
/** Said to whoever comes while too many wait, s. */
const COME_AGAIN_S = 5;

/** Beside this file while it is source, beside the program once it is built. */
const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = new URL(isSource ? './aside.process.ts' : './aside.process.js', import.meta.url);
/** Source needs a loader, which a thread does not take over from whoever starts it. */
const LOADER = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(PROGRAM.href)}); });`;

interface Job extends Order {
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
      return job.reject(new ApiError('tooManyRequests', { words: { seconds: COME_AGAIN_S } }));
    this.queue.push(job);
    this.next();
  }

  private next(): void {
    if (this.current) return;
    clearTimeout(this.timer);
    this.current = this.queue.shift();
    this.timer = this.current
      ? setTimeout(() => this.giveUp(new ApiError('illegalRequest')), PATIENCE_MS)
      : setTimeout(() => this.end(), IDLE_MS);
    this.timer.unref();
    if (!this.current) return;
    const { id, name, input, moved } = this.current;
    const order: Order = { id, name, input };
    (this.worker ??= this.start()).postMessage(order, moved);
  }

  private start(): Worker {
    const worker = new Worker(isSource ? LOADER : PROGRAM, {
      eval: isSource,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb },
    });
    // Nothing waits for it when the server ends.
    worker.unref();
    const gone = (error: Error) => {
      if (this.worker === worker)
        this.giveUp(
          'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ApiError('illegalRequest') : error,
        );
    };
    worker.on('message', (outcome: Outcome) => this.settle(outcome));
    worker.on('error', gone);
    worker.on('exit', () => gone(new Error('the thread beside the event loop ended')));
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

const threads = { bodies: new Thread(THREADS.bodies), pictures: new Thread(THREADS.pictures) };
let lastId = 0;

/**
 * @param moved buffers of the input that are given away: nobody here reads them again
 * @throws what the work refuses with; tooManyRequests; illegalRequest for what takes too long or too much
 */
export const aside = <Name extends WorkName>(
  name: Name,
  input: WorkInput<Name>,
  moved: readonly ArrayBuffer[] = [],
): Promise<WorkOutput<Name>> =>
  new Promise((resolve, reject) => {
    threads[THREAD_OF[name]].add({
      id: ++lastId,
      name,
      input,
      moved,
      resolve: resolve as (output: unknown) => void,
      reject,
    }); // the thread answers with what the work of that name gives
  });
