/** What the colours and outlines of the lanes mean. Screen readers skip it, as they skip the lanes. */
import { useSelector } from '@xstate/react';
import { type MonitoringRef, selectMonitoring } from '../../../machines/monitoring/monitoring.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { BY_HAND_LOOK, COMMAND_LOOK, lookOf, PLANNED_LOOK } from './laneLooks.ts';
import { isNamed } from './laneShapes.ts';

const STATES = [
  ['working', 'status.working'],
  ['standby', 'status.standby'],
  ['charging', 'status.charging'],
  ['alarm', 'status.alarm'],
  ['stopped', 'status.stopped'],
  ['silent', 'status.offline'],
  ['gap', 'monitoring.lanes.gap'],
] as const;

export function LaneLegend({ screen }: { readonly screen: MonitoringRef }) {
  const t = useT();
  const { view } = useSelector(screen, selectMonitoring);
  const look = lookOf(isNamed(view));
  const entries = [
    ...STATES.map(([state, key]) => [look[state], t(key)] as const),
    [`h-2.5 ${COMMAND_LOOK}`, t('eventTexts.biz.manual')] as const,
    [`h-2.5 ${BY_HAND_LOOK}`, t('shared.manualDriving')] as const,
    [`h-2.5 border border-dashed ${PLANNED_LOOK.planned}`, t('monitoring.lanes.toCome')] as const,
  ];
  return (
    <ul
      className="flex flex-none flex-wrap items-center gap-x-3 border-t border-line-2 px-3 py-1 text-11 text-text-2"
      aria-hidden="true"
    >
      {entries.map(([swatch, text]) => (
        <li key={text} className="flex items-center gap-1.5">
          <span className={classes('w-4 flex-none rounded-in', swatch)} />
          {text}
        </li>
      ))}
    </ul>
  );
}
