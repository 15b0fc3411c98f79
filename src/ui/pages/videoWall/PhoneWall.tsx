/**
 * On a phone the tiles are swiped: the one on the screen is live, in the low quality, with its robot's head, lights and
 * Stop below.
 */
import { useSelector } from '@xstate/react';
import CircleDot from 'lucide-react/icons/circle-dot';
import { useEffect, useRef } from 'react';
import { announcedActions } from '../../../../contract/rules/robotActions.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import type { RobotActionsRef } from '../../../machines/robotActions/robotActions.selectors.ts';
import { freeSlot, shownTiles, tileAt } from '../../../machines/videoWall/arrangement.ts';
import {
  selectTile,
  selectTileActions,
  selectTileRecording,
  type VideoTileRef,
} from '../../../machines/videoWall/videoTile.selectors.ts';
import { selectTileRef, selectWall, type VideoWallRef } from '../../../machines/videoWall/videoWall.selectors.ts';
import type { VideoRecordingRef } from '../../../machines/videoRecording/videoRecording.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';
import { ActionStatus } from '../../robotActions/ActionStatus.tsx';
import { HeadControl, LightsControl } from '../../robotActions/DeviceControls.tsx';
import { robotName } from '../../robots/robotName.ts';
import { RecordingNews } from '../../video/RecordButton.tsx';
import { TileStop } from './TileStop.tsx';
import { useTileRights } from './useTileRights.ts';
import { WallTile } from './WallTile.tsx';

export function PhoneWall({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const { wall, picked, recording } = useSelector(screen, selectWall);
  const ref = useSelector(screen, selectTileRef(tileAt(wall, picked)?.serialNumber ?? ''));
  const free = freeSlot(wall);
  const slots = [...shownTiles(wall).map(({ slot }) => slot), ...(free > 0 ? [free] : [])];
  const index = Math.max(0, slots.indexOf(picked));
  useEffect(() => {
    const box = list.current;
    if (box && box.clientWidth > 0 && Math.round(box.scrollLeft / box.clientWidth) !== index)
      box.scrollTo({ left: index * box.clientWidth });
  }, [index]);
  return (
    <div className="contents sideways:flex sideways:flex-1 sideways:gap-2.5">
      <div
        ref={list}
        className="flex min-h-56 min-w-0 flex-1 snap-x sideways:min-h-0 snap-mandatory gap-2 overflow-x-auto [scrollbar-width:none]"
        // A tile without buttons could not be swiped by keyboard.
        tabIndex={0}
        role="group"
        aria-label={t('videoWall.phone.list')}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          const slot = clientWidth > 0 ? slots[Math.round(scrollLeft / clientWidth)] : undefined;
          if (slot !== undefined && slot !== picked) screen.send({ type: 'tile.pick', slot });
        }}
      >
        {slots.map((slot) => (
          <div key={slot} className="flex w-full flex-none snap-center flex-col [&>section]:flex-1">
            <WallTile screen={screen} slot={slot} size="phone" />
          </div>
        ))}
      </div>
      {/* Sideways there is no room below the picture. */}
      <div className="contents sideways:flex sideways:w-56 sideways:flex-none sideways:flex-col sideways:justify-between sideways:pb-(--h-stop-touch)">
        <div className="flex flex-wrap justify-center gap-1" role="group" aria-label={t('videoWall.phone.tiles')}>
          {slots.map((slot) => {
            const isRecorded = recording.includes(tileAt(wall, slot)?.serialNumber ?? '');
            return (
              <button
                key={slot}
                type="button"
                className="relative grid size-11 place-items-center rounded text-13 aria-[current]:bg-brand-100 aria-[current]:font-semibold aria-[current]:text-link"
                aria-current={slot === picked || undefined}
                aria-label={t(isRecorded ? 'videoWall.phone.recorded' : 'videoWall.phone.tile', { slot })}
                onClick={() => screen.send({ type: 'tile.pick', slot })}
              >
                {slot}
                {isRecorded && <Icon of={CircleDot} size={12} className="absolute top-1 right-1" />}
              </button>
            );
          })}
        </div>
        {ref && (
          <>
            <div className="flex-none">
              <Recorded tileRef={ref} />
              <Devices tileRef={ref} />
            </div>
            {/* On the screen however much banners push down: sticky in the page's own scroll container, or fixed. */}
            <div className="sticky bottom-3 z-55 -mt-2.5 flex-none sideways:fixed sideways:right-4 sideways:mt-0 sideways:w-56">
              <TileStop tileRef={ref} touch />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** Head and lights, where the robot has them. They open over what is above them, so that Stop does not move. */
function Devices({ tileRef }: { readonly tileRef: VideoTileRef }) {
  const t = useT();
  const { facts, serialNumber } = useSelector(tileRef, selectTile);
  const actions = useSelector(tileRef, selectTileActions) as RobotActionsRef | undefined;
  const robot = useSelector(useFleet(), selectRobots).find((one) => one.serialNumber === serialNumber);
  const rights = useTileRights(tileRef, robot ? robotName(robot) : serialNumber);
  const announced = facts ? announcedActions(facts.abilities) : [];
  const [hasHead, hasLights] = [announced.includes('setHead'), announced.includes('setLights')];
  if (!actions || !(hasHead || hasLights)) return null;
  const part = { actions, ...rights };
  return (
    <details className="relative text-13">
      <summary className="cursor-pointer py-3">
        {t(hasHead ? (hasLights ? 'videoWall.phone.devices' : 'shared.head') : 'shared.lights')}
      </summary>
      <div className="absolute inset-x-0 bottom-full z-1 flex max-h-[40vh] flex-col gap-2 overflow-y-auto rounded border border-line bg-surface p-2 shadow-float">
        {hasLights && <LightsControl {...part} />}
        {hasHead && <HeadControl {...part} />}
        <ActionStatus actions={actions} pictures={false} />
      </div>
    </details>
  );
}

function Recorded({ tileRef }: { readonly tileRef: VideoTileRef }) {
  const recording = useSelector(tileRef, selectTileRecording) as VideoRecordingRef | undefined;
  return recording && <RecordingNews recording={recording} />;
}
