/** Pictures that a video process is asked for: rendering takes too long for the process that drives the robots. */
import type { FromVideo, PictureRequest, PortraitRequest } from './messages.ts';
import type { Member } from './videoWorkerPool.ts';

/** A process that was replaced or crashed does not answer; this includes the start of a process. */
const PATIENCE_MS = 30_000;
/** Requests in progress, of all robots. */
const MOST = 64;

interface Pending {
  readonly settle: (jpeg: Uint8Array | null) => void;
}

export class PictureRequests {
  private readonly borrow: () => Member;
  private readonly pending = new Map<string, Pending>();
  private counted = 0;

  constructor(borrow: () => Member) {
    this.borrow = borrow;
  }

  /** @returns a JPEG file. @throws Error if none comes in time */
  take(request: PictureRequest | PortraitRequest): Promise<Uint8Array> {
    if (this.pending.size >= MOST) return Promise.reject(new Error('too many pictures at once'));
    const id = String(++this.counted);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.pending.get(id)?.settle(null), PATIENCE_MS);
      this.pending.set(id, {
        settle: (jpeg) => {
          clearTimeout(late);
          this.pending.delete(id);
          if (jpeg) resolve(jpeg);
          else reject(new Error('the picture could not be rendered'));
        },
      });
      this.borrow().tell({ type: 'picture', id, request });
    });
  }

  hear({ id, jpeg }: Extract<FromVideo, { type: 'picture' }>): void {
    this.pending.get(id)?.settle(jpeg === null ? null : Buffer.from(jpeg, 'base64'));
  }

  /** Ends all requests without a picture. */
  close(): void {
    for (const { settle } of this.pending.values()) settle(null);
  }
}
