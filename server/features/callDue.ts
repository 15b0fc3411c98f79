/**
 * Looks at every open call each 2 s: rights, connections and time-outs. The rows are in the database, so that a call
 * outlives a restart of the server.
 */
import { CALL_OPERATOR_SILENT_MS, CALL_REPEAT_MS } from '../../contract/rules/call.ts';
import { ROBOT_SILENT_MS } from '../../contract/rules/limits.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { anyDueCall, changeCall, operatorStanding, takeDueCalls, type CallRow } from '../db/repositories/calls.ts';
import type { Db } from '../db/database.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { DueSource } from '../jobs/due.ts';
import { factsOf, moveCall, nextLook, type CallTeller } from './callLife.ts';

interface Needs {
  fleet: () => Fleet;
  teller: CallTeller;
}

async function lookAt(db: Db, fleet: Fleet, row: CallRow, now: Date) {
  const live = fleet.live(row.serialNumber, 'zhCN');
  const at = now.getTime();
  const heardAt = live.at ?? 0;
  const repeatedAt = row.operatorSeenAt?.getTime() ?? 0;
  const { roles, relation } = await operatorStanding(db, row, now);
  return {
    type: 'look' as const,
    isRobotThere: live.connection === 'online' && at - heardAt <= 2 * ROBOT_SILENT_MS,
    isOperatorThere: at - repeatedAt <= CALL_OPERATOR_SILENT_MS,
    hasMedia: row.hasMedia,
    mayOperate: hasRight(roles, relation, 'operate'),
    ...(live.at !== null && { robotGoneAt: heardAt }),
    // The last repeat came, the next one was missing.
    operatorGoneAt: repeatedAt + CALL_REPEAT_MS,
  };
}

export const callDueSource = ({ fleet, teller }: Needs): DueSource => ({
  name: 'calls',
  isDue: (_, now) => anyDueCall(now),
  async take(db, at, limit, afterCommit) {
    const due = await takeDueCalls(db, at, limit);
    for (const row of due) {
      const moved = await moveCall(db, row, await lookAt(db, fleet(), row, at), at.getTime());
      if (moved) afterCommit(() => teller.changed(moved));
      else {
        const same = await changeCall(db, row.id, { dueAt: nextLook(factsOf(row), at.getTime() + 1) });
        // A message to the robot can get lost, so it is repeated.
        afterCommit(() => teller.tellRobot(row.serialNumber, same));
      }
    }
    return due.length;
  },
});
