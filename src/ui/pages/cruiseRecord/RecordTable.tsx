/** One page of route runs: a table on desktop, blocks of lines on a phone. */
import { useSelector } from '@xstate/react';
import type { RouteRun } from '../../../../contract/entities/routeRun.ts';
import { type CruiseRecordRef, selectRecords } from '../../../machines/cruiseRecord/cruiseRecord.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import type { Column } from '../../kit/Table.tsx';
import { TableOrBlocks } from '../../kit/TableOrBlocks.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { ResultPill } from '../../routeRuns/RouteRunEndDialog.tsx';
import { spanText, whyEnded } from '../../routeRuns/routeRunTexts.ts';
import { SLOW, slowRunText } from '../../routeRuns/slowText.ts';

export interface RecordViewProps {
  readonly screen: CruiseRecordRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
  readonly mobile: boolean;
}

/** For a run in progress, the duration so far. */
export const tookText = ({ startedAt, endedAt }: RouteRun, now: number): string =>
  spanText((endedAt ?? now) - startedAt);

export function RecordTable({ screen, timeZone, now, mobile }: RecordViewProps) {
  const t = useT();
  const { rows, open } = useSelector(screen, selectRecords);
  const dash = t('shared.dash');
  const metres = (distance: number): string => t('common.metres', { metres: Math.round(distance) });
  const columns: Column<RouteRun>[] = [
    {
      id: 'startedAt',
      head: t('shared.started'),
      cell: ({ startedAt }) => <span className="tabular-nums">{timeStamp(startedAt, timeZone)}</span>,
    },
    {
      id: 'robot',
      head: t('common.robot'),
      cell: ({ robotName }) => <b className="font-medium">{robotName}</b>,
    },
    { id: 'route', head: t('shared.route'), cell: ({ pathName }) => pathName },
    {
      id: 'map',
      head: t('common.map'),
      className: 'group-data-open/records:hidden',
      cell: ({ mapName }) => mapName,
    },
    { id: 'result', head: t('shared.result'), cell: (run) => <ResultPill run={run} /> },
    {
      id: 'reason',
      head: t('shared.reason'),
      className:
        'w-full max-w-0 min-w-[120px] overflow-hidden text-ellipsis text-text-2 group-data-open/records:hidden',
      cell: (run) => {
        const why = whyEnded(t, run) || slowRunText(t, run);
        return <span title={why}>{why || dash}</span>;
      },
    },
    {
      id: 'who',
      head: t('cruiseRecord.column.who'),
      className: 'group-data-open/records:hidden',
      cell: ({ startedBy }) => startedBy.name || dash,
    },
    { id: 'rounds', head: t('shared.rounds'), numeric: true, cell: ({ loop }) => loop },
    {
      id: 'distance',
      head: t('shared.distance'),
      numeric: true,
      cell: ({ distance }) => metres(distance),
    },
    {
      id: 'took',
      head: t('shared.duration'),
      numeric: true,
      cell: (run) => <span className={classes(slowRunText(t, run) && SLOW)}>{tookText(run, now)}</span>,
    },
  ];
  return (
    <TableOrBlocks
      mobile={mobile}
      label={t('routes.cruiseRecord')}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      current={open || undefined}
      onOpen={(driveId) => screen.send({ type: 'record.open', driveId })}
      blockOf={(run) => ({
        title: [run.pathName, run.robotName].join(' · '),
        lines: [
          <span key="result" className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5">
            <ResultPill run={run} />
            {whyEnded(t, run) || <span className={SLOW}>{slowRunText(t, run)}</span>}
          </span>,
          <span key="figures" className="tabular-nums">
            {[
              t('cruiseRecord.tookFor', { span: tookText(run, now) }),
              metres(run.distance),
              t('cruiseRecord.stopsDone', { arrived: run.arrived, skipped: run.skipped }),
            ].join(' · ')}
          </span>,
          <time key="at" className="tabular-nums">
            {t('cruiseRecord.startedAt', { at: timeStamp(run.startedAt, timeZone) })}
          </time>,
        ],
      })}
    />
  );
}
