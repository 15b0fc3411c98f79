/** Times in exported files and camera pictures, where they are read by programs too, and by people of any language. */

/**
 * A writer of times in a time zone (IANA), as '2026-03-29 14:05:00'; '' for no time.
 * @throws RangeError for an unknown time zone
 */
export function zonedStamp(timeZone: string): (at: Date | number | null) => string {
  // The Swedish locale formats dates like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => (at === null ? '' : format.format(at));
}
