/**
 * Requirement (design 20): an exception is made once, however often an answer is lost; robots that refuse stay in the form;
 * a deletion can be taken back for ten seconds; what was typed is never lost without a question; without a link the last
 * plan stays. Walked against a server in memory that answers when the model says so.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import type { ScheduleException, Timetable, TimetableRun } from '../../../contract/entities/schedule.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { UNDO_MS } from '../../../src/machines/factories/undo.ts';
import { failure } from '../../../src/machines/failure.ts';
import type { ExceptionRequest } from '../../../src/machines/scheduleExceptions/exceptionForm.ts';
import { scheduleExceptionsMachine } from '../../../src/machines/scheduleExceptions/scheduleExceptions.machine.ts';
import {
  selectDeletedException,
  selectExceptions,
  selectHaveExceptionsFailed,
} from '../../../src/machines/scheduleExceptions/scheduleExceptions.selectors.ts';
import {
  PREVIEW_MS,
  type SaveOutcome,
  type StopMap,
  type StopsRequest,
} from '../../../src/machines/scheduleExceptions/scheduleExceptions.setup.ts';
import { POLL_MS, type ScheduleSite, type TimetableRequest } from '../../../src/machines/schedules/timetableReading.ts';
import { sampleException, sampleRun, sampleTimetable, ZONE } from '../../fakes/scheduleSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'a person drags over hours'
  | 'a person drags an end'
  | 'a person saves'
  | 'the server accepts'
  | 'the answer is lost'
  | 'a robot refuses'
  | 'the person leaves and stays'
  | 'the person leaves'
  | 'a person deletes an exception'
  | 'a person takes it back'
  | 'ten seconds pass'
  | 'the server refuses'
  | 'the link is lost'
  | 'the link is back';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'closed',
  states: {
    closed: {
      on: {
        'a person drags over hours': 'drawn',
        'a person deletes an exception': 'deleting',
        'the link is lost': 'lost',
      },
    },
    drawn: { on: { 'a person drags an end': 'shorter', 'a person saves': 'saving', 'the person leaves': 'left' } },
    shorter: { on: { 'the person leaves and stays': 'kept', 'a person saves': 'saving' } },
    kept: { on: { 'a person saves': 'saving' } },
    saving: { on: { 'the server accepts': 'saved', 'the answer is lost': 'unsure', 'a robot refuses': 'partly' } },
    unsure: { on: { 'a person saves': 'savingAgain' } },
    savingAgain: { on: { 'the server accepts': 'savedOnce' } },
    partly: { on: { 'a person saves': 'savingRest' } },
    savingRest: { on: { 'the server accepts': 'savedRest' } },
    saved: {},
    savedOnce: {},
    savedRest: {},
    left: {},
    deleting: { on: { 'the server accepts': 'deleted', 'the server refuses': 'notDeleted' } },
    deleted: {
      on: { 'a person takes it back': 'restoring', 'ten seconds pass': 'gone', 'the link is lost': 'deletedLost' },
    },
    deletedLost: { on: { 'the link is back': 'deletedBack' } },
    deletedBack: {},
    restoring: { on: { 'the server accepts': 'restored', 'the server refuses': 'gone' } },
    gone: {},
    restored: {},
    notDeleted: {},
    lost: { on: { 'the link is back': 'closedAgain', 'a person drags over hours': 'drawnLost' } },
    drawnLost: { on: { 'a person saves': 'notSaved' } },
    notSaved: { on: { 'the link is back': 'notSavedBack' } },
    notSavedBack: { on: { 'a person saves': 'savingAgain' } },
    closedAgain: {},
  },
});

async function startAll() {
  const stored = new Map<string, ScheduleException>([['e1', sampleException()]]);
  /** Answers by attempt: the server applies an attempt once. */
  const applied = new Map<string, SaveOutcome>();
  const link = { isOpen: true };
  const waiting: { accept: () => void; refuse: (error: Error, isApplied?: boolean) => void }[] = [];
  const refusing = { robot: '' };
  const orLost = (): void => {
    if (!link.isOpen) throw new ApiError('networkFailed');
  };
  const waits = <Output>(work: () => Output): Promise<Output> =>
    new Promise((resolve, reject) => {
      waiting.push({
        accept: () => resolve(work()),
        refuse: (error, isApplied = false) => {
          if (isApplied) work();
          reject(error);
        },
      });
    });
  const apply = (requests: readonly ExceptionRequest[], attempt: string): SaveOutcome => {
    const before = applied.get(attempt);
    if (before) return before;
    const refused = requests
      .filter(({ serialNumber }) => serialNumber === refusing.robot)
      .map(({ serialNumber, startTime }) => ({ serialNumber, startTime, failure: failure(ERRORS.notAllowed) }));
    for (const { serialNumber, startTime, endTime } of requests) {
      if (serialNumber === refusing.robot) continue;
      const id = `s${stored.size + applied.size + 1}.${serialNumber}`;
      const times = { startTime: `${startTime}:00`, endTime: `${endTime}:59` };
      stored.set(id, sampleException({ id, serialNumber, ...times, remark: '' }));
    }
    const outcome = { saved: requests.length - refused.length, refused };
    applied.set(attempt, outcome);
    return outcome;
  };
  const robots = sampleTimetable().robots.map((robot) => ({ ...robot, canChange: true }));
  const { actor, clock, toldTo } = startUnderApp(
    scheduleExceptionsMachine.provide({
      actors: {
        loadSites: fromPromise<{ sites: ScheduleSite[] }>(async () => {
          orLost();
          return { sites: [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: 2 }] };
        }),
        loadTimetable: fromPromise<{ timetable: Timetable }, TimetableRequest>(async () => {
          orLost();
          return { timetable: sampleTimetable({ robots, exceptions: [...stored.values()] }) };
        }),
        loadStops: fromPromise<{ maps: readonly StopMap[] }, StopsRequest>(async () => ({ maps: [] })),
        previewExceptions: fromPromise<{ runs: readonly TimetableRun[] }, { requests: readonly ExceptionRequest[] }>(
          async () => {
            orLost();
            return { runs: [sampleRun()] };
          },
        ),
        saveExceptions: fromPromise<SaveOutcome, { requests: readonly ExceptionRequest[]; attempt: string }>(
          async ({ input: { requests, attempt } }) => {
            orLost();
            return waits(() => apply(requests, attempt));
          },
        ),
        deleteException: fromPromise<unknown, { id: string }>(async ({ input }) => {
          orLost();
          return waits(() => stored.delete(input.id));
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'scheduleExceptions', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  const quiet = async (): Promise<void> => {
    for (let i = 0; i < 4; i++) await settle();
    clock.increment(PREVIEW_MS);
    for (let i = 0; i < 3; i++) await settle();
  };
  await quiet();
  const take = () => {
    const first = waiting.shift();
    if (!first) throw new Error('nothing was sent');
    return first;
  };
  const leave = (answer: 'confirm.accept' | 'confirm.cancel') => async () => {
    actor.send({ type: 'page.leaveAsked', to: '/home' });
    actor.getSnapshot().children.confirm?.send({ type: answer });
    await quiet();
  };
  return {
    actor,
    stored,
    waiting,
    toldTo,
    events: {
      'a person drags over hours': async () => {
        actor.send({ type: 'band.grab', end: 'new', date: '2026-11-23', minute: 600 });
        actor.send({ type: 'band.drag', date: '2026-11-23', minute: 720 });
        actor.send({ type: 'band.drop' });
        await quiet();
      },
      'a person drags an end': async () => {
        actor.send({ type: 'band.grab', end: 'to', date: '2026-11-23', minute: 720 });
        actor.send({ type: 'band.drag', date: '2026-11-23', minute: 660 });
        actor.send({ type: 'band.drop' });
        await quiet();
      },
      'a person saves': async () => {
        refusing.robot = '';
        actor.send({ type: 'form.save' });
        await quiet();
      },
      'the server accepts': async () => {
        take().accept();
        await quiet();
      },
      'the answer is lost': async () => {
        take().refuse(new ApiError('networkFailed'), true);
        await quiet();
      },
      'a robot refuses': async () => {
        refusing.robot = 'S2-2';
        take().accept();
        await quiet();
      },
      'the person leaves and stays': leave('confirm.cancel'),
      'the person leaves': leave('confirm.accept'),
      'a person deletes an exception': async () => {
        actor.send({ type: 'exception.open', id: 'e1' });
        actor.send({ type: 'exception.delete', id: 'e1' });
        await quiet();
      },
      'a person takes it back': async () => {
        actor.send({ type: 'undo.take' });
        await quiet();
      },
      'ten seconds pass': async () => {
        clock.increment(UNDO_MS);
        await quiet();
      },
      'the server refuses': async () => {
        take().refuse(new ApiError('exceptionOver'));
        await quiet();
      },
      'the link is lost': async () => {
        link.isOpen = false;
        actor.send({ type: 'timetable.reload' });
        await quiet();
      },
      'the link is back': async () => {
        link.isOpen = true;
        clock.increment(POLL_MS);
        await quiet();
      },
    } satisfies Record<Event, () => unknown>,
  };
}

const seen = new Set<string>();
const OWN = ['e1', '15:00'] as const;

describe('the exception plan', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const all = await startAll();
      const { actor, stored, waiting, toldTo } = all;
      const context = () => selectExceptions(actor.getSnapshot());
      /** Times of the exceptions that the server has, and that the page shows. */
      const has = (...times: readonly string[]): void => {
        const startsOf = (list: Iterable<ScheduleException>) =>
          [...list].map(({ startTime }) => startTime.slice(11, 16)).sort();
        expect(startsOf(stored.values())).toEqual([...times].sort());
        expect(startsOf(context().data?.exceptions ?? [])).toEqual([...times].sort());
      };
      const at = (state: string, isSending = false): void => {
        seen.add(state);
        expect(waiting.length).toBe(isSending ? 1 : 0);
      };
      const draws = (state: string, to: string, robots: readonly string[] = ['S2-1', 'S2-2']) => {
        at(state);
        expect(context().form).toMatchObject({ dates: ['2026-11-23'], from: '10:00', to, robots });
        expect(actor.getSnapshot().hasTag('unsaved')).toBe(true);
      };
      const rests = (state: string, ...times: readonly string[]) => {
        at(state);
        expect([context().form, actor.getSnapshot().hasTag('unsaved')]).toEqual([null, false]);
        has(...times);
      };
      await walk(
        path,
        { model: 'scheduleExceptions', actor },
        {
          events: all.events,
          states: {
            closed: () => rests('closed', OWN[1]),
            closedAgain: () => rests('closedAgain', OWN[1]),
            drawn: () => draws('drawn', '12:00'),
            shorter: () => draws('shorter', '11:00'),
            kept: () => {
              draws('kept', '11:00');
              expect(toldTo('navigation')).toEqual([]);
            },
            saving: () => at('saving', true),
            savingAgain: () => at('savingAgain', true),
            savingRest: () => at('savingRest', true),
            unsure: () => {
              draws('unsure', context().form?.to ?? '');
              expect(context().saveFailure).toMatchObject({ code: ERRORS.networkFailed });
            },
            partly: () => {
              draws('partly', context().form?.to ?? '', ['S2-2']);
              expect(context().saveFailure).toMatchObject({ code: ERRORS.notAllowed });
              has(OWN[1], '10:00');
            },
            saved: () => rests('saved', OWN[1], '10:00', '10:00'),
            // The answer of the first attempt was lost, not the attempt.
            savedOnce: () => rests('savedOnce', OWN[1], '10:00', '10:00'),
            savedRest: () => rests('savedRest', OWN[1], '10:00', '10:00'),
            left: () => {
              at('left');
              expect(toldTo('navigation')).toMatchObject([{ type: 'navigation.leave', to: '/home' }]);
              expect([...stored.keys()]).toEqual([OWN[0]]);
            },
            deleting: () => at('deleting', true),
            deleted: () => {
              rests('deleted');
              expect(selectDeletedException(actor.getSnapshot())?.id).toBe(OWN[0]);
            },
            deletedLost: () => {
              at('deletedLost');
              expect(selectHaveExceptionsFailed(actor.getSnapshot())).toBe(true);
            },
            deletedBack: () => rests('deletedBack'),
            restoring: () => at('restoring', true),
            restored: () => rests('restored', OWN[1]),
            gone: () => {
              rests('gone');
              expect(selectDeletedException(actor.getSnapshot())).toBeNull();
            },
            notDeleted: () => {
              at('notDeleted');
              has(OWN[1]);
              expect(toldTo('notices')).toMatchObject([{ notice: { tone: 'error' } }]);
            },
            lost: () => {
              at('lost');
              expect(selectHaveExceptionsFailed(actor.getSnapshot())).toBe(true);
              has(OWN[1]);
            },
            drawnLost: () => draws('drawnLost', '12:00'),
            notSaved: () => {
              draws('notSaved', '12:00');
              expect(context().saveFailure).toMatchObject({ code: ERRORS.networkFailed });
            },
            notSavedBack: () => draws('notSavedBack', '12:00'),
          },
        },
      );
    });
  }
});

afterAll(() => {
  expect([...seen].sort()).toEqual(Object.keys(spec.states).sort());
});
