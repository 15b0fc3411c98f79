/** Bounds the uploads that run at once, because each holds up to two segments in memory. */
import { ApiError } from '../../contract/wire/errors.ts';

export interface UploadSlots {
  /** Runs the work in a slot of the uploader. @throws tooManyRequests if there is none */
  hold<Value>(uploader: string, work: () => Promise<Value>): Promise<Value>;
}

const COME_AGAIN_S = 5;

/** @param bounds for all uploaders together and for each */
export function createUploadSlots({ most = 16, share = 4 } = {}): UploadSlots {
  const uploaders = new Map<string, number>();
  let held = 0;
  return {
    async hold(uploader, work) {
      const own = uploaders.get(uploader) ?? 0;
      if (own >= share || held >= most) throw new ApiError('tooManyRequests', { words: { seconds: COME_AGAIN_S } });
      uploaders.set(uploader, own + 1);
      held += 1;
      try {
        return await work();
      } finally {
        held -= 1;
        const left = (uploaders.get(uploader) ?? 1) - 1;
        if (left === 0) uploaders.delete(uploader);
        else uploaders.set(uploader, left);
      }
    },
  };
}
