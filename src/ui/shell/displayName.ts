/** A user's name in the top bar (spec 2): nickname, else phone number, else e-mail. */
import type { UserInfo } from '../../../contract/entities/user.ts';

export const displayName = ({
  nickname,
  phoneNumber,
  email,
}: Pick<UserInfo, 'nickname' | 'phoneNumber' | 'email'>): string =>
  nickname.trim() || phoneNumber.trim() || email.trim();

/**
 * One or two characters for the avatar: initials of words, the last character of a Chinese name, the first of an
 * address.
 */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const [first = ''] = words;
  if (/\p{Script=Han}/u.test(name)) return [...name.trim()].at(-1) ?? '';
  if (words.length > 1) return `${[...first][0] ?? ''}${[...(words.at(-1) ?? '')][0] ?? ''}`.toUpperCase();
  return first.replace(/^\+/u, '').slice(0, 2).toUpperCase();
}
