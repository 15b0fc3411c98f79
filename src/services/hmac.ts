/**
 * HMAC-SHA256 of signed lines, lower-case hex. The browser's own on https and localhost; a page on plain http elsewhere
 * has no crypto.subtle, and only such a page loads an implementation in JavaScript.
 */
/** Rejects if the implementation could not be loaded. */
export type Hmac = (key: string, lines: readonly string[]) => Promise<string>;

/** @param subtle of the page's `crypto` */
export const createHmac = (subtle: SubtleCrypto | undefined): Hmac =>
  subtle ? nativeHmac(subtle) : async (...call) => (await import('./portableHmac.ts')).portableHmac(...call);

const nativeHmac = (subtle: SubtleCrypto): Hmac => {
  const encoder = new TextEncoder();
  return async (key, lines) => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const imported = await subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
    const bytes = new Uint8Array(await subtle.sign('HMAC', imported, encoder.encode(lines.join('\n'))));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
};
