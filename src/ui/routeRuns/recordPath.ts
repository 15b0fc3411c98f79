/** URL of the record of a route run. */
export const recordPath = (driveId: string): string => `/activities/cruise-record?drive=${encodeURIComponent(driveId)}`;
