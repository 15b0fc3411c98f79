/** One page of disinfections. */
import { useSelector } from '@xstate/react';
import type { Disinfection } from '../../../../contract/entities/disinfection.ts';
import {
  type DisinfectionRecordsRef,
  selectDisinfections,
} from '../../../machines/disinfectionRecords/disinfectionRecords.selectors.ts';
import { modeText } from '../../disinfection/planTexts.ts';
import { useT } from '../../hooks/useT.ts';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { timeColumn } from '../../lists/timeColumn.tsx';
import { spanText } from '../../routeRuns/routeRunTexts.ts';
import { SLOW } from '../../routeRuns/slowText.ts';
import { DisinfectionPill } from './DisinfectionDrawer.tsx';
import { percent, placesText, slowText, whyEnded } from './disinfectionTexts.ts';

interface TableProps {
  readonly screen: DisinfectionRecordsRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
}

export function DisinfectionTable({ screen, timeZone, now }: TableProps) {
  const t = useT();
  const { rows, open } = useSelector(screen, selectDisinfections);
  const covered = ({ coverage }: Disinfection): string => t('shared.percent', { percent: percent(coverage) });
  const took = ({ startedAt, endedAt }: Disinfection): string => spanText((endedAt ?? now) - startedAt);
  const columns: readonly ListColumn<Disinfection>[] = [
    timeColumn({
      id: 'startedAt',
      head: t('shared.started'),
      at: ({ startedAt }) => startedAt,
      timeZone,
    }),
    { id: 'robot', head: t('common.robot'), text: ({ robotName }) => robotName, phone: 'title' },
    {
      id: 'places',
      head: t('disinfectionRecords.column.places'),
      text: ({ sections }) => placesText(t, sections),
      className: 'w-full max-w-0 min-w-[120px] overflow-hidden text-ellipsis',
      phone: 'title',
    },
    {
      id: 'mode',
      head: t('shared.mode'),
      text: ({ mode }) => modeText(t, mode),
      phone: 'beside',
    },
    {
      id: 'result',
      head: t('shared.result'),
      cell: (run) => <DisinfectionPill run={run} />,
    },
    {
      id: 'reason',
      head: t('shared.reason'),
      text: (run) => whyEnded(t, run) || slowText(t, run),
      className: 'max-w-60 overflow-hidden text-ellipsis text-text-2',
      phone: 'beside',
    },
    {
      id: 'covered',
      head: t('disinfectionRecords.column.covered'),
      numeric: true,
      cell: (run) => (
        <span className="inline-flex items-center justify-end gap-2 tabular-nums">
          <span className="block h-1.5 w-9 overflow-hidden rounded-full bg-surface-3" aria-hidden="true">
            <span className="block h-full bg-mark" style={{ width: `${percent(run.coverage)}%` }} />
          </span>
          {covered(run)}
        </span>
      ),
    },
    {
      id: 'took',
      head: t('shared.duration'),
      numeric: true,
      cell: (run) => <span className={slowText(t, run) && SLOW}>{took(run)}</span>,
      phone: 'beside',
    },
  ];
  return (
    <ListTable
      label={t('routes.disinfectionRecords')}
      columns={open === '' ? columns : columns.filter(({ id }) => id !== 'mode' && id !== 'reason')}
      rows={rows}
      idOf={({ id }) => id}
      current={open || undefined}
      onOpen={(id) => screen.send({ type: 'record.open', id })}
    />
  );
}
