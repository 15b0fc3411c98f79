/** The exceptions of the shown days and all to come. */
import { useSelector } from '@xstate/react';
import type { ScheduleException } from '../../../../contract/entities/schedule.ts';
import {
  type ScheduleExceptionsRef,
  selectExceptions,
} from '../../../machines/scheduleExceptions/scheduleExceptions.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { StatePanel } from '../../kit/StatePanel.tsx';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';

const SPACED_DASH = ' – ';
/** "15:00 – 23:25", with the days where they differ. */
export function periodText({ startTime, endTime }: Pick<ScheduleException, 'startTime' | 'endTime'>): string {
  const isOneDay = startTime.slice(0, 10) === endTime.slice(0, 10);
  return [startTime.slice(11, 16), isOneDay ? endTime.slice(11, 16) : endTime.slice(0, 16)].join(SPACED_DASH);
}

/** The latest first. */
export const inOrder = (exceptions: readonly ScheduleException[]): ScheduleException[] =>
  exceptions.toSorted((a, b) => b.startTime.localeCompare(a.startTime));

export function ExceptionList({ screen }: { readonly screen: ScheduleExceptionsRef }) {
  const t = useT();
  const { data, form } = useSelector(screen, selectExceptions);
  if (!data) return null;
  const rows = inOrder(data.exceptions);
  if (rows.length === 0)
    return (
      <div className="card flex-none">
        <StatePanel
          state="empty"
          art="security"
          title={t('scheduleExceptions.none')}
          text={t('scheduleExceptions.noneText')}
        />
      </div>
    );
  const columns: readonly ListColumn<ScheduleException>[] = [
    {
      id: 'date',
      head: t('shared.date'),
      text: ({ startTime, weekly }) =>
        weekly ? t('scheduleExceptions.everyWeek', { date: startTime.slice(0, 10) }) : startTime.slice(0, 10),
      phone: 'title',
    },
    { id: 'time', head: t('scheduleExceptions.column.time'), text: periodText },
    { id: 'robot', head: t('common.robot'), text: ({ robotName }) => robotName },
    {
      id: 'points',
      head: t('scheduleExceptions.column.points'),
      text: ({ pointNames }) =>
        pointNames.length === 0
          ? t('scheduleExceptions.wholeRun')
          : pointNames.map((name) => name || t('shared.deletedPoint')).join(t('shared.listSeparator')),
      className: 'max-w-60 overflow-hidden text-ellipsis',
    },
    {
      id: 'remark',
      head: t('shared.note'),
      text: ({ remark }) => remark,
      className: 'w-full max-w-60 overflow-hidden text-ellipsis',
      phone: 'beside',
    },
    { id: 'by', head: t('scheduleExceptions.column.by'), text: ({ userName }) => userName, phone: 'beside' },
    {
      id: 'runs',
      head: t('scheduleExceptions.column.runs'),
      numeric: true,
      text: ({ runsTouched, isPast }) => (isPast ? '' : String(runsTouched)),
      phoneCell: ({ runsTouched, isPast }) =>
        isPast
          ? null
          : runsTouched === 0
            ? t('scheduleExceptions.touches.none')
            : t('scheduleExceptions.touches.some', { count: runsTouched }),
    },
  ];
  return (
    <div className="card card-clip max-h-64 flex-none overflow-auto max-desk:max-h-none">
      <ListTable
        label={t('scheduleExceptions.list')}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        isGone={({ isPast }) => isPast}
        current={form?.id || undefined}
        onOpen={(id) => screen.send({ type: 'exception.open', id })}
      />
    </div>
  );
}
