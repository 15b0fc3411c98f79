/** Throttles log messages that an external party could otherwise flood the log with. */

/** The same event is logged at most once per interval, with its number of occurrences, ms. */
const LOG_INTERVAL_MS = 10_000;

/** Calls `say` at the first event, then at most once every LOG_INTERVAL_MS. */
export function throttleLog<Subject>(
  now: () => number,
  say: (times: number, subject: Subject) => void,
): (subject: Subject) => void {
  let times = 0;
  let saidAt = -Infinity;
  return (subject) => {
    times += 1;
    if (now() - saidAt < LOG_INTERVAL_MS) return;
    say(times, subject);
    times = 0;
    saidAt = now();
  };
}
