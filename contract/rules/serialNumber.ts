/**
 * Serial numbers typed by people. Robots' own messages carry them exactly; a person who types one may use spaces or
 * another case.
 */
export const typedSerialNumber = (text: string): string => text.replace(/\s/gu, '');

/**
 * The one of these serial numbers that was typed: the exact one, else the only one that differs in case only.
 * @param known at least those that differ in case only
 */
export function findTyped(typed: string, known: readonly string[]): string | undefined {
  const wanted = typedSerialNumber(typed);
  if (known.includes(wanted)) return wanted;
  const alike = known.filter((one) => one.toLowerCase() === wanted.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}
