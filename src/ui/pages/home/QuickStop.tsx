/**
 * Stop button beside a robot's name: sends without confirmation and is never disabled. It shows "sent" until the
 * robot's own state reports the stop; Resume is on the robot's page.
 */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import OctagonX from 'lucide-react/icons/octagon-x';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { isWaiting, selectStopEntry } from '../../../machines/pendingStops/pendingStops.selectors.ts';
import type { HomeRef } from '../../../machines/home/home.selectors.ts';
import { usePendingStops } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { robotName } from '../../robots/robotName.ts';

export function QuickStop({ screen, robot }: { readonly screen: HomeRef; readonly robot: Robot }) {
  const t = useT();
  const live = useLive();
  const {
    serialNumber,
    live: { held, paused },
  } = robot;
  const asked = isWaiting(useSelector(usePendingStops(), selectStopEntry(serialNumber)));
  const name = robotName(robot);
  const look = held && paused ? 'stopped' : asked || held ? 'sent' : 'ready';
  return (
    <IconButton
      size="s"
      className={`quick-stop quick-stop-${look}`}
      icon={look === 'stopped' ? CircleCheck : look === 'sent' ? LoaderCircle : OctagonX}
      label={t(look === 'stopped' ? 'home.list.stopped' : look === 'sent' ? 'shell.stops.sent' : 'home.list.stop', {
        name,
      })}
      onClick={() => screen.send({ type: 'robot.stop', serialNumber, at: live.now() })}
    />
  );
}
