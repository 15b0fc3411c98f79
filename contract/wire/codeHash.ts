/** How a robot knows the codes of a delivery: it can check what is typed without network, and cannot show the code. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CodeType } from '../entities/delivery.ts';

/** @param key of the robot; it comes with the list of its deliveries */
export const codeHash = (key: string, deliveryId: string, type: CodeType, code: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes([deliveryId, type, code].join('\n'))));
