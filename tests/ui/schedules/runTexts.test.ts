/** What is said about a run: why it waits, and what an exception skips. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Translate } from '../../../src/ui/hooks/translate.ts';
import { whySentences } from '../../../src/ui/schedules/runTexts.ts';
import { sampleRun } from '../../fakes/scheduleSample.ts';
import { textsOf } from '../withTexts.tsx';

let en: Translate;
let zh: Translate;
beforeAll(async () => {
  en = (await textsOf('enUS')).now();
  zh = (await textsOf('zhCN')).now();
});

describe('a run that waits for charge', () => {
  const waiting = (type: string, params: Record<string, number>) =>
    sampleRun({ state: 'waiting', reason: { type, description: '' }, notes: [{ type: 'battery', params }] });
  const params = { percent: 15, charge: 25, needs: 65, minutes: 30 };

  it('says what it needs and what the robot has now', () => {
    for (const type of ['robotBatteryLow', 'robotCharging']) {
      expect(whySentences(en, waiting(type, params))).toEqual(['Needs 65% to start; the battery is at 25%.']);
      expect(whySentences(zh, waiting(type, params))).toEqual(['开始执行需要 65% 的电量，当前 25%。']);
    }
  });
  it('says the reason alone while the forecast knows of nothing that is missing, or if it waits for another one', () => {
    expect(whySentences(en, waiting('robotBatteryLow', { percent: 12 }))).toEqual(['Battery too low']);
    expect(whySentences(en, waiting('leaseHeld', params))).toEqual(['Robot was driven by hand']);
  });
  it('that is only planned is said with the time to come', () => {
    expect(whySentences(en, sampleRun({ notes: [{ type: 'battery', params }] }))).toEqual([
      'The run needs 65% to start, and the battery would be at 25%. It waits up to 30 min for more charge.',
    ]);
  });
});

it.each([
  ['cruise', 1, 'An exception skips 1 stop.', '例外跳过 1 个停靠点。'],
  ['cruise', 2, 'An exception skips 2 stops.', '例外跳过 2 个停靠点。'],
  ['disinfection', 1, 'An exception skips 1 place.', '例外跳过 1 处。'],
  ['disinfection', 3, 'An exception skips 3 places.', '例外跳过 3 处。'],
] as const)('an exception of a %s run skips %i', (kind, stops, english, chinese) => {
  const run = sampleRun({ kind, notes: [{ type: 'exception', params: { stops } }] });
  expect([whySentences(en, run), whySentences(zh, run)]).toEqual([[english], [chinese]]);
});

it('a run under way whose task was changed since says that it goes on as it began', () => {
  const run = sampleRun({ state: 'inProgress', verdict: 'over', isAsBegun: true });
  expect(whySentences(en, run)).toEqual(['The task has changed since. This run continues with its original settings.']);
  expect(whySentences(zh, run)).toEqual(['任务之后有改动，本次执行按开始时的设置继续。']);
  expect(whySentences(en, sampleRun({ state: 'inProgress', verdict: 'over' }))).toEqual([]);
});

it('a time that the clock skips or has twice is named, with its day and the start', () => {
  const run = (type: 'clockSkips' | 'clockRepeats', params = {}) => sampleRun({ notes: [{ type, params }] });
  const skipped = run('clockSkips', { time: '02:30', date: '2027-03-28', at: '03:00' });
  expect([whySentences(en, skipped), whySentences(zh, skipped)]).toEqual([
    ["02:30 doesn't exist on 28 March because of the clock change. The run starts at 03:00."],
    ['因时钟调整，3月28日没有 02:30，任务在 03:00 开始。'],
  ]);
  expect(whySentences(en, run('clockRepeats', { time: '02:30', date: '2027-10-31', at: '02:30' }))).toEqual([
    '02:30 occurs twice on 31 October because of the clock change. The run starts the first time.',
  ]);
  // An older server does not name them.
  expect(whySentences(en, run('clockSkips'))).toEqual(['The clock skips this time, so the run starts right after it.']);
});
