/**
 * How a robot knows the codes of a delivery: it checks what is typed without network. The hash keeps codes out of its screen
 * and logs; it does not hide a code of six digits from the robot itself, which could try them all.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CodeType } from '../entities/delivery.ts';

/** @param key of the robot; it comes with the list of its deliveries */
export const codeHash = (key: string, deliveryId: string, type: CodeType, code: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes([deliveryId, type, code].join('\n'))));
