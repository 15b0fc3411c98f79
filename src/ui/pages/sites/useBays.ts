/**
 * The charging bays with the robots in them now. Robots whose live poses this account gets are where they are; for the
 * others the last load counts.
 */
import { useSelector } from '@xstate/react';
import { useCallback, useSyncExternalStore } from 'react';
import type { SiteBay } from '../../../../contract/entities/site.ts';
import { isInBay } from '../../../../contract/rules/siteLimits.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';

const SEPARATOR = '\n';

export function useBays(bays: readonly SiteBay[]): readonly SiteBay[] {
  const live = useLive();
  const robots = useSelector(useFleet(), selectRobots);
  /** The serial numbers by bay as one text, so that the page is drawn only when one comes or leaves. */
  const occupants = (): string =>
    bays
      .map((bay) => {
        const here = live.poses(bay.mapId).find((pose) => isInBay(pose, bay));
        if (here) return here.serialNumber;
        // A robot with a live pose is elsewhere by now.
        return bay.robot && !live.pose(bay.robot.serialNumber) ? bay.robot.serialNumber : '';
      })
      .join(SEPARATOR);
  const subscribe = useCallback((draw: () => void) => live.onMove(draw), [live]);
  const found = useSyncExternalStore(subscribe, occupants).split(SEPARATOR);
  return bays.map((bay, index) => {
    const serialNumber = found[index] ?? '';
    const own = robots.find((robot) => robot.serialNumber === serialNumber);
    if (own) return { ...bay, robot: { serialNumber, name: own.robotNickName, battery: own.live.battery } };
    return { ...bay, robot: bay.robot?.serialNumber === serialNumber ? bay.robot : null };
  });
}
