/** For a log that somebody else could fill. */

/** The same trouble is told once in this time, with how often. */
const TELL_MS = 10_000;

/** Says something at its first time, and then again no sooner than TELL_MS later. */
export function seldom<Subject>(
  now: () => number,
  say: (times: number, subject: Subject) => void,
): (subject: Subject) => void {
  let times = 0;
  let saidAt = -Infinity;
  return (subject) => {
    times += 1;
    if (now() - saidAt < TELL_MS) return;
    say(times, subject);
    times = 0;
    saidAt = now();
  };
}
