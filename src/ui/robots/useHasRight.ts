/** Whether the user has a right on a robot: the same rule that the calls demand. */
import { useSelector } from '@xstate/react';
import { hasRight, type Right } from '../../../contract/rules/rights.ts';
import { selectRobots } from '../../machines/fleet/fleet.selectors.ts';
import { selectUser } from '../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';

export function useHasRight(right: Right): (serialNumber: string) => boolean {
  const roles = useSelector(useApp().session, selectUser)?.roles ?? [];
  const robots = useSelector(useFleet(), selectRobots);
  return (serialNumber) => {
    const relation = robots.find((robot) => robot.serialNumber === serialNumber)?.relation;
    return relation !== undefined && hasRight(roles, relation, right);
  };
}
