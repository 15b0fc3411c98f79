import { expect, it } from 'vitest';
import { isBatteryCritical, isBatteryLow, shownPercent } from '../../../contract/rules/batteryLevel.ts';

it('a battery is low below the limit as shown: one that shows 30 is not', () => {
  expect([29.4, 29.5, 30].map((battery) => [shownPercent(battery), isBatteryLow(battery)])).toEqual([
    [29, true],
    [30, false],
    [30, false],
  ]);
  expect([14.4, 14.5].map(isBatteryCritical)).toEqual([true, false]);
});
