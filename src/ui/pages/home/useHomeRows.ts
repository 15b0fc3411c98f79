/** Rows of the home page, filtered and sorted as the URL says. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { selectRobotsInView, selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { selectMapsById } from '../../../machines/home/home.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useRobotText } from '../../labels/useRobotText.ts';
import { placeText } from '../../robots/placeOf.ts';
import type { HomeQueryProps } from './homeQuery.ts';
import { robotRows } from './robotRows.ts';

export function useHomeRows({ screen, query }: HomeQueryProps): readonly Robot[] {
  const fleet = useFleet();
  const robots = useSelector(fleet, selectRobotsInView);
  const maps = useSelector(screen, selectMapsById);
  const { task } = useRobotText(useSelector(fleet, selectSites));
  const { filter, words, sort, descending } = query;
  // `task` is a new function on every render, but its results depend only on the robots.
  return useMemo(
    () =>
      robotRows(
        robots,
        { filter, words, sort, descending },
        { task, place: (robot) => placeText(robot.live.pose, maps) },
      ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
    [robots, maps, filter, words, sort, descending],
  );
}
