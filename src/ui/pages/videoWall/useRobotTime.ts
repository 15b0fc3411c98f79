/** The time of day at a robot's site. */
import { useSelector } from '@xstate/react';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { useHomeSite } from '../../shell/useHomeSite.ts';

export function useRobotTime(robot: Robot | undefined): (at: number) => string {
  const sites = useSelector(useFleet(), selectSites);
  const { timeZone } = useHomeSite();
  const zone = sites.find(({ id }) => id === robot?.siteId)?.timeZone ?? timeZone;
  return (at) => timeOfDay(at, zone);
}
