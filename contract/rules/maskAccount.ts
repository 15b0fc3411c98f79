/** An e-mail address or a phone number for somebody who may not read it: enough for its owner to know it by. */

const STARS = '***';
/** Digits of a phone number that stay at its end. */
const TAIL = 2;
/** Plus and country code stay at its beginning, as far as these many characters tell it. */
const HEAD = 3;

export function maskAccount(account: string): string {
  if (account === '') return '';
  const at = account.lastIndexOf('@');
  if (at >= 0) return `${account.slice(0, at > 1 ? 1 : 0)}${STARS}${account.slice(at)}`;
  return account.length > HEAD + TAIL ? `${account.slice(0, HEAD)}${STARS}${account.slice(-TAIL)}` : STARS;
}
