/** Playback controls: first, back, play, next, last; the timeline; and the current position. */
import { useSelector } from '@xstate/react';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import SkipBack from 'lucide-react/icons/skip-back';
import SkipForward from 'lucide-react/icons/skip-forward';
import StepBack from 'lucide-react/icons/step-back';
import StepForward from 'lucide-react/icons/step-forward';
import { selectIsPlaying, selectSpeed } from '../../../machines/inspector/inspector.selectors.ts';
import { SPEEDS } from '../../../machines/inspector/messages.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Select } from '../../kit/Select.tsx';
import { exactTime } from './clockTexts.ts';
import type { InspectorPart } from './inspectorPart.ts';
import { neighbour } from './journal.ts';
import { useStepText } from './useStepText.ts';
import { Timeline } from './Timeline.tsx';

interface TransportProps extends InspectorPart {
  readonly listed: readonly number[] | null;
  readonly length: number;
}

export function Transport({ screen, capsule, step, actor, listed, length, moment }: TransportProps) {
  const t = useT();
  const playing = useSelector(screen, selectIsPlaying);
  const speed = useSelector(screen, selectSpeed);
  const said = useStepText(capsule.recording, step, length);
  const go = (to: number) => () => screen.send({ type: 'step.go', step: to });
  return (
    <div className="flex min-h-14 flex-none items-center gap-2 border-b border-line px-3 max-desk:flex-wrap max-desk:py-2">
      <div
        className="flex flex-none gap-1 max-desk:flex-1 max-desk:[&>.icon-btn]:size-11"
        role="group"
        aria-label={t('shared.steps')}
      >
        <IconButton icon={SkipBack} label={t('inspector.transport.first')} onClick={go(-1)} />
        <IconButton
          icon={StepBack}
          label={t('inspector.transport.back')}
          onClick={go(neighbour(listed, length, step, -1))}
        />
        <IconButton
          icon={playing ? Pause : Play}
          outlined
          label={t(playing ? 'shared.pause' : 'inspector.transport.play')}
          onClick={() => screen.send({ type: 'play.toggle' })}
        />
        <IconButton
          icon={StepForward}
          label={t('inspector.transport.next')}
          onClick={go(neighbour(listed, length, step, 1))}
        />
        <IconButton icon={SkipForward} label={t('inspector.transport.last')} onClick={go(length - 1)} />
      </div>
      <Timeline screen={screen} recording={capsule.recording} step={step} actor={actor} length={length} said={said} />
      <span className="sr-only" role="status">
        {playing ? '' : said}
      </span>
      <span className="flex-none text-12 whitespace-nowrap text-text-2">
        <b className="text-text">{exactTime(moment.now.at)}</b>{' '}
        {t('inspector.transport.step', { step: step + 1, count: length })}
      </span>
      <Select
        size="s"
        className="max-wide:hidden"
        label={t('shared.speed')}
        value={String(speed)}
        options={SPEEDS.map((each) => ({
          value: String(each),
          label: t('inspector.transport.perSecond', { steps: each }),
        }))}
        onChange={(value) => {
          const found = SPEEDS.find((each) => String(each) === value);
          if (found) screen.send({ type: 'speed.choose', speed: found });
        }}
      />
    </div>
  );
}
