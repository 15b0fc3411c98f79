/** Totals of the route, whether it can be saved, and the preview animation. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import Play from 'lucide-react/icons/play';
import Repeat from 'lucide-react/icons/repeat';
import Square from 'lucide-react/icons/square';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import {
  type RouteEditorRef,
  selectEstimate,
  selectIsPlanning,
  selectLegs,
  selectRoute,
  selectRouteFaults,
} from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Chip } from '../../kit/Chip.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { checksOf } from './routeChecks.ts';
import { durationText } from './routeTexts.ts';

const SPEEDS = ['1', '10', '30'] as const;
const ICONS = { ok: CircleCheck, todo: CircleDashed, wrong: CircleAlert, warn: TriangleAlert } as const;
const COLORS = {
  ok: 'text-st-online-text',
  todo: 'text-text-2',
  wrong: 'text-st-alarm-text',
  warn: 'text-attn-text',
} as const;
const STATE_KEYS = {
  ok: 'cruiseRoutes.check.state.ok',
  todo: 'cruiseRoutes.check.state.todo',
  wrong: 'cruiseRoutes.check.state.wrong',
  warn: 'cruiseRoutes.check.state.warn',
} as const;

export function RouteStrip({ editor }: { readonly editor: RouteEditorRef }) {
  const t = useT();
  const live = useLive();
  const { draft, points, loops, preview, tried } = useSelector(editor, selectRoute);
  const estimate = useSelector(editor, selectEstimate);
  const planning = useSelector(editor, selectIsPlanning);
  const faults = useSelector(editor, selectRouteFaults);
  const legs = useSelector(editor, selectLegs);
  const none = t('shared.dash');
  const figures = [
    {
      label: t('shared.length'),
      value: estimate ? t('common.metres', { metres: Math.round(estimate.metres) }) : none,
    },
    { label: t('cruiseRoutes.sum.round'), value: estimate ? durationText(t, estimate.seconds) : none },
    {
      label: t('common.battery'),
      value: estimate ? t('shared.percent', { percent: Math.max(1, Math.round(estimate.battery)) }) : none,
    },
  ];
  const checks = checksOf(t, { faults, legs, stops: draft.stops, points, tried });
  return (
    <div className="grid flex-none grid-cols-[auto_minmax(0,1fr)] items-center gap-x-7 gap-y-2.5 border-t border-line px-5 py-3 max-desk:flex max-desk:flex-wrap">
      <dl className="flex gap-x-7 gap-y-2.5" aria-busy={planning || undefined}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-12 text-text-2">{label}</dt>
            <dd className="text-16 font-semibold whitespace-nowrap text-heading">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-2">
        <Chip
          icon={Repeat}
          label={t('cruiseRoutes.loops')}
          on={loops}
          onToggle={() => editor.send({ type: 'loop.set', loops: !loops })}
        />
        {preview ? (
          <Button size="s" icon={Square} onClick={() => editor.send({ type: 'preview.stop' })}>
            {t('cruiseRoutes.preview.stop')}
          </Button>
        ) : (
          <Button
            size="s"
            icon={Play}
            disabledReason={
              estimate ? undefined : t(planning ? 'cruiseRoutes.sum.planning' : 'cruiseRoutes.preview.none')
            }
            onClick={() => editor.send({ type: 'preview.start', at: live.now() })}
          >
            {t('cruiseRoutes.preview.start')}
          </Button>
        )}
        {preview && (
          <SegmentedControl
            size="s"
            label={t('cruiseRoutes.preview.speed')}
            value={String(preview.speed)}
            options={SPEEDS.map((value) => ({
              value: String(value),
              label: t('shared.times', { times: value }),
            }))}
            onChange={(value) => editor.send({ type: 'preview.speed', speed: Number(value), at: live.now() })}
          />
        )}
      </div>
      <ul
        className="col-start-2 row-start-1 row-end-3 flex flex-col gap-1 justify-self-end text-12"
        aria-label={t('cruiseRoutes.check.list')}
      >
        {checks.map(({ state, text }) => (
          <li key={text} className={classes('flex items-center gap-1.5', COLORS[state])}>
            <Icon of={ICONS[state]} size={14} />
            <span className="sr-only">{t(STATE_KEYS[state])} </span>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
