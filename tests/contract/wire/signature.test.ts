import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PUBLIC_KEY, appSignature, consoleSignature } from '../../../contract/wire/signature.ts';

const signed = { id: 'a'.repeat(32), time: '1763718000000', path: '/auth/login', canonical: '{"email":"é@x"}' };
/** Independent implementation of the design's signature with Node's own HMAC. */
const hmac = (key: string, lines: string[]) => createHmac('sha256', key).update(lines.join('\n')).digest('hex');

describe('the console signature', () => {
  it('is HMAC-SHA256 over id, time, path and canonical data, keyed with the token', () => {
    expect(consoleSignature(signed, 'tok')).toBe(hmac('tok', [signed.id, signed.time, signed.path, signed.canonical]));
  });
  it.each([[null], ['']])('is keyed with a public word where there is no token (%j)', (token) => {
    expect(consoleSignature(signed, token)).toBe(
      hmac(PUBLIC_KEY, [signed.id, signed.time, signed.path, signed.canonical]),
    );
  });
});

it('the app signature covers request id, app, version and user', () => {
  const app = {
    requestId: 'r',
    appId: 'a',
    version: '1',
    userId: 'u',
    time: signed.time,
    path: signed.path,
    canonical: signed.canonical,
  };
  expect(appSignature(app, 'secret')).toBe(
    hmac('secret', ['r', 'a', '1', 'u', signed.time, signed.path, signed.canonical]),
  );
});
