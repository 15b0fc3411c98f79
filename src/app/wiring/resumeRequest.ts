/** Names the Stops that were seen. Where none is known, a robot that is only paused can still be set free. */
export const resumeRequest = (
  serialNumber: string,
  stopIds: readonly string[],
): { serialNumber: string; stopIds?: string[] } =>
  stopIds.length === 0 ? { serialNumber } : { serialNumber, stopIds: [...stopIds] };
