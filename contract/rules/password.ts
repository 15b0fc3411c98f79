/** The rule for new passwords (spec 5): 6-16 characters with upper and lower case letters and digits. */
import { passwordParts } from './passwordParts.ts';

export const isGoodPassword = (password: string): boolean => Object.values(passwordParts(password)).every(Boolean);

/** Passwords are sent Base64-encoded (spec 5): not for secrecy, but because the provider's API expects it. */
export const encodePassword = (password: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(password)));

/** @returns null for invalid Base64 */
export function decodePassword(encoded: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)));
  } catch {
    return null;
  }
}
