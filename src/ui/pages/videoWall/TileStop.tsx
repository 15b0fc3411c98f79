/** Stop of the robot of a tile. */
import { useSelector } from '@xstate/react';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import type { StopRef } from '../../../machines/robotData/stop.selectors.ts';
import { selectTile, selectTileStop, type VideoTileRef } from '../../../machines/videoWall/videoTile.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { StopButtonLarge } from '../../robots/StopButtonLarge.tsx';
import { robotName } from '../../robots/robotName.ts';
import { useLinks } from '../../shell/useLinks.ts';
import { useRobotTime } from './useRobotTime.ts';

export function TileStop({ tileRef, touch = false }: { readonly tileRef: VideoTileRef; readonly touch?: boolean }) {
  const clock = useLive();
  const links = useLinks();
  const { serialNumber } = useSelector(tileRef, selectTile);
  const stop = useSelector(tileRef, selectTileStop) as StopRef | undefined;
  const robot = useSelector(useFleet(), selectRobots).find((one) => one.serialNumber === serialNumber);
  const time = useRobotTime(robot);
  if (!stop || !robot) return null;
  return (
    <StopButtonLarge
      stop={stop}
      live={robot.live}
      links={links}
      name={robotName(robot)}
      time={time}
      touch={touch}
      className={touch ? 'sideways:px-3' : undefined}
      onStop={() => tileRef.send({ type: 'stop.press', at: clock.now() })}
    />
  );
}
