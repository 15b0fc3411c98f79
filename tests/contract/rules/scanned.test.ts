import { describe, expect, it } from 'vitest';
import { codeIn, readScanned } from '../../../contract/rules/scanned.ts';

const ORIGIN = 'https://rh.example';
const CLAIM = 'ABCD-1234-EFGH-5678';
const SIGN_IN = 'a_b-c'.repeat(8);

describe('what was scanned', () => {
  it.each([
    [`${ORIGIN}/mini-program?code=${CLAIM}`, { kind: 'claim', code: CLAIM }],
    [` ${ORIGIN}/mini-program/?sign-in=${SIGN_IN}\n`, { kind: 'signIn', code: SIGN_IN }],
    [CLAIM.toLowerCase(), { kind: 'claim', code: CLAIM }],
    ['abcd 1234 efgh 5678', { kind: 'claim', code: CLAIM }],
    ['abcd1234efgh5678', { kind: 'claim', code: CLAIM }],
    ['abcd 1234 efgh 5678 jkmn', { kind: 'signIn', code: 'ABCD1234EFGH5678JKMN' }],
    ['O1li 2345 6789 ABCD EFGH', { kind: 'signIn', code: '0111' + '23456789ABCDEFGH' }],
    ['abcd 1234 efgh 567', { kind: 'text', text: 'abcd 1234 efgh 567' }],
    [`https://other.example/mini-program?code=${CLAIM}`, { kind: 'elsewhere', host: 'other.example' }],
    [`http://rh.example/mini-program?code=${CLAIM}`, { kind: 'elsewhere', host: 'rh.example' }],
    [`${ORIGIN}/home/robot-data?sn=1`, { kind: 'ours', path: '/home/robot-data' }],
    [`${ORIGIN}/mini-program?code=short`, { kind: 'ours', path: '/mini-program' }],
    [`https://evil.example/?code=${CLAIM}`, { kind: 'link', host: 'evil.example' }],
    ['https://[', { kind: 'text', text: 'https://[' }],
    ['javascript:alert(1)', { kind: 'text', text: 'javascript:alert(1)' }],
    ['hello', { kind: 'text', text: 'hello' }],
    ['x'.repeat(100), { kind: 'text', text: `${'x'.repeat(80)}…` }],
  ])('%s', (text, expected) => expect(readScanned(text, ORIGIN)).toEqual(expected));

  it('knows one computer by all its names, on the same port', () => {
    expect(readScanned(`http://localhost:8080/mini-program?code=${CLAIM}`, 'http://127.0.0.1:8080')).toEqual({
      kind: 'claim',
      code: CLAIM,
    });
    expect(readScanned(`http://localhost:8081/mini-program?code=${CLAIM}`, 'http://127.0.0.1:8080')).toEqual({
      kind: 'elsewhere',
      host: 'localhost:8081',
    });
  });
});

it('reads the code of its own address, and nothing that is none', () => {
  expect(codeIn(`?sign-in=${SIGN_IN}`)).toEqual({ kind: 'signIn', code: SIGN_IN });
  expect(codeIn(`?code=${CLAIM.toLowerCase()}`)).toEqual({ kind: 'claim', code: CLAIM });
  expect(codeIn('?code=nothing&sign-in=%00')).toBeNull();
  expect(codeIn('')).toBeNull();
});
