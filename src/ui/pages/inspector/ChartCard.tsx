/**
 * State chart of the selected actor's machine: active states, last transition, and an overlay of tested or recorded
 * transitions.
 */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { lastStepOf } from '../../../machines/recording/opened.ts';
import { selectOverlay } from '../../../machines/inspector/inspector.selectors.ts';
import { OVERLAYS, type Overlay } from '../../../machines/inspector/messages.ts';
import { ChartView } from '../../chart/ChartView.tsx';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Select } from '../../kit/Select.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { activeStates, usedTransitions } from './chartNow.ts';
import type { InspectorPart } from './inspectorPart.ts';
import { laneName } from './lanes.ts';
import { longState } from './treeRows.ts';
import { useCharts } from './useCharts.ts';
import { WALKED } from './walked.ts';

const OVERLAY_KEY = {
  none: 'inspector.chart.none',
  walked: 'inspector.chart.walked',
  used: 'inspector.chart.used',
} as const satisfies Record<Overlay, string>;

export function ChartCard({ screen, capsule: { recording }, step, actor, moment: { now } }: InspectorPart) {
  const t = useT();
  const overlay = useSelector(screen, selectOverlay);
  const state = now.states[actor];
  const name = laneName(recording, actor);
  return (
    <section className="card card-clip max-desk:h-[340px]" aria-label={t('inspector.chart.title', { name })}>
      <div className="card-head">
        <h2>{name}</h2>
        {state && (
          <span className="min-w-0 overflow-hidden [&>.pill]:max-w-full [&>.pill]:truncate">
            <StatusPill
              status={state.status === 'active' ? 'working' : 'offline'}
              label={state.status === 'active' ? longState(state) || state.status : state.status}
            />
          </span>
        )}
        <span className="top-gap" />
        <Select
          size="s"
          className="flex-none"
          label={t('inspector.chart.overlay')}
          value={overlay}
          options={OVERLAYS.map((value) => ({ value, label: t(OVERLAY_KEY[value]) }))}
          onChange={(value) => screen.send({ type: 'overlay.choose', overlay: value })}
        />
      </div>
      <Drawing recording={recording} step={step} actor={actor} value={state?.value} overlay={overlay} />
    </section>
  );
}

type DrawingProps = Pick<InspectorPart['capsule'], 'recording'> &
  Pick<InspectorPart, 'step' | 'actor'> & {
    readonly value: Parameters<typeof activeStates>[1];
    readonly overlay: Overlay;
  };

function Drawing({ recording, step, actor, value, overlay }: DrawingProps) {
  const t = useT();
  const { charts, failed, retry } = useCharts();
  const { steps } = recording;
  const { length } = steps;
  const machine = recording.actors[actor]?.machine ?? '';
  const chart = charts?.get(machine);
  const active = useMemo(() => (chart ? activeStates(chart, value) : new Set<string>()), [chart, value]);
  const took = lastStepOf(steps, actor, step)?.took;
  const last = useMemo(() => new Set(took), [took]);
  // `steps` of a followed tab grows in place, so `length` is a dependency.
  // eslint-disable-next-line react/exhaustive-deps -- see above
  const used = useMemo(() => (overlay === 'used' ? usedTransitions(steps) : undefined), [overlay, steps, length]);
  if (failed)
    return (
      <StatePanel state="failed" title={t('inspectorStage.copy.absent')}>
        <Button size="s" onClick={retry}>
          {t('common.retry')}
        </Button>
      </StatePanel>
    );
  if (!charts) return <StatePanel state="loading" title={t('inspector.chart.loading')} />;
  if (!chart)
    return (
      <StatePanel
        state="empty"
        title={t('inspector.chart.unknown', { machine })}
        text={t('inspector.chart.unknownWhy')}
      />
    );
  return (
    <ChartView
      chart={chart}
      active={active}
      last={last}
      walked={WALKED}
      used={used}
      overlay={overlay}
      title={t('inspector.chart.title', { name: machine })}
    />
  );
}
