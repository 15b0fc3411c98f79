/** Where on its stops a robot is: the next one, and how much of the way to it is done. Pure. */

interface Stop {
  readonly reachedAt: number | null;
}

/** The arrow of a leg whose length nobody told: halfway, neither gone nor there. */
const SOMEWHERE = 0.5;

/** @returns `current` is the index of the next stop, the count of stops when all are reached */
export function currentLeg(
  stops: readonly Stop[],
  { progress, toGo }: { progress: number | null; toGo: number | null },
): { current: number; progress: number | undefined } {
  const open = stops.findIndex(({ reachedAt }) => reachedAt === null);
  const current = open < 0 ? stops.length : open;
  // Before the first stop there is no line to stand on.
  if (current === 0 || current === stops.length) return { current, progress: undefined };
  const legs = stops.length - 1;
  const done = progress === null ? null : progress * legs - (current - 1);
  // The whole's progress tells of the leg only where it lies in this leg.
  if (done !== null && done >= 0 && done <= 1) return { current, progress: done };
  return { current, progress: toGo === null ? undefined : SOMEWHERE };
}
