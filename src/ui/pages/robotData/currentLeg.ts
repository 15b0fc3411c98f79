/** Progress of a robot along its stops: the next stop, and the part of the leg to it that is done. Pure. */

interface Stop {
  readonly reachedAt: number | null;
}

/** Marker position on a leg of unknown length: halfway. */
const SOMEWHERE = 0.5;

/** @returns `current` is the index of the next stop, or the number of stops when all are reached */
export function currentLeg(
  stops: readonly Stop[],
  { progress, toGo }: { progress: number | null; toGo: number | null },
): { current: number; progress: number | undefined } {
  const open = stops.findIndex(({ reachedAt }) => reachedAt === null);
  const current = open < 0 ? stops.length : open;
  // There is no leg before the first stop.
  if (current === 0 || current === stops.length) return { current, progress: undefined };
  const legs = stops.length - 1;
  const done = progress === null ? null : progress * legs - (current - 1);
  // The progress of the whole task applies to this leg only if it falls within it.
  if (done !== null && done >= 0 && done <= 1) return { current, progress: done };
  return { current, progress: toGo === null ? undefined : SOMEWHERE };
}
