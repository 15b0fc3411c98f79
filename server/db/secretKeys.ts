/**
 * The keys that seal the secrets of installations, by fingerprint. A key stands in a file outside the database
 * (server/keyFile.ts), so that a copy of the database alone opens nothing. Several servers of one process, as in tests,
 * have different keys.
 */
import { createHash } from 'node:crypto';
import { openText, sealText } from './seal.ts';

/** Where a rotation keeps the key of before until it is done. Nobody else's file has this name: it is deleted afterwards. */
export const previousKeyFile = (keyFile: string): string => `${keyFile}.before-rotation`;

/** All secrets of the table `installation`. What each is for: server/keyFile.ts. */
export const SECRET_NAMES = [
  'mqttSecret',
  'requestSecret',
  'captchaSecret',
  'codeSecret',
  'pickUpSecret',
  'claimScreenSecret',
  'fileSecret',
  'appSecretsKey',
  'deliveryCodesKey',
  'relaySecret',
  'simulatedRobotSecret',
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** `sealed:<fingerprint>:<text>` */
const SEALED = 'sealed:';
const keys = new Map<string, string>();

export const fingerprintOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
/** @returns its fingerprint */
export function addSecretKey(key: string): string {
  const fingerprint = fingerprintOf(key);
  keys.set(fingerprint, key);
  return fingerprint;
}

export const isSealed = (stored: string): boolean => stored.startsWith(SEALED);
/** @throws when no key with this fingerprint was added */
export function sealSecret(fingerprint: string, name: SecretName, secret: string): string {
  return `${SEALED}${fingerprint}:${sealText(keyOf(fingerprint), name, secret)}`;
}
/** Secrets of earlier versions, and of databases without a key file, are not sealed. @throws without the key */
export function openSecret(name: SecretName, stored: string): string {
  if (!isSealed(stored)) return stored;
  const [fingerprint = '', sealed = ''] = stored.slice(SEALED.length).split(':');
  return openText(keyOf(fingerprint), name, sealed);
}

function keyOf(fingerprint: string): string {
  const key = keys.get(fingerprint);
  if (key === undefined) throw new Error(`the key ${fingerprint} of this installation's secrets is missing`);
  return key;
}
