import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hmacSha256 } from '../../../contract/wire/hmacSha256.ts';

const due = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');

it('agrees with Node for every length around the limits of a block', () => {
  for (let length = 0; length < 300; length += 1) {
    const message = 'x'.repeat(length);
    expect(hmacSha256('key', message), `message of ${length}`).toBe(due('key', message));
    expect(hmacSha256(message, 'message'), `key of ${length}`).toBe(due(message, 'message'));
  }
});

it('encodes as UTF-8, and signs a large request', () => {
  expect(hmacSha256('钥匙', '何若彬 é 🤖')).toBe(due('钥匙', '何若彬 é 🤖'));
  const large = '机器人'.repeat(200_000);
  expect(hmacSha256('key', large)).toBe(due('key', large));
});
