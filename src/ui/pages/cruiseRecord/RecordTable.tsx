/** One page of route runs. While one is open beside, the table has fewer columns. */
import { useSelector } from '@xstate/react';
import type { RouteRun } from '../../../../contract/entities/routeRun.ts';
import { type CruiseRecordRef, selectRecords } from '../../../machines/cruiseRecord/cruiseRecord.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { timeColumn } from '../../lists/timeColumn.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { ResultPill } from '../../routeRuns/RouteRunEndDialog.tsx';
import { spanText, whyEnded } from '../../routeRuns/routeRunTexts.ts';
import { SLOW, slowRunText } from '../../routeRuns/slowText.ts';

export interface RecordViewProps {
  readonly screen: CruiseRecordRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
}

/** For a run in progress, the duration so far. */
export const tookText = ({ startedAt, endedAt }: RouteRun, now: number): string =>
  spanText((endedAt ?? now) - startedAt);

/** Columns that the open run says itself. */
const BESIDE: ReadonlySet<string> = new Set(['map', 'reason', 'who']);

export function RecordTable({ screen, timeZone, now }: RecordViewProps) {
  const t = useT();
  const { rows, open } = useSelector(screen, selectRecords);
  const dash = t('shared.dash');
  const columns: readonly ListColumn<RouteRun>[] = [
    timeColumn({
      id: 'startedAt',
      head: t('shared.started'),
      at: ({ startedAt }) => startedAt,
      timeZone,
      phoneCell: ({ startedAt }) => t('cruiseRecord.startedAt', { at: timeStamp(startedAt, timeZone) }),
    }),
    {
      id: 'robot',
      head: t('common.robot'),
      cell: ({ robotName }) => <b className="font-medium">{robotName}</b>,
      phone: 'title',
      phoneCell: ({ robotName }) => robotName,
    },
    { id: 'route', head: t('shared.route'), text: ({ pathName }) => pathName, phone: 'title' },
    { id: 'map', head: t('common.map'), text: ({ mapName }) => mapName, phone: 'hidden' },
    {
      id: 'result',
      head: t('shared.result'),
      cell: (run) => <ResultPill run={run} />,
      phoneCell: (run) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5">
          <ResultPill run={run} />
          {whyEnded(t, run) || <span className={SLOW}>{slowRunText(t, run)}</span>}
        </span>
      ),
    },
    {
      id: 'reason',
      head: t('shared.reason'),
      className: 'w-full max-w-0 min-w-[120px] overflow-hidden text-ellipsis text-text-2',
      cell: (run) => {
        const why = whyEnded(t, run) || slowRunText(t, run);
        return <span title={why}>{why || dash}</span>;
      },
      phone: 'hidden',
    },
    { id: 'who', head: t('cruiseRecord.column.who'), text: ({ startedBy }) => startedBy.name || dash, phone: 'hidden' },
    {
      id: 'rounds',
      head: t('shared.rounds'),
      numeric: true,
      text: ({ loop }) => loop,
      phoneCell: ({ arrived, skipped }) => t('cruiseRecord.stopsDone', { arrived, skipped }),
    },
    {
      id: 'distance',
      head: t('shared.distance'),
      numeric: true,
      text: ({ distance }) => t('common.metres', { metres: Math.round(distance) }),
      phone: 'beside',
    },
    {
      id: 'took',
      head: t('shared.duration'),
      numeric: true,
      cell: (run) => <span className={classes(slowRunText(t, run) && SLOW)}>{tookText(run, now)}</span>,
      phone: 'beside',
      phoneCell: (run) => t('cruiseRecord.tookFor', { span: tookText(run, now) }),
    },
  ];
  return (
    <ListTable
      label={t('routes.cruiseRecord')}
      columns={open === '' ? columns : columns.filter(({ id }) => !BESIDE.has(id))}
      rows={rows}
      idOf={({ id }) => id}
      current={open || undefined}
      onOpen={(driveId) => screen.send({ type: 'record.open', driveId })}
    />
  );
}
