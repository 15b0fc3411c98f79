import type { Live } from '../../machines/live.ts';
import { useParts } from './AppContext.ts';

/** Poses, trails and streams: data that changes too often for a snapshot (src/machines/live.ts). */
export const useLive = (): Live => useParts().live;
