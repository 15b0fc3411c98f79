/** Releases cases whose owner can no longer act on the robot, and tells level one again, because nobody has the case. */
import { ACCOUNT_ROLES } from '../../contract/entities/constants.ts';
import { ownerGone } from '../../contract/rules/alarmCase.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { type AlarmCaseRow, addEntry, changeCase } from '../db/repositories/alarmCases.ts';
import { anyCaseWithoutOwner, takeCasesWithoutOwner } from '../db/repositories/alarmLinks.ts';
import type { DueSource } from '../jobs/due.ts';
import { toLife, toLifeColumns } from './alarmLife.ts';
import type { NotifyAlarm } from './alarmNotices.ts';
import type { AlarmRules } from './alarmRules.ts';
import { tellContacts } from './tellContacts.ts';

/** Any relation that is authorised gives `operate`, together with one of these roles (contract/rules/rights.ts). */
const OPERATORS = ACCOUNT_ROLES.filter((role) => hasRight([role], 'member', 'operate'));

interface Needs {
  now: () => number;
  rules: AlarmRules;
  notifyAlarm: NotifyAlarm;
}

export const alarmOwnerSource = ({ now, rules, notifyAlarm }: Needs): DueSource => ({
  name: 'alarmOwnerGone',
  isDue: () => anyCaseWithoutOwner(OPERATORS),
  async take(db, at, limit, afterCommit) {
    const left = await takeCasesWithoutOwner(db, OPERATORS, limit);
    const cases: AlarmCaseRow[] = [];
    for (const row of left) {
      const released = await changeCase(db, row.id, {
        ...toLifeColumns(ownerGone(toLife(row), at.getTime())),
        ownerName: null,
        handOverName: null,
      });
      await addEntry(db, { caseId: row.id, at, kind: 'ownerGone', by: row.ownerName ?? '' });
      cases.push(released);
      afterCommit(() => notifyAlarm(released, true));
    }
    // Together, because one call locks the summaries of its contacts in one order.
    if (cases.length > 0) await tellContacts(db, { now, rules }, cases, 1);
    return left.length;
  },
});
