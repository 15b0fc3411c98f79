/** Throttles log messages that an external party could otherwise flood the log with. */

/** The same event is logged at most once per interval, with its number of occurrences, ms. */
const TELL_MS = 10_000;

/** Calls `say` at the first event, then at most once every TELL_MS. */
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
