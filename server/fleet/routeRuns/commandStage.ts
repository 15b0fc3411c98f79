/** Maps a route run to the progress of its ledger command. Pure. */
import type { ProgressUpdate } from '../commandProgress.ts';
import type { RouteRunRow } from './routeRun.ts';

/** Equal while the ledger needs no update. */
export const commandStageOf = (run: RouteRunRow): string =>
  progressOf(run)
    .map(({ to }) => to)
    .join();

/** The command states that the run has passed through, in order. */
export function progressOf({ state, phase, reason, course, leg, arrived }: RouteRunRow): ProgressUpdate[] {
  const wasTaken = phase !== 'starting' && phase !== null;
  if (state === 'finished') return [{ to: 'finished' }];
  if (state !== 'inProgress')
    return [
      reason?.type === 'notTaken' && leg === 0 && !course?.isTaken
        ? { to: 'expired', reason }
        : { to: 'failed', reason: reason ?? { type: 'cancelled', description: '' } },
    ];
  return [
    ...(course?.isSent ? [{ to: 'sent' as const }] : []),
    ...(wasTaken ? [{ to: 'accepted' as const }] : []),
    ...(wasTaken && (arrived > 0 || leg > 0 || (course?.reached ?? 0) > 0) ? [{ to: 'running' as const }] : []),
  ];
}
