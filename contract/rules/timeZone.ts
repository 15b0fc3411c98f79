/** IANA time zones. */

/** The reader's own zone, for times that belong to no site (design 13). */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the name is an IANA time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/u.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
