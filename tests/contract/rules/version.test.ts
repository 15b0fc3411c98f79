import { expect, it } from 'vitest';
import { compareVersions } from '../../../contract/rules/version.ts';

it.each<[string, string, number]>([
  ['0.1.0', '0.1.0', 0],
  ['0.1.0', '0.2.0', -1],
  ['0.10.0', '0.9.9', 1],
  ['1.0', '1.0.0', 0],
  ['1.0.0+abc', '1.0.0', 0],
  ['dev', '9.0.0', 0],
  ['0.1.0', '', 0],
])('%s beside %s', (one, other, order) => {
  expect(Math.sign(compareVersions(one, other))).toBe(order);
});
