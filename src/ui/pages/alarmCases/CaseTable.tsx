/** One page of alarm cases. */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import { type AlarmCasesRef, selectAlarmCases } from '../../../machines/alarmCases/alarmCases.selectors.ts';
import { EVENT_NAMES, placeText } from '../../alarms/alarmTexts.ts';
import { caseStateText, CAUSE_NAMES } from '../../alarms/caseTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { StatusShape } from '../../kit/StatusShape.tsx';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { timeColumn } from '../../lists/timeColumn.tsx';

interface CaseTableProps {
  readonly screen: AlarmCasesRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
}

export function CaseTable({ screen, timeZone, now }: CaseTableProps) {
  const t = useT();
  const { rows } = useSelector(screen, selectAlarmCases);
  const name = ({ event }: AlarmCase): string => t(EVENT_NAMES[event]);
  const columns: readonly ListColumn<AlarmCase>[] = [
    {
      id: 'event',
      head: t('shared.alarm'),
      cell: (row) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          {row.state === 'resolved' ? (
            <Icon of={CircleCheck} size={16} />
          ) : (
            <StatusShape status={row.severity === 'critical' || row.state === 'open' ? 'alarm' : 'standby'} size={14} />
          )}
          <b className="font-medium">{name(row)}</b>
          {row.count > 1 && <span className="text-12 text-text-2">{t('alarmCases.count', { count: row.count })}</span>}
        </span>
      ),
      phone: 'title',
    },
    { id: 'robot', head: t('common.robot'), text: ({ robotName }) => robotName },
    {
      id: 'place',
      head: t('shared.place'),
      text: placeText,
      className: 'max-w-60 overflow-hidden text-ellipsis text-text-2',
      phone: 'beside',
    },
    {
      id: 'state',
      head: t('common.status'),
      className: 'w-full',
      cell: (row) => (
        <span
          className={classes('tabular-nums', row.state === 'open' ? 'font-semibold text-st-alarm-text' : 'text-text-2')}
        >
          {caseStateText(t, row, now)}
        </span>
      ),
    },
    {
      id: 'result',
      head: t('shared.result'),
      text: ({ cause }) => (cause ? t(CAUSE_NAMES[cause]) : ''),
      phone: 'beside',
    },
    timeColumn({
      id: 'raised',
      head: t('alarmCases.column.raised'),
      at: ({ raisedAt }) => raisedAt,
      timeZone,
    }),
    { id: 'number', head: t('alarmCases.column.number'), numeric: true, text: ({ number }) => number, phone: 'beside' },
  ];
  return (
    <ListTable
      label={t('routes.alarms')}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      onOpen={(caseId) => screen.send({ type: 'case.open', caseId })}
    />
  );
}
