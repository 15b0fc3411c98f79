/** Shows the timetable page with a timetable as the server answers, and records what it sends. */
import { createMachine, fromCallback, fromPromise, type SimulatedClock } from 'xstate';
import type { BatteryHistory, Timetable } from '../../../../contract/entities/schedule.ts';
import { schedulesMachine } from '../../../../src/machines/schedules/schedules.machine.ts';
import type { ScheduleAct } from '../../../../src/machines/schedules/schedules.setup.ts';
import type { ScheduleSite, TimetableRequest } from '../../../../src/machines/schedules/timetableReading.ts';
import {
  type CopiesInput,
  type CopyAnswer,
  type CopyCheck,
  taskCopyMachine,
} from '../../../../src/machines/taskCopy/taskCopy.machine.ts';
import { SchedulesPage } from '../../../../src/ui/pages/schedules/SchedulesPage.tsx';
import { sampleTimetable, SCHEDULE_NOW, ZONE } from '../../../fakes/scheduleSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

interface Options {
  readonly timetable?: Partial<Timetable>;
  readonly query?: Record<string, string>;
  readonly width?: number;
  readonly language?: 'enUS' | 'zhCN';
  readonly failure?: Error;
  readonly isLost?: boolean;
  readonly clock?: SimulatedClock;
  /** The server does not answer. */
  readonly isLoading?: boolean;
  /** Age of the timetable, ms. */
  readonly age?: number;
  /** The robots of the fleet, by serial number. */
  readonly robots?: Readonly<Record<string, object>>;
  /** Which robots can have a copy. */
  readonly checks?: readonly CopyCheck[];
  /** How a robot answers its copy; by default it gets it. */
  readonly copyTo?: (serialNumber: string) => Promise<CopyAnswer>;
}
const connection = (isLost: boolean) =>
  createMachine({ initial: isLost ? 'lost' : 'open', states: { open: {}, lost: { tags: 'lost' } } });
const never = () => new Promise<never>(() => {});

export async function showSchedules({
  timetable = {},
  query = {},
  width = 1_440,
  language = 'enUS',
  failure,
  isLost = false,
  clock,
  isLoading = false,
  age = 0,
  robots,
  checks = [],
  copyTo = async (serialNumber) => ({ serialNumber, taskId: `copy-${serialNumber}`, failure: null }),
}: Options = {}) {
  const acts: ScheduleAct[] = [];
  /** Reads of the timetable. */
  const reads: TimetableRequest[] = [];
  const rendered = await renderPage(
    SchedulesPage,
    schedulesMachine.provide({
      actors: {
        loadSites: fromPromise<{ sites: ScheduleSite[] }>(async () => ({
          sites: [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: 2 }],
        })),
        loadTimetable: fromPromise<{ timetable: Timetable }, TimetableRequest>(async ({ input }) => {
          reads.push(input);
          if (failure) throw failure;
          return isLoading ? never() : { timetable: sampleTimetable(timetable) };
        }),
        loadBatteryHistory: fromPromise<{ robots: BatteryHistory }, { siteId: string; from: string; days: number }>(
          async () => ({
            robots: [
              {
                serialNumber: 'S2-1',
                line: [
                  { at: SCHEDULE_NOW - 90_000_000, percent: 40, charging: false },
                  { at: SCHEDULE_NOW - 86_400_000, percent: 90, charging: true },
                ],
              },
            ],
          }),
        ),
        copy: taskCopyMachine.provide({
          actors: {
            checkCopies: fromPromise<{ checks: readonly CopyCheck[] }, { taskId: string }>(async () => ({ checks })),
            sendCopies: fromPromise<{ answers: readonly CopyAnswer[] }, CopiesInput>(
              async ({ input: { serialNumbers } }) => ({ answers: await Promise.all(serialNumbers.map(copyTo)) }),
            ),
          },
        }),
        guardTab: fromCallback(() => undefined),
        carryOut: fromPromise<unknown, ScheduleAct>(async ({ input }) => acts.push(input)),
      },
    }),
    {
      query,
      width,
      language,
      ...(clock ? { clock } : {}),
      now: () => SCHEDULE_NOW + age,
      ...(robots && {
        contexts: { fleet: { robots, order: Object.keys(robots), sites: [], current: '', view: 'all' } },
      }),
      siblings: { connection: connection(isLost) },
    },
  );
  await settle();
  return { ...rendered, acts, reads };
}
