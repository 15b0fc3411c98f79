/** What falls due in the life of an alarm case: level two, the question after an hour, and telling contacts again. */
import { askedAgain, levelTwoTold } from '../../contract/rules/alarmCase.ts';
import {
  addEntries,
  type AlarmCaseRow,
  changeCase,
  changeCases,
  anyDueAskAgain,
  anyDueLevelTwo,
  takeDueAskAgain,
  takeDueLevelTwo,
} from '../db/repositories/alarmCases.ts';
import type { DueSource } from '../jobs/due.ts';
import { toLife, toLifeColumns } from './alarmLife.ts';
import type { NotifyAlarm } from './alarmNotices.ts';
import type { AlarmRules } from './alarmRules.ts';
import { tellAgainSource } from './alarmTellAgain.ts';
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
      isDue: (_, now) => anyDueLevelTwo(now),
      async take(db, at, limit, afterCommit) {
        const due = await takeDueLevelTwo(db, at, limit);
        const [first] = due;
        if (!first) return 0;
        // The same columns of every case, so that a thousand that fall due together take one statement a batch.
        const { levelTwoAt, levelTwoToldAt } = toLifeColumns(levelTwoTold(toLife(first), at.getTime()));
        const ids = due.map(({ id }) => id);
        for (const told of await changeCases(db, ids, { levelTwoAt, levelTwoToldAt }))
          afterCommit(() => notifyAlarm(told, false));
        await tellContacts(db, { now, rules }, due, 2);
        return due.length;
      },
    },
    {
      name: 'alarmAskAgain',
      isDue: (_, now) => anyDueAskAgain(now),
      async take(db, at, limit, afterCommit) {
        const due = await takeDueAskAgain(db, at, limit);
        const last: AlarmCaseRow[] = [];
        const others: AlarmCaseRow[] = [];
        for (const row of due) {
          const asked = await changeCase(db, row.id, toLifeColumns(askedAgain(toLife(row), at.getTime())));
          (asked.askAgainAt === null ? last : others).push(asked);
          afterCommit(() => notifyAlarm(asked, false));
        }
        await addEntries(
          db,
          due.map(({ id: caseId }) => ({ caseId, at, kind: 'askedAgain' })),
        );
        await tellContacts(db, { now, rules }, others, 1);
        await tellContacts(db, { now, rules }, last, 2);
        return due.length;
      },
    },
    tellAgainSource({ now, rules, notifyAlarm }),
  ];
}
