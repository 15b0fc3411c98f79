import { expect, it } from 'vitest';
import { momentPath } from '../../../contract/rules/momentPath.ts';

it('opens the page of the past a little before the moment, at its robot', () => {
  expect(momentPath({ serialNumber: 'D 2/1', at: 10_000.4 })).toBe('/monitoring?at=5000&robot=D%202%2F1');
  expect(momentPath({ serialNumber: 'A', at: 1 })).toBe('/monitoring?at=0&robot=A');
});
