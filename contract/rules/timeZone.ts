/** IANA time zones. */

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
