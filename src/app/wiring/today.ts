/** Wires what needs the user now to the API. */
import { fromPromise } from 'xstate';
import { deliveries } from '../../../contract/endpoints/deliveries.ts';
import { schedules } from '../../../contract/endpoints/schedules.ts';
import type { Timetable } from '../../../contract/entities/schedule.ts';
import { zonedDate } from '../../../contract/rules/zonedTime.ts';
import type { Delivery } from '../../../contract/entities/delivery.ts';
import {
  type NextRun,
  type NextRuns,
  type TodayBoard,
  todayMachine,
  type TodayTask,
} from '../../machines/today/today.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

const AHEAD_MS = 6 * 3_600_000;

/** The runs with what is said of them. */
function namedRunsOf({ runs, tasks, deleted, robots, timeZone, siteId }: Timetable): NextRun[] {
  const names = new Map(robots.map(({ serialNumber, name }) => [serialNumber, name]));
  const routes = new Map([...deleted, ...tasks].map(({ id, pathName }) => [id, pathName]));
  return runs.map((run) => ({
    timeZone,
    siteId,
    name: routes.get(run.taskId) ?? '',
    robotName: names.get(run.serialNumber) ?? '',
    run,
  }));
}
/** Not begun, and expected to take place. */
const isNext = ({ run: { state, verdict } }: NextRun): boolean =>
  (state === null || state === 'waiting') && verdict !== 'notAtAll';
/** Of today, by the day for which it was planned. */
const isSkippedToday = ({ run: { state, verdict, plannedAt }, timeZone }: NextRun, now: number): boolean =>
  (state === 'notStarted' || (state === null && verdict === 'notAtAll')) &&
  zonedDate(timeZone, plannedAt) === zonedDate(timeZone, now);

export function wireToday({ transport, world: { clock } }: Services) {
  const timetables = createClient(schedules, transport);
  const { board, resendCode, sendBack, moreTime, acknowledge } = createClient(deliveries, transport);
  const acts = { resendCode, sendBack, moreTime, acknowledge };
  return todayMachine.provide({
    actors: {
      loadBoard: fromPromise<TodayBoard>(async ({ signal }) => {
        const { time, rows } = await board({}, { signal });
        return { time, rows };
      }),
      loadRuns: fromPromise<NextRuns>(async ({ signal }) => {
        const tables = await Promise.all(
          (await timetables.sites({}, { signal })).map(({ siteId, timeZone }) =>
            timetables.timetable({ siteId, from: zonedDate(timeZone, clock.now()), days: 2 }, { signal }),
          ),
        );
        const time = Math.min(...tables.map(({ serverTime }) => serverTime), clock.now());
        const named = tables.flatMap(namedRunsOf).sort((a, b) => a.run.startsAt - b.run.startsAt);
        const ahead = named.filter(isNext);
        return {
          time,
          rows: ahead.filter(({ run }) => run.startsAt < time + AHEAD_MS),
          underWay: named.filter(({ run }) => run.state === 'inProgress'),
          skipped: named.filter((one) => isSkippedToday(one, time)),
          next: ahead[0] ?? null,
        };
      }),
      act: fromPromise<Delivery, TodayTask>(({ input: { deliveryId, act } }) => acts[act]({ deliveryId })),
    },
  });
}
