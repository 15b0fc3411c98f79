/**
 * The robot on the plan of the first floor, where it is now. Only who has the robot gets its live position; it is grey
 * while the robot is silent.
 */
import Navigation from 'lucide-react/icons/navigation-2';
import { useEffect, useRef } from 'react';
import type { FleetRobot } from '../../../../contract/entities/fleetRobot.ts';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { placeOnThumb } from '../../plans/MapThumb.tsx';
import { nameOf } from '../../robotRegistration/robotLabels.ts';

const MARKER =
  'absolute grid size-6 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 border-paper text-on-fill shadow-float';
/** The arrow points north. */
const NORTH = Math.PI / 2;

interface RobotOnPlanProps {
  readonly map: IndoorMap;
  readonly robot: FleetRobot;
}

export function RobotOnPlan({ map, robot }: RobotOnPlanProps) {
  const t = useT();
  const live = useLive();
  const marker = useRef<HTMLDivElement>(null);
  const { serialNumber, online } = robot;
  useEffect(() => {
    const move = (): void => {
      const pose = live.pose(serialNumber);
      if (!marker.current) return;
      const isHere = pose !== null && pose.mapId === map.id;
      marker.current.hidden = !isHere;
      if (!isHere) return;
      const { left, top } = placeOnThumb(map, pose);
      Object.assign(marker.current.style, {
        left: `${left}%`,
        top: `${top}%`,
        rotate: `${NORTH - pose.theta}rad`,
      });
    };
    move();
    return live.onMove(move);
  }, [live, map, serialNumber]);
  return (
    <div
      ref={marker}
      hidden
      role="img"
      aria-label={t(online ? 'checklist.onPlan' : 'checklist.onPlanSilent', { name: nameOf(robot) })}
      className={classes(MARKER, online ? 'bg-fill' : 'bg-st-offline')}
    >
      <Icon of={Navigation} size={14} />
    </div>
  );
}
