/** Address of a moment in the historical monitoring. */

export interface Moment {
  serialNumber: string;
  /** ms since 1970. */
  at: number;
}

/** The page opens paused a little before, so that what led to it can be seen. */
const LEAD_MS = 5_000;

export const momentPath = ({ serialNumber, at }: Moment): string =>
  `/monitoring?at=${Math.max(0, Math.round(at) - LEAD_MS)}&robot=${encodeURIComponent(serialNumber)}`;
