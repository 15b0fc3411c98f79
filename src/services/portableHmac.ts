/** HMAC-SHA256 in JavaScript, for pages without crypto.subtle. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export const portableHmac = async (key: string, lines: readonly string[]): Promise<string> =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(lines.join('\n'))));
