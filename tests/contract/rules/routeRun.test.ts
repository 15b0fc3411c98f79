import { describe, expect, it } from 'vitest';
import { resultOf } from '../../../contract/rules/routeRun.ts';

describe('the result of a drive', () => {
  it.each([
    [
      'a single one with every stop',
      { cycleType: 'single', by: 'itself', loop: 0, arrived: 3, skipped: 0 },
      'finished',
    ],
    [
      'a single one with a stop skipped',
      { cycleType: 'single', by: 'itself', loop: 0, arrived: 2, skipped: 1 },
      'partiallyCompleted',
    ],
    ['one with every stop skipped', { cycleType: 'single', by: 'itself', loop: 0, arrived: 0, skipped: 3 }, 'failed'],
    ['one ended midway', { cycleType: 'single', by: 'person', loop: 0, arrived: 1, skipped: 0 }, 'partiallyCompleted'],
    [
      'one ended before its first stop',
      { cycleType: 'single', by: 'person', loop: 0, arrived: 0, skipped: 0 },
      'failed',
    ],
    [
      'a loop ended after a whole round',
      { cycleType: 'loop', by: 'person', loop: 1, arrived: 4, skipped: 0 },
      'finished',
    ],
    [
      'a loop ended in its first round',
      { cycleType: 'loop', by: 'person', loop: 0, arrived: 2, skipped: 0 },
      'partiallyCompleted',
    ],
    [
      'a loop whose robot was lost',
      { cycleType: 'loop', by: 'fault', loop: 9, arrived: 30, skipped: 0 },
      'partiallyCompleted',
    ],
    ['one that was never taken', { cycleType: 'loop', by: 'fault', loop: 0, arrived: 0, skipped: 0 }, 'failed'],
  ] as const)('%s', (_what, outcome, result) => expect(resultOf({ rounds: null, ...outcome })).toBe(result));
});
