/** Play, speeds, the moment as a field, legend and range. */
import { useSelector } from '@xstate/react';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import SkipBack from 'lucide-react/icons/skip-back';
import SkipForward from 'lucide-react/icons/skip-forward';
import { MONITORING_RANGES, type MonitoringRange } from '../../../../contract/rules/monitoringLimits.ts';
import { zonedDate, zonedInstant } from '../../../../contract/rules/zonedTime.ts';
import {
  type MonitoringRef,
  selectIsPast,
  selectIsPlaying,
  selectMonitoring,
} from '../../../machines/monitoring/monitoring.selectors.ts';
import { rangeOf, SPEEDS, type Speed } from '../../../machines/monitoring/timeView.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';

const RANGES = {
  '1h': 'monitoring.range.hour',
  '6h': 'shared.hours6',
  '24h': 'shared.hours24',
  '7d': 'shared.days7',
  '30d': 'shared.days30',
} as const satisfies Record<MonitoringRange, Key>;
const RANGE_NAMES = Object.keys(MONITORING_RANGES) as MonitoringRange[];

interface TransportProps {
  readonly screen: MonitoringRef;
  readonly timeZone: string;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

export function Transport({ screen, timeZone, onPrevious, onNext }: TransportProps) {
  const t = useT();
  const live = useLive();
  const { speed, view, at, now, clip } = useSelector(screen, selectMonitoring);
  const isPast = useSelector(screen, selectIsPast);
  const isPlaying = useSelector(screen, selectIsPlaying);
  const shown = at ?? now;
  const clipTime = (mark: number | null): string => (mark === null ? '…' : timeStamp(mark, timeZone).slice(11));
  const seek = (date: string, time: string): void => {
    if (date === '' || time === '') return;
    screen.send({ type: 'moment.seek', at: zonedInstant(timeZone, date, time), now: live.now() });
  };
  return (
    <div className="flex min-h-12 flex-none flex-wrap items-center gap-2 border-b border-line-2 px-3 py-2">
      <IconButton
        icon={SkipBack}
        label={t('monitoring.play.previous')}
        disabledReason={onPrevious ? undefined : t('monitoring.play.noPrevious')}
        onClick={onPrevious}
      />
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={t(isPlaying ? 'monitoring.play.pause' : 'monitoring.play.play')}
        disabledReason={isPast ? undefined : t('monitoring.play.isLive')}
        onClick={() => screen.send({ type: 'play.toggle', now: live.now() })}
      />
      <IconButton
        icon={SkipForward}
        label={t('monitoring.play.next')}
        disabledReason={onNext ? undefined : t('monitoring.play.noNext')}
        onClick={onNext}
      />
      <SegmentedControl
        size="s"
        label={t('monitoring.play.speed')}
        value={String(speed)}
        options={SPEEDS.map((one) => ({ value: String(one), label: t('shared.times', { times: one }) }))}
        onChange={(value) => screen.send({ type: 'speed.set', speed: Number(value) as Speed, now: live.now() })}
      />
      <TextInput
        size="s"
        type="date"
        className="w-34"
        aria-label={t('monitoring.play.date')}
        value={shown === 0 ? '' : zonedDate(timeZone, shown)}
        max={now === 0 ? undefined : zonedDate(timeZone, now)}
        onChange={(date) => seek(date, timeOfDay(shown, timeZone))}
      />
      <TextInput
        size="s"
        type="time"
        className="w-28"
        aria-label={t('monitoring.play.time')}
        value={shown === 0 ? '' : timeOfDay(shown, timeZone)}
        onChange={(time) => seek(zonedDate(timeZone, shown), time)}
      />
      {(clip.from !== null || clip.until !== null) && (
        <span className="inline-flex items-center gap-1 text-12 text-(--link) tabular-nums">
          {t('monitoring.clip.marked', {
            from: clipTime(clip.from),
            until: clipTime(clip.until),
          })}
          <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'clip.clear' })}>
            {t('monitoring.clip.clear')}
          </Button>
        </span>
      )}
      <span className="flex-1" />
      <SegmentedControl
        size="s"
        label={t('monitoring.range.name')}
        value={rangeOf(view)}
        options={RANGE_NAMES.map((one) => ({ value: one, label: t(RANGES[one]) }))}
        onChange={(range) => screen.send({ type: 'range.set', range })}
      />
    </div>
  );
}
