import { useSelector } from '@xstate/react';
import { selectCurrent, selectRobots, selectSites } from '../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../hooks/useApp.ts';
import { siteOf, siteOfRobot } from '../../machines/fleet/homeSite.ts';
import { ownZone } from './siteTime.ts';

export interface HomeSite {
  /** Empty while no site is known. */
  name: string;
  /** IANA time zone; the browser's while no site is known. */
  timeZone: string;
}

/** The site whose clock the shell shows. */
export function useHomeSite(): HomeSite {
  const fleet = useFleet();
  const site = siteOf(
    useSelector(fleet, selectSites),
    useSelector(fleet, selectRobots),
    useSelector(fleet, selectCurrent),
  );
  return site ? { name: site.name, timeZone: site.timeZone } : { name: '', timeZone: ownZone() };
}

/** The time zone of a robot's site; the home site's without a robot, and for one that is not among the user's. */
export function useRobotZone(serialNumber: string): string {
  const fleet = useFleet();
  const site = siteOfRobot(useSelector(fleet, selectSites), useSelector(fleet, selectRobots), serialNumber);
  const { timeZone } = useHomeSite();
  return site?.timeZone ?? timeZone;
}
