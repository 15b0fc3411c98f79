/**
 * The video processes: one in use, kept warm, and temporarily a successor. After some calls, or above a memory limit, a
 * fresh process is warmed up and gets all further calls; the old one ends with its last viewer.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromVideo, ToVideo } from './messages.ts';

export interface PoolOptions {
  iceServers: Extract<ToVideo, { type: 'settings' }>['iceServers'];
  onMessage: (message: Extract<FromVideo, { type: 'down' | 'ended' | 'picture' | 'seen' }>) => void;
  /** The process ended unexpectedly; its viewings are lost. */
  onCrash: (member: Member, code: number | null) => void;
  /** Number of calls, and megabytes, after which a process is replaced. */
  calls?: number;
  memoryMb?: number;
}

/** One video process, as seen by its callers. */
export interface Member {
  readonly pid: number;
  tell(message: ToVideo): void;
}

const CALLS = 40;
const MEMORY_MB = 450;
/** A process that crashes sooner than this after its start is not restarted before the next call, ms. */
const MIN_HEALTHY_LIFE_MS = 10_000;

/** Next to this file in the source tree, next to the program in the build. */
const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = fileURLToPath(new URL(isSource ? './video.process.ts' : './video.process.js', import.meta.url));
/** TypeScript source needs a loader, unless this process was started with one. */
const LOADER = isSource && !process.execArgv.some((argument) => argument.includes('tsx')) ? ['--import', 'tsx'] : [];

class VideoProcess implements Member {
  viewers = 0;
  calls = 0;
  retired = false;
  readonly startedAt = Date.now();
  readonly child: ChildProcess = fork(PROGRAM, [], { execArgv: [...process.execArgv, ...LOADER] });

  get pid(): number {
    return this.child.pid ?? 0;
  }

  tell(message: ToVideo): void {
    // A dying process is detected by its exit event.
    if (this.child.connected) this.child.send(message, () => {});
  }
}

export class VideoWorkerPool {
  private readonly options: PoolOptions;
  private present: VideoProcess | null = null;
  private next: VideoProcess | null = null;
  private readonly all = new Set<VideoProcess>();
  private closing = false;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  get pids(): number[] {
    return [...this.all].map(({ pid }) => pid);
  }

  /** Starts a process ahead of the first call. */
  warmUp(): void {
    if (!this.closing) this.present ??= this.start();
  }

  /** The process for a new call; give it back with `release`. */
  take(): Member {
    const worker = (this.present ??= this.start());
    worker.calls++;
    worker.viewers++;
    if (worker.calls >= (this.options.calls ?? CALLS)) this.replace(worker);
    return worker;
  }

  /** The process for a short request, which does not count as a call. */
  borrow(): Member {
    return (this.present ??= this.start());
  }

  release(member: Member): void {
    const worker = [...this.all].find((one) => one === member);
    if (!worker) return;
    worker.viewers--;
    if (worker.retired && worker.viewers === 0) worker.child.kill();
  }

  private replace(worker: VideoProcess): void {
    if (worker === this.present && !this.next && !this.closing) this.next = this.start();
  }

  private start(): VideoProcess {
    const worker = new VideoProcess();
    this.all.add(worker);
    worker.tell({ type: 'settings', iceServers: this.options.iceServers });
    worker.child.on('message', (message: FromVideo) => this.hear(worker, message));
    worker.child.on('error', () => worker.child.kill('SIGKILL'));
    worker.child.on('exit', (code) => this.left(worker, code));
    return worker;
  }

  private hear(worker: VideoProcess, message: FromVideo): void {
    if (message.type === 'warm') {
      if (worker !== this.next) return;
      const before = this.present;
      this.present = this.next;
      this.next = null;
      if (!before) return;
      before.retired = true;
      if (before.viewers === 0) before.child.kill();
    } else if (message.type === 'load') {
      if (message.memoryMb > (this.options.memoryMb ?? MEMORY_MB)) this.replace(worker);
    } else this.options.onMessage(message);
  }

  private left(worker: VideoProcess, code: number | null): void {
    this.all.delete(worker);
    if (this.next === worker) this.next = null;
    if (this.present === worker) this.present = null;
    if (worker.retired || this.closing) return;
    this.options.onCrash(worker, code);
    if (Date.now() - worker.startedAt > MIN_HEALTHY_LIFE_MS) this.warmUp();
  }

  async close(): Promise<void> {
    this.closing = true;
    await Promise.all(
      [...this.all].map(
        ({ child }) =>
          new Promise<void>((resolve) => {
            child.once('exit', () => resolve());
            child.kill();
          }),
      ),
    );
  }
}
