/** Notices about alarm cases: each change of state at once, a flood of other changes bounded, the last of them never lost. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AlarmCaseRow } from '../../../server/db/repositories/alarmCases.ts';
import { createAlarmNotices } from '../../../server/features/alarmNotices.ts';

const row = (changes: Partial<AlarmCaseRow> = {}): AlarmCaseRow =>
  ({
    id: 'case-1',
    serialNumber: 'RB-1',
    state: 'open',
    ownerId: null,
    handOverTo: null,
    levelTwoToldAt: null,
    overAt: null,
    pictureId: null,
    ...changes,
  }) as AlarmCaseRow;

function notices(users = ['lena']) {
  const sent: unknown[] = [];
  const notify = createAlarmNotices({
    broker: {
      isUp: () => true,
      publish: (_topic, notice) => {
        sent.push(notice);
        return Promise.resolve();
      },
    },
    fleetCache: () => ({ usersOf: () => users }),
    log: { warn: vi.fn() },
    now: Date.now,
  });
  return { notify, sent };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells a change of state at once', () => {
  const { notify, sent } = notices();
  notify(row(), true);
  notify(row({ state: 'taken', ownerId: 'lena' }), false);
  expect(sent).toHaveLength(2);
});

it('tells a flood of other changes once at its beginning and once at the end of the interval', () => {
  const { notify, sent } = notices();
  notify(row(), true);
  for (let n = 0; n < 100; n += 1) notify(row(), false);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1_999);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(2);
});

it('tells nothing twice when the state changes while a change waits', () => {
  const { notify, sent } = notices();
  notify(row(), true);
  notify(row(), false);
  notify(row({ state: 'resolved' }), false);
  vi.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(2);
});

it('tells who made the change that it is their own, and nobody else', () => {
  const { notify, sent } = notices(['lena', 'chen']);
  notify(row(), true, { by: 'lena' });
  expect(sent).toMatchObject([{ isOwn: true }, { isOwn: false }]);
  notify(row({ handOverTo: 'chen' }), false, { offeredTo: 'chen', by: 'lena' });
  expect(sent.slice(2)).toMatchObject([
    { isOwn: true, isOffered: false },
    { isOwn: false, isOffered: true },
  ]);
});
