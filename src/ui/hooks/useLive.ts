import type { Live } from '../../machines/live.ts';
import { useParts } from './AppContext.ts';

/** Poses, trails, streams: what moves too often for a snapshot (src/machines/live.ts). */
export const useLive = (): Live => useParts().live;
