/**
 * Tells the contacts of a case again if nobody was reached: every message failed, or there was nobody to tell at that
 * hour. It ends when somebody was reached or has the case, and after a bounded number of times.
 */
import { MOST_TELL_AGAINS, REACH_CHECK_MS, reachOf, tellAgainAfterMs } from '../../contract/rules/alarmNotification.ts';
import type { Db } from '../db/database.ts';
import { type AlarmCaseRow, changeCase, takeDueTellAgain } from '../db/repositories/alarmCases.ts';
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

export const tellAgainSource = ({ now, rules, notifyAlarm }: Needs): DueSource => ({
  name: 'alarmTellAgain',
  async take(db, at, limit, afterCommit) {
    const due = await takeDueTellAgain(db, at, limit);
    if (due.length === 0) return 0;
    const messages = await messageStatesOf(
      db,
      due.map(({ id }) => id),
    );
    const unreached: AlarmCaseRow[] = [];
    for (const row of due) {
      const reach = reachOfCase(
        row,
        messages.filter(({ caseId }) => caseId === row.id),
        at.getTime(),
      );
      const isOver = row.state !== 'open' || reach === 'somebody' || !(await rules.notifies(db, row.serialNumber));
      if (isOver) await changeCase(db, row.id, { tellAgainAt: null });
      else if (reach === 'underway')
        await changeCase(db, row.id, { tellAgainAt: new Date(at.getTime() + REACH_CHECK_MS) });
      else unreached.push(await countTelling(db, row, at));
    }
    // Together, because one call locks the summaries of its contacts in one order.
    await tellContacts(db, { now, rules }, unreached, 1, true);
    const onLevelTwo = unreached.filter(({ levelTwoToldAt }) => levelTwoToldAt !== null);
    await tellContacts(db, { now, rules }, onLevelTwo, 2, true);
    for (const row of unreached) afterCommit(() => notifyAlarm(row, false));
    return due.length;
  },
});

/** Counts a telling and plans the next one, if there is one. */
const countTelling = (db: Db, row: AlarmCaseRow, at: Date): Promise<AlarmCaseRow> => {
  const tellAgains = row.tellAgains + 1;
  const isLast = tellAgains >= MOST_TELL_AGAINS;
  return changeCase(db, row.id, {
    tellAgains,
    tellAgainAt: isLast ? null : new Date(at.getTime() + tellAgainAfterMs(tellAgains)),
  });
};
