/** Both implementations of the signature agree with Node's own HMAC. */
import { createHmac as nodeHmac, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PUBLIC_KEY } from '../../contract/wire/signature.ts';
import { createHmac } from '../../src/services/hmac.ts';
import { portableHmac } from '../../src/services/portableHmac.ts';

describe.each([
  ['with crypto.subtle', createHmac(webcrypto.subtle as SubtleCrypto)],
  ['without crypto.subtle', createHmac(undefined)],
  ['in JavaScript', portableHmac],
])('%s', (_, hmac) => {
  it.each([
    ['tok', ['a'.repeat(32), '1763718000000', '/auth/login', '{"email":"é@x"}']],
    [PUBLIC_KEY, ['机器人', '']],
    ['k'.repeat(200), ['x'.repeat(5_000)]],
  ])('signs the lines with the key %s', async (key, lines) => {
    expect(await hmac(key, lines)).toBe(nodeHmac('sha256', key).update(lines.join('\n')).digest('hex'));
  });
});
