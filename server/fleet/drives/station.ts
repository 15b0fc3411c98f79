/** A drive as the ledger of commands has it. Pure. */
import type { Proven } from '../proof.ts';
import type { DriveRow } from './drive.ts';

/** Equal where the ledger has nothing new to hear. */
export const stationOf = (drive: DriveRow): string =>
  provenOf(drive)
    .map(({ to }) => to)
    .join();

/** The stations that it has come through, in order. */
export function provenOf({ state, phase, reason, course, leg, arrived }: DriveRow): Proven[] {
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
