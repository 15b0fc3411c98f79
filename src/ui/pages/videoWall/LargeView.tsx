/** One robot large: its picture, the other tiles in a strip below, and at the right its head, lights, speech and Stop. */
import { useSelector } from '@xstate/react';
import Camera from 'lucide-react/icons/camera';
import Gamepad2 from 'lucide-react/icons/gamepad-2';
import { Link } from 'wouter';
import { announcedActions, type RobotAction } from '../../../../contract/rules/robotActions.ts';
import { robotPath } from '../../../machines/app/events.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { isUnderWay, type RobotActionsRef } from '../../../machines/robotActions/robotActions.selectors.ts';
import { tileAt } from '../../../machines/videoWall/arrangement.ts';
import {
  selectTile,
  selectTileActions,
  selectTileRecording,
  type VideoTileRef,
} from '../../../machines/videoWall/videoTile.selectors.ts';
import type { VideoRecordingRef } from '../../../machines/videoRecording/videoRecording.selectors.ts';
import { selectTileRef, selectWall, type VideoWallRef } from '../../../machines/videoWall/videoWall.selectors.ts';
import { CallButton } from '../../calls/CallButton.tsx';
import { useFleet } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { Button, buttonClass } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { ActionStatus } from '../../robotActions/ActionStatus.tsx';
import { HeadControl, LightsControl } from '../../robotActions/DeviceControls.tsx';
import { SayField } from '../../robotActions/SayField.tsx';
import { robotName } from '../../robots/robotName.ts';
import { RecordingNews } from '../../video/RecordButton.tsx';
import { TakenNow } from './TakenNow.tsx';
import { TileStop } from './TileStop.tsx';
import { useTileRights } from './useTileRights.ts';
import { WALL_CARD } from './wallCard.ts';
import { WallTile } from './WallTile.tsx';

export function LargeView({ screen }: { readonly screen: VideoWallRef }) {
  const { wall, picked } = useSelector(screen, selectWall);
  const tile = tileAt(wall, picked);
  const ref = useSelector(screen, selectTileRef(tile?.serialNumber ?? ''));
  const robots = useSelector(useFleet(), selectRobots);
  const robot = robots.find(({ serialNumber }) => serialNumber === tile?.serialNumber);
  const others = Array.from({ length: wall.grid }, (_, index) => index + 1).filter((slot) => slot !== picked);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_288px] gap-2 max-[1100px]:grid-cols-[minmax(0,1fr)_232px]">
      <div className="flex min-h-0 min-w-0 flex-col gap-2">
        <div className="flex min-h-0 flex-1 flex-col [&>section]:flex-1">
          <WallTile screen={screen} slot={picked} size="large" />
        </div>
        {others.length > 0 && (
          <div className="grid flex-none auto-rows-[92px] grid-cols-4 gap-2 [@media(max-height:559.98px)]:hidden">
            {others.map((slot) => (
              <WallTile key={slot} screen={screen} slot={slot} size="strip" />
            ))}
          </div>
        )}
      </div>
      {tile && ref && (
        <div className="flex min-h-0 min-w-0 flex-col gap-2 [&>.stop-place]:sticky [&>.stop-place]:bottom-0">
          <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-auto">
            <Devices
              tileRef={ref}
              name={robot ? robotName(robot) : tile.serialNumber}
              online={robot?.live.connection === 'online'}
            />
          </div>
          <TileStop tileRef={ref} />
        </div>
      )}
    </div>
  );
}

function Devices({
  tileRef,
  name,
  online,
}: {
  readonly tileRef: VideoTileRef;
  readonly name: string;
  readonly online: boolean;
}) {
  const t = useT();
  const clock = useLive();
  const { facts, serialNumber } = useSelector(tileRef, selectTile);
  const actions = useSelector(tileRef, selectTileActions) as RobotActionsRef | undefined;
  const recording = useSelector(tileRef, selectTileRecording) as VideoRecordingRef | undefined;
  const isTaking = useSelector(actions, (snapshot) => (snapshot ? isUnderWay(snapshot, 'takePhoto') : false));
  const { whyNot, ask } = useTileRights(tileRef, name);
  if (!facts || !actions) return null;
  const has = (action: RobotAction): boolean => announcedActions(facts.abilities).includes(action);
  const part = { actions, ask, whyNot };
  return (
    <>
      {has('setHead') && (
        <section className={WALL_CARD} aria-label={t('shared.head')}>
          <HeadControl {...part} />
        </section>
      )}
      <section className={WALL_CARD} aria-label={t('common.actions')}>
        <div className="flex flex-col gap-2">
          {facts.abilities.actions.includes('calls') && (
            <CallButton
              serialNumber={serialNumber}
              name={name}
              actions={facts.abilities.actions}
              online={online}
              offlineReason={t('shared.notConnectedInText')}
              size="m"
              wide
            />
          )}
          {has('takePhoto') && (
            <Button
              icon={Camera}
              wide
              busy={isTaking}
              disabledReason={whyNot('takePhoto')}
              onClick={() => ask({ kind: 'takePhoto' })}
            >
              {t('shared.takeAPhoto')}
            </Button>
          )}
          <Link className={`${buttonClass()} w-full`} href={robotPath(serialNumber)}>
            <Icon of={Gamepad2} size={16} />
            {t('videoWall.large.robotPage')}
          </Link>
          {has('setLights') && <LightsControl {...part} />}
          {has('say') && (
            <SayField
              actions={actions}
              disabledReason={whyNot('say')}
              onSay={(text) =>
                actions.send({ type: 'phrase.say', serialNumber, robotName: name, text, at: clock.now() })
              }
            />
          )}
          {recording && <RecordingNews recording={recording} />}
          <ActionStatus actions={actions} pictures={false} />
        </div>
      </section>
      <TakenNow tileRef={tileRef} />
    </>
  );
}
