import { describe, expect, it } from 'vitest';
import { longestOn, mayBeRetained } from '../../../contract/rules/messageLimits.ts';

const BASE = 'uagv/v2/Acme/A-1';

describe('a message', () => {
  it.each([`${BASE}/connection`, `${BASE}/factsheet`, `${BASE}/state`, `${BASE}/lease`])(
    'on %s may be kept for newcomers',
    (topic) => expect(mayBeRetained(topic)).toBe(true),
  );
  it.each([
    'rtc/A-1/lin~A-1~tab-t/up',
    'rtc/A-1/lin~A-1~tab-t/down',
    `${BASE}/teleop/3`,
    `${BASE}/teleopEcho`,
    `${BASE}/order`,
    `${BASE}/instantActions`,
    `${BASE}/visualization`,
    `${BASE}/events`,
    `${BASE}/private/events`,
    `${BASE}/ledger`,
    `${BASE}/+`,
    'users/lin/fleet',
    'users/lin/notices',
    'state',
    '',
  ])('on %s may not', (topic) => expect(mayBeRetained(topic)).toBe(false));
  it('is as long as its topic allows, and on none of ours has no room', () => {
    expect(longestOn(`${BASE}/teleop/3`)).toBe(4 << 10);
    expect(longestOn('rtc/A-1/c/up')).toBe(64 << 10);
    expect(longestOn(`${BASE}/factsheet`)).toBe(256 << 10);
    expect(longestOn('somewhere/else')).toBe(0);
  });
});
