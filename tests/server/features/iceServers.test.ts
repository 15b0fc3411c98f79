import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { iceServersFor } from '../../../server/features/iceServers.ts';

const NOW = 1_700_000_000_123;
const SECRET = 'shared-with-the-turn-server';
const stun = { urls: 'stun:a' };
const fixed = { urls: 'turn:b', username: 'u', credential: 'c' };

it('a TURN server that shares a secret gets a name that ends in an hour and says whose it is', () => {
  const [first, second, third, fourth] = iceServersFor(
    'lin',
    { iceServers: [stun, fixed, { urls: ['stun:d', 'turns:d'] }, { urls: 'turn:e' }], turnSecret: SECRET },
    NOW,
  );
  expect([first, second]).toEqual([stun, fixed]);
  const username = '1700003600:lin';
  const credential = createHmac('sha1', SECRET).update(username).digest('base64');
  expect(third).toEqual({ urls: ['stun:d', 'turns:d'], username, credential });
  expect(fourth).toEqual({ urls: 'turn:e', username, credential });
  expect(iceServersFor('chen', { iceServers: [{ urls: 'turn:e' }], turnSecret: SECRET }, NOW)[0]?.credential).not.toBe(
    credential,
  );
});

it('is the credential that openssl computes, too', () => {
  // printf '1700003600:lin' | openssl dgst -sha1 -hmac 'shared-with-the-turn-server' -binary | base64
  expect(iceServersFor('lin', { iceServers: [{ urls: 'turn:e' }], turnSecret: SECRET }, NOW)[0]?.credential).toBe(
    'KfCw5TPOJE4NeyTvUR6ZzoIChFI=',
  );
});

it('without a secret everybody is given what is set', () => {
  expect(iceServersFor('lin', { iceServers: [stun, fixed], turnSecret: undefined }, NOW)).toEqual([stun, fixed]);
});
