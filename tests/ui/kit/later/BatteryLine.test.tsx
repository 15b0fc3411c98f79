/** The battery line: where its look changes. */
import { expect, it } from 'vitest';
import { pieceOf, segmentsOf } from '../../../../src/ui/kit/later/BatteryLine.tsx';

const looks = (points: Parameters<typeof segmentsOf>[0], now: number) =>
  segmentsOf(points, now, 15).map((segment) => [segment.from.at, segment.to.at, pieceOf(segment, now, 15)]);

it('is cut at the present and where it crosses the reserve', () => {
  const points = [
    { at: 0, percent: 65, charging: false },
    { at: 60, percent: 5, charging: false },
    { at: 80, percent: 45, charging: true },
  ];
  expect(looks(points, 30)).toEqual([
    [0, 30, 'past'],
    [30, 50, 'ahead'],
    [50, 60, 'aheadLow'],
    [60, 65, 'aheadCharging'],
    [65, 80, 'aheadCharging'],
  ]);
});

it('has a gap where the charge is unknown', () => {
  const points = [
    { at: 0, percent: 60, charging: false },
    { at: 10, percent: null, charging: false },
    { at: 20, percent: 60, charging: false },
    { at: 30, percent: 60, charging: false },
  ];
  expect(looks(points, 100)).toEqual([[20, 30, 'past']]);
});
