/** Photos and recordings that were taken from this tile, the newest first, each with the way to the library. */
import { useSelector } from '@xstate/react';
import CircleDot from 'lucide-react/icons/circle-dot';
import Film from 'lucide-react/icons/film';
import Image from 'lucide-react/icons/image';
import { Link } from 'wouter';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { selectTile, type VideoTileRef } from '../../../machines/videoWall/videoTile.selectors.ts';
import type { Taken } from '../../../machines/videoWall/videoTile.setup.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';
import { photoPath } from '../../video/photoPath.ts';
import { recordedTime } from '../../video/RecordButton.tsx';
import { useRobotTime } from './useRobotTime.ts';
import { WALL_CARD } from './wallCard.ts';

export function TakenNow({ tileRef }: { readonly tileRef: VideoTileRef }) {
  const t = useT();
  const { taken, serialNumber } = useSelector(tileRef, selectTile);
  const robot = useSelector(useFleet(), selectRobots).find((one) => one.serialNumber === serialNumber);
  const time = useRobotTime(robot);
  return (
    <section className={WALL_CARD} aria-label={t('videoWall.taken.title')}>
      <h2 className="text-13 font-semibold">{t('videoWall.taken.title')}</h2>
      {taken.length === 0 && <p className="mt-1 text-12 text-text-2">{t('videoWall.taken.none')}</p>}
      <ul className="mt-1.5 flex flex-col gap-2 empty:hidden">
        {taken.map((one) => (
          <li key={one.fileId}>
            <Link className="flex items-center gap-2.5 rounded-in hover:bg-surface-2" href={photoPath(one.fileId)}>
              <span className="relative grid h-10 w-18 flex-none place-items-center overflow-hidden rounded-in bg-(--vid) text-(color:--vid-text)">
                {one.url === null ? (
                  <Icon of={one.kind === 'photo' ? Image : one.isGoingOn ? CircleDot : Film} size={16} />
                ) : (
                  <img src={one.url} alt="" decoding="async" className="absolute inset-0 size-full object-cover" />
                )}
              </span>
              <span className="min-w-0 text-12 tabular-nums">
                <b className="block font-medium">{time(one.at)}</b>
                <span className="block truncate text-text-2">
                  <TakenText one={one} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TakenText({ one: { kind, at, isGoingOn, durationMs } }: { readonly one: Taken }) {
  const t = useT();
  const now = useServerNow();
  if (kind === 'photo') return t('videoWall.taken.photo');
  if (isGoingOn) return t('videoWall.taken.goingOn', { time: recordedTime(now - at) });
  return durationMs === null
    ? t('videoWall.taken.left')
    : t('videoWall.taken.recording', { time: recordedTime(durationMs) });
}
