/** Masks an e-mail address or phone number, leaving enough for its owner to recognize it. */

const STARS = '***';
/** Visible digits at the end of a phone number. */
const TAIL = 2;
/** Visible characters at the start: the plus and up to two digits of the country code. */
const HEAD = 3;

/** Whether characters were left out. */
export const isMasked = (account: string): boolean => account.includes(STARS);

export function maskAccount(account: string): string {
  if (account === '') return '';
  const at = account.lastIndexOf('@');
  if (at >= 0) return `${account.slice(0, at > 1 ? 1 : 0)}${STARS}${account.slice(at)}`;
  return account.length > HEAD + TAIL ? `${account.slice(0, HEAD)}${STARS}${account.slice(-TAIL)}` : STARS;
}
