/** Places in the calendar: chips never overlap, a held chip moves no other, labels of bands lie between chips. */
import { describe, expect, it } from 'vitest';
import { runKeyOf } from '../../../../src/machines/schedules/schedulesQuery.ts';
import { CHIP_HEIGHT, daysLayout } from '../../../../src/ui/pages/schedules/daysLayout.ts';
import { freePlace } from '../../../../src/ui/schedules/freePlace.ts';
import { atTime, sampleRun, ZONE } from '../../../fakes/scheduleSample.ts';

const dates = ['2026-11-22', '2026-11-23'];
const at = (time: string) => sampleRun({ plannedAt: atTime('2026-11-22', time) });
const runs = ['08:00', '08:10', '08:12', '20:00'].map(at);

describe('the calendar', () => {
  it('pushes chips down that would overlap', () => {
    const [first = []] = daysLayout({ runs, dates, timeZone: ZONE }).days;
    const tops = first.map(({ top }) => top);
    expect(tops.slice(1).every((top, i) => top - (tops[i] ?? 0) >= CHIP_HEIGHT)).toBe(true);
    expect(first.map(({ barTop, top }) => top >= barTop)).toEqual([true, true, true, true]);
  });
  it('finds the minute at a place, in folded hours too', () => {
    const { topOf, minuteAt } = daysLayout({ runs, dates, timeZone: ZONE });
    for (const minute of [0, 150, 485, 730, 1_205, 1_440]) expect(minuteAt(topOf(minute))).toBeCloseTo(minute);
    expect([minuteAt(-50), minuteAt(10_000)]).toEqual([0, 1_440]);
  });
  it('lays a held chip over the others, at its own time', () => {
    const [, second] = runs;
    const [first = []] = daysLayout({ runs, dates, timeZone: ZONE, held: runKeyOf(second!) }).days;
    expect(first[1]).toMatchObject({ top: first[1]?.barTop });
    expect(first[2]?.top).toBe((first[0]?.top ?? 0) + CHIP_HEIGHT + 2);
  });
  it('does not unfold hours for a run that is being moved', () => {
    const moved = [...runs.slice(1), sampleRun({ plannedAt: atTime('2026-11-23', '03:00') })];
    const still = daysLayout({ runs, dates, timeZone: ZONE });
    const { topOf } = daysLayout({ runs: moved, dates, timeZone: ZONE, unfolding: runs });
    expect([topOf(180), topOf(1_200)]).toEqual([still.topOf(180), still.topOf(1_200)]);
  });
});

describe('the label of a band', () => {
  const band = { top: 100, bottom: 200 };
  it('is in the middle of the band, or of its largest gap', () => {
    expect(freePlace(band, [], 18)).toBe(141);
    expect(freePlace(band, [{ top: 110, height: 24 }], 18)).toBe(158);
    expect(
      freePlace(
        band,
        [
          { top: 150, height: 24 },
          { top: 90, height: 20 },
        ],
        18,
      ),
    ).toBe(121);
  });
  it('is left out where chips leave no room', () => {
    const chips = [100, 125, 150, 176].map((top) => ({ top, height: 24 }));
    expect(freePlace(band, chips, 18)).toBeNull();
    expect(freePlace({ top: 100, bottom: 110 }, [], 18)).toBeNull();
  });
});
