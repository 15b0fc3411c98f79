import { expect, it } from 'vitest';
import { appLines, consoleLines } from '../../../contract/wire/signature.ts';

const signed = { time: '1763718000000', path: '/auth/login', canonical: '{"email":"é@x"}' };

it('the console signs id, time, path and canonical data', () => {
  expect(consoleLines({ id: 'i', ...signed })).toEqual(['i', signed.time, signed.path, signed.canonical]);
});

it('an app signs its request id, itself, its version and its user besides', () => {
  const app = { requestId: 'r', appId: 'a', version: '1', userId: 'u' };
  expect(appLines({ ...app, ...signed })).toEqual(['r', 'a', '1', 'u', signed.time, signed.path, signed.canonical]);
});
