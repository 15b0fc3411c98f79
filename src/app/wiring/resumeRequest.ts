/** Lists the Stops that the user saw. With an empty list, a robot that is only paused can still be resumed. */
export const resumeRequest = (
  serialNumber: string,
  stopIds: readonly string[],
): { serialNumber: string; stopIds?: string[] } =>
  stopIds.length === 0 ? { serialNumber } : { serialNumber, stopIds: [...stopIds] };
