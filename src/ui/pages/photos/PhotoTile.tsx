/** One photo or recording in the grid: its picture, time, robot and place. Its place is there before it is loaded. */
import CircleDot from 'lucide-react/icons/circle-dot';
import Lock from 'lucide-react/icons/lock';
import Play from 'lucide-react/icons/play';
import Siren from 'lucide-react/icons/siren';
import Timer from 'lucide-react/icons/timer';
import Film from 'lucide-react/icons/film';
import type { MediaItem } from '../../../../contract/entities/mediaItem.ts';
import { useT } from '../../hooks/useT.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';
import { recordedTime } from '../../video/RecordButton.tsx';
import { placeText, SOURCE_KEYS } from './photoTexts.ts';

const PLATE =
  'absolute inline-flex h-5 items-center gap-1 rounded bg-black/65 px-1.5 text-[11px]/4 font-medium text-white tabular-nums';

export interface PhotoTileProps {
  readonly item: MediaItem | null;
  readonly thumbnail: string | undefined;
  readonly ticked: boolean;
  readonly open: boolean;
  /** Reached by Tab: one tile of the grid is. */
  readonly reached: boolean;
  readonly at: number;
  readonly now: number;
  readonly onOpen: () => void;
  /** @param run all from the last ticked one */
  readonly onTick: (run: boolean) => void;
}

export function PhotoTile({ item, thumbnail, ticked, open, reached, at, now, onOpen, onTick }: PhotoTileProps) {
  const t = useT();
  if (!item)
    return (
      <div className="min-w-0" aria-hidden="true">
        <div className="aspect-[16/10] rounded-in bg-surface-3" />
        <div className="h-10" />
      </div>
    );
  const { kind, isRecording, takenAt, timeZone, durationMs, robotName, source, isKept } = item;
  const place = placeText(t, item);
  const time = timeOfDay(takenAt, timeZone);
  const label = t(kind === 'photo' ? 'photos.tile.photo' : 'photos.tile.video', {
    robot: robotName,
    place,
    time: timeStamp(takenAt, timeZone),
  });
  return (
    <div className="group/tile relative min-w-0">
      <button
        type="button"
        data-at={at}
        tabIndex={reached ? 0 : -1}
        aria-label={label}
        aria-current={open || undefined}
        className="block w-full rounded-in text-left outline-offset-2"
        onClick={(event) => (event.shiftKey ? onTick(true) : onOpen())}
      >
        <span
          className={classes(
            'relative block aspect-[16/10] overflow-hidden rounded-in bg-(--vid) text-(color:--vid-text)',
            open && 'ring-2 ring-brand-500 ring-offset-2 ring-offset-surface',
          )}
        >
          {thumbnail !== undefined && (
            <img src={thumbnail} alt="" decoding="async" className="absolute inset-0 size-full object-cover" />
          )}
          {thumbnail === undefined && kind === 'video' && (
            <span className="absolute inset-0 flex flex-col items-center justify-center gap-1 text-12">
              <Icon of={Film} size={24} />
              {!isRecording && t('photos.noPreview')}
            </span>
          )}
          <span className={classes(PLATE, 'bottom-1.5 left-1.5')}>{time}</span>
          {kind === 'video' && (
            <span className={classes(PLATE, 'right-1.5 bottom-1.5')}>
              <Icon of={isRecording ? CircleDot : Play} size={11} />
              {recordedTime(isRecording ? now - takenAt : (durationMs ?? 0))}
            </span>
          )}
          <span className="absolute top-1.5 right-1.5 flex gap-1">
            {isKept && (
              <span className={classes(PLATE, 'static')} title={t('photos.kept')}>
                <Icon of={Lock} size={11} />
              </span>
            )}
            {(source === 'alarm' || source === 'timer' || source === 'interval') && (
              <span className={classes(PLATE, 'static')}>
                <Icon of={source === 'alarm' ? Siren : Timer} size={11} />
                {t(SOURCE_KEYS[source])}
              </span>
            )}
          </span>
        </span>
        <span className="mt-1 block truncate text-12 font-medium">{robotName}</span>
        <span className="block truncate text-12 text-text-2">{place}</span>
      </button>
      <span
        className={classes(
          'absolute top-1.5 left-1.5 rounded bg-surface/90',
          !ticked && 'opacity-0 group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 max-desk:opacity-100',
        )}
      >
        <Checkbox
          checked={ticked}
          hideLabel
          tabIndex={-1}
          label={t('shared.selectName', { name: label })}
          onChange={() => onTick(false)}
        />
      </span>
    </div>
  );
}
