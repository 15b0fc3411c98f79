/** The timetable as the page shows it now, and whether tasks can be changed. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Timetable, TimetableRun } from '../../../../contract/entities/schedule.ts';
import { movesOf, type SchedulesRef, selectSchedules } from '../../../machines/schedules/schedules.selectors.ts';
import { schedulesQuery } from '../../../machines/schedules/schedulesQuery.ts';
import { timetableView, type TimetableViewData } from '../../../machines/schedules/timetableView.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { selectIsFeedLost } from '../../../machines/connection/connection.selectors.ts';
import { useConnection } from '../../hooks/useApp.ts';

const MINUTE_MS = 60_000;

export interface ShownTimetable {
  readonly data: Timetable;
  readonly view: TimetableViewData;
  readonly now: number;
  /** No connection: the forecast is as of its time, and nothing can be changed. */
  readonly isLost: boolean;
  readonly robotOf: (serialNumber: string) => Timetable['robots'][number] | undefined;
  readonly nameOf: (run: TimetableRun) => string;
}

export function useTimetable(screen: SchedulesRef): ShownTimetable | null {
  const { data, query, switched, move, sent } = useSelector(screen, selectSchedules);
  const now = useServerNow(MINUTE_MS / 6);
  const isLost = useSelector(useConnection(), selectIsFeedLost);
  const filters = useMemo(() => schedulesQuery.read(query), [query]);
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const view = useMemo(
    () => (data ? timetableView(data, switched, filters, minute, movesOf({ move, sent })) : null),
    [data, switched, filters, minute, move, sent],
  );
  return useMemo(
    () =>
      data && view
        ? {
            data,
            view,
            now,
            isLost,
            robotOf: (serialNumber) => data.robots.find((robot) => robot.serialNumber === serialNumber),
            nameOf: ({ taskId }) =>
              (data.tasks.find(({ id }) => id === taskId) ?? data.deleted.find(({ id }) => id === taskId))?.pathName ??
              '',
          }
        : null,
    [data, view, now, isLost],
  );
}
