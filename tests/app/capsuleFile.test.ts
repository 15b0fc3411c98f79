/** Recording files are untrusted input: each kind of invalid file has its own error and does no harm. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ApiError, ERRORS, type ErrorName } from '../../contract/wire/errors.ts';
import { packed, unpacked } from '../../src/app/recorder/capsuleFile.ts';
import {
  type Capsule,
  RECORDING_FILE_LIMIT,
  RECORDING_FORMAT,
  RECORDING_TEXT_LIMIT,
  RECORDING_VERSION,
} from '../../src/machines/recording/format.ts';

const CAPSULE: Capsule = {
  format: RECORDING_FORMAT,
  version: RECORDING_VERSION,
  build: '1.0.0',
  sentence: '它停住了',
  takenAt: 5,
  page: '/home',
  language: 'zhCN',
  width: 1440,
  height: 900,
  dark: false,
  actors: { 0: { id: 'x', src: '', parent: null, machine: 'app', systemId: 'app' } },
  base: {
    at: 1,
    states: { 0: { status: 'active', value: { page: 'none' }, context: { user: null }, children: [] } },
    timers: [],
  },
  steps: [
    {
      at: 2,
      actor: 0,
      from: null,
      event: { type: 'x', n: 1 },
      took: ['app:x:0'],
      patch: { set: { user: { id: 'u1' } }, gone: ['a'], in: { b: { set: { c: 1 } } } },
      value: 'a',
      children: [],
      timers: [],
    },
  ],
};
const zip = (value: unknown): Blob => new Blob([gzipSync(typeof value === 'string' ? value : JSON.stringify(value))]);
const refusal = (file: Blob): Promise<ErrorName | undefined> =>
  unpacked(file).then(
    () => undefined,
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return (Object.keys(ERRORS) as ErrorName[]).find((name) => ERRORS[name] === (error as ApiError).code);
    },
  );

describe('a capsule', () => {
  it('comes out of its file as it went in', async () => {
    expect(await unpacked(await packed(CAPSULE))).toEqual(CAPSULE);
  });

  it.each<[string, () => Blob, ErrorName]>([
    ['an empty file', () => new Blob([]), 'capsuleForeign'],
    ['a picture', () => new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])]), 'capsuleForeign'],
    ['JSON that is not packed', () => new Blob([JSON.stringify(CAPSULE)]), 'capsuleForeign'],
    ["somebody else's JSON, packed", () => zip({ format: 'another', version: 1 }), 'capsuleForeign'],
    ['a number, packed', () => zip(7), 'capsuleForeign'],
    ['null, packed', () => zip('null'), 'capsuleForeign'],
    ['gzip of no JSON', () => zip('{'), 'capsuleDamaged'],
    [
      'the beginning of a capsule',
      () => new Blob([gzipSync(JSON.stringify(CAPSULE)).subarray(0, 90)]),
      'capsuleDamaged',
    ],
    [
      'a capsule with a byte changed',
      () => new Blob([gzipSync(JSON.stringify(CAPSULE)).map((byte, at) => (at === 60 ? byte ^ 0xff : byte))]),
      'capsuleDamaged',
    ],
    [
      'one of a newer format',
      () => zip({ ...CAPSULE, version: RECORDING_VERSION + 1, steps: 'otherwise' }),
      'capsuleTooNew',
    ],
    ['one without steps', () => zip({ ...CAPSULE, steps: undefined }), 'capsuleDamaged'],
    ['one without a root', () => zip({ ...CAPSULE, actors: { 0: { id: 'x', src: '', parent: 0 } } }), 'capsuleDamaged'],
    [
      'one with a step of nobody',
      () => zip({ ...CAPSULE, steps: [{ ...CAPSULE.steps[0], actor: -1 }] }),
      'capsuleDamaged',
    ],
    [
      'one with a time that is none',
      () => zip({ ...CAPSULE, steps: [{ ...CAPSULE.steps[0], at: 'now' }] }),
      'capsuleDamaged',
    ],
    [
      'one nested too deep',
      () => zip(JSON.stringify(CAPSULE).replace('"u1"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`)),
      'capsuleDamaged',
    ],
  ])('%s is not: %o', async (_, file, name) => {
    expect(await refusal(file())).toBe(name);
  });

  it('is not read when it is huge, packed or unpacked', async () => {
    expect(await refusal(new Blob([new Uint8Array(50 * 1024 * 1024)]))).toBe('capsuleTooBig');
    expect(await refusal(new Blob([new Uint8Array(RECORDING_FILE_LIMIT + 1)]))).toBe('capsuleTooBig');
    const bomb = gzipSync(new Uint8Array(RECORDING_TEXT_LIMIT + 1_024).fill(0x20));
    expect(bomb.length).toBeLessThan(RECORDING_FILE_LIMIT);
    expect(await refusal(new Blob([bomb]))).toBe('capsuleTooBig');
  });

  it('pollutes no prototype', async () => {
    await unpacked(zip(JSON.stringify(CAPSULE).replace('"user":null', '"user":null,"__proto__":{"polluted":1}')));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
