/** What the user may let the robot of a tile do now, and how it is asked. */
import { useSelector } from '@xstate/react';
import { blockingError, type RobotAct } from '../../../../contract/rules/robotCan.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import type { ActionRequest } from '../../../machines/robotActions/robotActions.machine.ts';
import type { RobotActionsRef } from '../../../machines/robotActions/robotActions.selectors.ts';
import { selectTile, selectTileActions, type VideoTileRef } from '../../../machines/videoWall/videoTile.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';

export interface TileRights {
  /** Why an action is not possible now; undefined if it is. */
  readonly whyNot: (act: RobotAct) => string | undefined;
  readonly ask: (request: ActionRequest) => void;
}

export function useTileRights(tileRef: VideoTileRef, name: string): TileRights {
  const t = useT();
  const clock = useLive();
  const { facts, serialNumber } = useSelector(tileRef, selectTile);
  const actions = useSelector(tileRef, selectTileActions) as RobotActionsRef | undefined;
  const robot = useSelector(useFleet(), selectRobots).find((one) => one.serialNumber === serialNumber);
  return {
    whyNot(act) {
      if (!facts || !robot) return t('videoWall.notLoaded');
      const { leaseHolder } = robot.live;
      const error = blockingError(act, {
        live: robot.live,
        ...facts,
        // Who holds the lease in another tab drives on the robot's page.
        leasedByOther: leaseHolder !== null,
        leasedByMe: false,
        now: clock.now(),
      });
      return error
        ? t.failure({ code: ERRORS[error], said: '', words: { holder: leaseHolder ?? '', robot: name } })
        : undefined;
    },
    ask: (request) => actions?.send({ type: 'action.ask', serialNumber, robotName: name, request, at: clock.now() }),
  };
}
