/** Photos of the robot that is shown alone, around the moment: the last one before it is marked, and a press goes to its time. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import {
  type MonitoringRef,
  selectArePhotosLoading,
  selectMonitoring,
} from '../../../machines/monitoring/monitoring.selectors.ts';
import { readMonitoringQuery } from '../../../machines/monitoring/monitoringQuery.ts';
import { photoAt, type RobotPhoto } from '../../../machines/monitoring/robotPhotos.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import { photoPath } from '../../video/photoPath.ts';

interface StripProps {
  readonly screen: MonitoringRef;
  readonly timeZone: string;
}

export function PhotoStrip({ screen, timeZone }: StripProps) {
  const t = useT();
  const live = useLive();
  const { navigation } = useApp();
  const { query, at, now, photos, photosFailure, overview } = useSelector(screen, selectMonitoring);
  const isLoading = useSelector(screen, selectArePhotosLoading);
  const { robot } = readMonitoringQuery(query);
  if (robot === '') return null;
  const name = overview?.robots.find(({ serialNumber }) => serialNumber === robot)?.name ?? robot;
  // Photos of the robot before are not shown under the name of this one.
  const rows = photos?.serialNumber === robot ? photos.rows : null;
  const shown = at ?? now;
  const current = at === null ? (rows?.length ?? 0) - 1 : photoAt(rows ?? [], at);
  const currentId = rows?.[current]?.fileId;
  return (
    <section
      className="card flex flex-none flex-col overflow-hidden"
      aria-label={t('monitoring.photos.title', { name })}
      aria-busy={isLoading}
    >
      <header className="flex items-center gap-2 px-4 pt-3 pb-2">
        <h2 className="min-w-0 flex-1 truncate text-14 font-semibold">{t('monitoring.photos.title', { name })}</h2>
        {currentId !== undefined && (
          <Button
            size="s"
            variant="ghost"
            aria-label={t('monitoring.photos.open')}
            onClick={() => navigation.send({ type: 'navigation.go', to: photoPath(currentId) })}
          >
            {t('common.open')}
          </Button>
        )}
      </header>
      {photosFailure && (
        <p className="flex items-center gap-2 px-4 pb-2 text-12 text-st-alarm-text" role="alert">
          {t.failure(photosFailure)}
          <Button size="s" onClick={() => screen.send({ type: 'photos.retry' })}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {rows === null && !photosFailure && (
        <p className="px-4 pb-3 text-12 text-text-2">{t('monitoring.photos.loading')}</p>
      )}
      {rows?.length === 0 && <p className="px-4 pb-3 text-12 text-text-2">{t('monitoring.photos.none')}</p>}
      {rows !== null && rows.length > 0 && (
        <ol className="flex gap-2 overflow-x-auto px-4 pb-3">
          {rows.map((photo, index) => (
            <Photo
              key={photo.fileId}
              photo={photo}
              time={timeOf(photo.takenAt, shown, timeZone)}
              label={labelOf(t, photo, timeStamp(photo.takenAt, timeZone))}
              isCurrent={index === current}
              isAhead={index > current}
              onPress={() => screen.send({ type: 'moment.seek', at: photo.takenAt, now: live.now() })}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function labelOf(t: Translate, { point, mapName }: RobotPhoto, time: string): string {
  const place = point || mapName;
  return place === '' ? t('monitoring.photos.photo', { time }) : t('monitoring.photos.photoAt', { time, place });
}

/** With its day, unless that is the day of the moment. */
function timeOf(takenAt: number, moment: number, timeZone: string): string {
  const [day = '', time = ''] = timeStamp(takenAt, timeZone).split(' ');
  return day === timeStamp(moment, timeZone).split(' ')[0] ? time : `${day.slice(5)} ${time.slice(0, 5)}`;
}

interface PhotoProps {
  readonly photo: RobotPhoto;
  readonly time: string;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly isAhead: boolean;
  readonly onPress: () => void;
}

function Photo({ photo: { thumbnail }, time, label, isCurrent, isAhead, onPress }: PhotoProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [isCurrent]);
  return (
    <li ref={item} className="flex-none" aria-current={isCurrent ? 'true' : undefined}>
      <button type="button" className="block w-28 rounded-in text-left" aria-label={label} onClick={onPress}>
        <span
          className={classes(
            'block aspect-[16/10] overflow-hidden rounded-in bg-(--vid)',
            isCurrent && 'ring-2 ring-mark ring-inset',
          )}
        >
          {thumbnail !== '' && (
            <img
              src={thumbnail}
              alt=""
              decoding="async"
              className={classes('size-full object-cover', isCurrent && 'p-0.5')}
            />
          )}
        </span>
        <span className={classes('block text-11 tabular-nums', isAhead && 'text-text-2', isCurrent && 'font-semibold')}>
          {time}
        </span>
      </button>
    </li>
  );
}
