/** What falls due in the life of an alarm case: level two, and asking again about a case that nobody takes. */
import { askAgain, NOBODY_TOLD, toldSince } from '../../contract/rules/alarmAskAgain.ts';
import { levelTwoTold } from '../../contract/rules/alarmCase.ts';
import {
  addEntry,
  changeCase,
  takeDueAskAgain,
  takeDueLevelTwo,
  type AlarmCaseRow,
} from '../db/repositories/alarmCases.ts';
import { toldSoFar } from '../db/repositories/alarmNotifications.ts';
import type { DueSource } from '../jobs/due.ts';
import { toLife, toLifeColumns } from './alarmLife.ts';
import type { NotifyAlarm } from './alarmNotices.ts';
import type { AlarmRules } from './alarmRules.ts';
import { tellContacts } from './tellContacts.ts';

interface Needs {
  now: () => number;
  rules: AlarmRules;
  notifyAlarm: NotifyAlarm;
}

export function alarmDueSources({ now, rules, notifyAlarm }: Needs): DueSource[] {
  return [
    {
      name: 'alarmLevelTwo',
      async take(db, at, limit, afterCommit) {
        const due = await takeDueLevelTwo(db, at, limit);
        for (const row of due) {
          const told = await changeCase(db, row.id, toLifeColumns(levelTwoTold(toLife(row), at.getTime())));
          afterCommit(() => notifyAlarm(told, false));
        }
        await tellContacts(db, { now, rules }, due, 2);
        return due.length;
      },
    },
    {
      name: 'alarmAskAgain',
      async take(db, at, limit, afterCommit) {
        const due = await takeDueAskAgain(db, at, limit);
        const lives = due.map((row) => ({ id: row.id, life: toLife(row) }));
        const told = await toldSoFar(
          db,
          lives.map(({ id, life }) => ({ id, since: toldSince(life) })),
        );
        const offered: AlarmCaseRow[] = [];
        const repeated: AlarmCaseRow[] = [];
        for (const { id, life } of lives) {
          const { life: next, isAsked } = askAgain(life, told.get(id) ?? NOBODY_TOLD, at.getTime());
          const row = await changeCase(db, id, toLifeColumns(next));
          if (!isAsked) continue;
          const isOffered = next.isAskedAgain && !life.isAskedAgain;
          if (isOffered) await addEntry(db, { caseId: id, at, kind: 'askedAgain' });
          (isOffered ? offered : repeated).push(row);
          afterCommit(() => notifyAlarm(row, false));
        }
        await tellContacts(db, { now, rules }, offered, 1);
        await tellContacts(db, { now, rules }, repeated, 1, { isRepeat: true });
        const open = repeated.filter(({ state }) => state === 'open');
        await tellContacts(db, { now, rules }, open, 2, { isRepeat: true });
        return due.length;
      },
    },
  ];
}
