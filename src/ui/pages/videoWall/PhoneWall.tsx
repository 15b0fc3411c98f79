/** On a phone the tiles are swiped: the one on the screen is live, in the low quality, with its robot's Stop below. */
import { useSelector } from '@xstate/react';
import CircleDot from 'lucide-react/icons/circle-dot';
import { useEffect, useRef } from 'react';
import { freeSlot, shownTiles, tileAt } from '../../../machines/videoWall/arrangement.ts';
import { selectTileRecording, type VideoTileRef } from '../../../machines/videoWall/videoTile.selectors.ts';
import { selectTileRef, selectWall, type VideoWallRef } from '../../../machines/videoWall/videoWall.selectors.ts';
import type { VideoRecordingRef } from '../../../machines/videoRecording/videoRecording.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';
import { RecordingNews } from '../../video/RecordButton.tsx';
import { TileStop } from './TileStop.tsx';
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
    <div className="flex min-h-0 flex-1 flex-col gap-2.5 sideways:flex-row">
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
      {/* Sideways there is no room below the picture, and Stop stays on the screen. */}
      <div className="flex flex-none flex-col gap-2.5 sideways:w-56 sideways:justify-between">
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
          <div>
            <Recorded tileRef={ref} />
            <TileStop tileRef={ref} touch />
          </div>
        )}
      </div>
    </div>
  );
}

function Recorded({ tileRef }: { readonly tileRef: VideoTileRef }) {
  const recording = useSelector(tileRef, selectTileRecording) as VideoRecordingRef | undefined;
  return recording && <RecordingNews recording={recording} />;
}
