/** Database rows of a route run's visits. Pure. */
import type { VisitRow } from '../../db/repositories/cruiseRecords.ts';
import type { Visit } from './routeRunMutations.ts';

const instant = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const visitRowsOf = (driveId: string, visits: readonly Visit[]): VisitRow[] =>
  visits.map(({ round, stop, areaId, name, state, arrivedAt, leftAt }) => ({
    driveId,
    loop: round,
    stop,
    areaId,
    name,
    state,
    arrivedAt: instant(arrivedAt),
    leftAt: instant(leftAt),
  }));
