/** Whether the user may act on cases of a robot: the same right that the calls demand. */
import { useSelector } from '@xstate/react';
import { hasRight } from '../../../contract/rules/rights.ts';
import { selectRobots } from '../../machines/fleet/fleet.selectors.ts';
import { selectUser } from '../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';

export function useMayAct(serialNumber: string): boolean {
  const roles = useSelector(useApp().session, selectUser)?.roles ?? [];
  const relation = useSelector(useFleet(), selectRobots).find((robot) => robot.serialNumber === serialNumber)?.relation;
  return relation !== undefined && hasRight(roles, relation, 'operate');
}
