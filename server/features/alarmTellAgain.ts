/**
 * Tells the contacts of a case again if nobody was reached: every message failed, or there was nobody to tell at that
 * hour. It ends when somebody was reached or has the case, and after a bounded number of times.
 */
import { MOST_TELL_AGAINS, REACH_CHECK_MS, reachOf, tellAgainAfterMs } from '../../contract/rules/alarmNotification.ts';
import { type AlarmCaseRow, anyDueTellAgain, changeCases, takeDueTellAgain } from '../db/repositories/alarmCases.ts';
import { messageStatesOf, type NotificationRow } from '../db/repositories/alarmNotifications.ts';
import type { DueSource } from '../jobs/due.ts';
import type { NotifyAlarm } from './alarmNotices.ts';
import type { AlarmRules } from './alarmRules.ts';
import { tellContacts } from './tellContacts.ts';

interface Needs {
  now: () => number;
  rules: AlarmRules;
  notifyAlarm: NotifyAlarm;
}

type Message = Pick<NotificationRow, 'channel' | 'state' | 'at' | 'settledAt'>;
const reachOfCase = (row: AlarmCaseRow, messages: readonly Message[], now: number): ReturnType<typeof reachOf> =>
  reachOf(
    messages
      .filter(({ at }) => at >= (row.toldSince ?? row.raisedAt))
      .map((one) => ({ ...one, settledAt: one.settledAt?.getTime() ?? null })),
    now,
  );

/** What the page of a case says: null unless nobody was reached. */
export function tellingAgain(row: AlarmCaseRow, messages: readonly Message[], now: number) {
  const { state, tellAgainAt, tellAgains } = row;
  if (state !== 'open' || (tellAgainAt === null && tellAgains === 0)) return null;
  return reachOfCase(row, messages, now) === 'nobody'
    ? { nextAt: tellAgainAt?.getTime() ?? null, count: tellAgains, most: MOST_TELL_AGAINS }
    : null;
}

function grouped<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

export const tellAgainSource = ({ now, rules, notifyAlarm }: Needs): DueSource => ({
  name: 'alarmTellAgain',
  isDue: (_, now) => anyDueTellAgain(now),
  async take(db, at, limit, afterCommit) {
    const due = await takeDueTellAgain(db, at, limit);
    if (due.length === 0) return 0;
    const messages = await messageStatesOf(
      db,
      due.map(({ id }) => id),
    );
    const silenced = await rules.silenced(
      db,
      due.map(({ serialNumber }) => serialNumber),
    );
    const byCase = grouped(messages, ({ caseId }) => caseId);
    const next = grouped(due, (row) => {
      const reach = reachOfCase(row, byCase.get(row.id) ?? [], at.getTime());
      return row.state !== 'open' || reach === 'somebody' || silenced.has(row.serialNumber) ? 'over' : reach;
    });
    // Of many cases, few were told a different number of times: a statement for each group.
    const change = async (rows: readonly AlarmCaseRow[], to: Parameters<typeof changeCases>[2]) =>
      rows.length === 0
        ? []
        : await changeCases(
            db,
            rows.map(({ id }) => id),
            to,
          );
    await change(next.get('over') ?? [], { tellAgainAt: null });
    await change(next.get('underway') ?? [], { tellAgainAt: new Date(at.getTime() + REACH_CHECK_MS) });
    const unreached: AlarmCaseRow[] = [];
    for (const [times, rows] of grouped(next.get('nobody') ?? [], ({ tellAgains }) => tellAgains + 1))
      unreached.push(...(await change(rows, countedTelling(times, at))));
    // Together, because one call locks the summaries of its contacts in one order.
    await tellContacts(db, { now, rules }, unreached, 1, true);
    const onLevelTwo = unreached.filter(({ levelTwoToldAt }) => levelTwoToldAt !== null);
    await tellContacts(db, { now, rules }, onLevelTwo, 2, true);
    for (const row of unreached) afterCommit(() => notifyAlarm(row, false));
    return due.length;
  },
});

/** Counts a telling and plans the next one, if there is one. */
const countedTelling = (tellAgains: number, at: Date) => ({
  tellAgains,
  tellAgainAt: tellAgains >= MOST_TELL_AGAINS ? null : new Date(at.getTime() + tellAgainAfterMs(tellAgains)),
});
