/**
 * Requirement (design 20): a switch is sent at once and can be taken back for ten seconds; a move is sent only after those
 * seconds, and can be taken back until then; what the server refuses is shown as it was, with a message; without a link the
 * last timetable stays. Walked against a server in memory that answers when the model says so.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { fromCallback, fromPromise, setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import type { Timetable } from '../../../contract/entities/schedule.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { UNDO_MS } from '../../../src/machines/factories/undo.ts';
import { schedulesMachine } from '../../../src/machines/schedules/schedules.machine.ts';
import {
  movesOf,
  selectHasFailed,
  selectIsMovePending,
  selectMove,
  selectOffer,
} from '../../../src/machines/schedules/schedules.selectors.ts';
import { type ScheduleAct } from '../../../src/machines/schedules/schedules.setup.ts';
import { POLL_MS, type ScheduleSite, type TimetableRequest } from '../../../src/machines/schedules/timetableReading.ts';
import { schedulesQuery } from '../../../src/machines/schedules/schedulesQuery.ts';
import { timetableView } from '../../../src/machines/schedules/timetableView.ts';
import { atTime, sampleRun, sampleTask, sampleTimetable, SCHEDULE_NOW, ZONE } from '../../fakes/scheduleSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'a person switches the task off'
  | 'a person drags a run'
  | 'a person drags the whole task'
  | 'a person takes it back'
  | 'ten seconds pass'
  | 'the server accepts'
  | 'the server refuses'
  | 'somebody else has saved the task'
  | 'the person leaves the page'
  | 'the link is lost'
  | 'the link is back';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'a person switches the task off': 'switching',
        'a person drags a run': 'put',
        'a person drags the whole task': 'putWhole',
        'the link is lost': 'lost',
      },
    },
    switching: {
      on: { 'the server accepts': 'off', 'the server refuses': 'stillOn', 'the link is lost': 'stillOnLost' },
    },
    off: { on: { 'a person takes it back': 'switchingBack', 'ten seconds pass': 'staysOff' } },
    switchingBack: { on: { 'the server accepts': 'onAgain', 'the server refuses': 'staysOff' } },
    staysOff: {},
    stillOn: {},
    stillOnLost: { on: { 'the link is back': 'stillOn' } },
    onAgain: {},
    put: {
      on: {
        'a person takes it back': 'neverSent',
        'ten seconds pass': 'moving',
        'the person leaves the page': 'leaving',
        'the link is lost': 'putLost',
      },
    },
    putLost: { on: { 'the link is back': 'put2', 'ten seconds pass': 'refusedLost' } },
    put2: { on: { 'ten seconds pass': 'moving' } },
    neverSent: {},
    moving: { on: { 'the server accepts': 'moved', 'the server refuses': 'refused' } },
    leaving: { on: { 'the server accepts': 'left', 'the server refuses': 'refused' } },
    moved: {},
    left: {},
    refused: {},
    refusedLost: { on: { 'the link is back': 'refused' } },
    putWhole: { on: { 'a person takes it back': 'neverSent', 'ten seconds pass': 'movingWhole' } },
    movingWhole: { on: { 'the server accepts': 'movedWhole', 'somebody else has saved the task': 'refused' } },
    movedWhole: {},
    lost: { on: { 'the link is back': 'idleAgain', 'a person switches the task off': 'switchFailed' } },
    switchFailed: { on: { 'the link is back': 'stillOn' } },
    idleAgain: {},
  },
});

const MONDAY = atTime('2026-11-23', '22:00');
const LATER = atTime('2026-11-23', '23:30');

interface Waiting {
  readonly act: ScheduleAct;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

async function startAll() {
  const row = { state: '1' as '1' | '0', startsAt: MONDAY, executeTime: '22:00', revision: 3 };
  const link = { isOpen: true };
  const waiting: Waiting[] = [];
  const sent: ScheduleAct['what'][] = [];
  const orLost = (): void => {
    if (!link.isOpen) throw new ApiError('networkFailed');
  };
  const answer = (): Timetable => {
    const { state, startsAt, executeTime, revision } = row;
    const run = sampleRun({ plannedAt: MONDAY, startsAt });
    const change = startsAt === MONDAY ? null : { startsAt, isForced: false, reason: '', byName: 'Lin Wei' };
    return sampleTimetable({
      tasks: [sampleTask({ state, executeTime, revision })],
      runs: [{ ...run, change, verdict: state === '1' ? 'asPlanned' : 'notAtAll' }],
    });
  };
  const apply = (act: ScheduleAct): void => {
    if (act.what === 'setState') row.state = act.state;
    if (act.what === 'changeRun') row.startsAt = act.startsAt ?? MONDAY;
    if (act.what === 'moveTask') Object.assign(row, { executeTime: act.executeTime, revision: row.revision + 1 });
  };
  const { actor, clock, toldTo } = startUnderApp(
    schedulesMachine.provide({
      actors: {
        loadSites: fromPromise<{ sites: ScheduleSite[] }>(async () => {
          orLost();
          return { sites: [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: 2 }] };
        }),
        loadTimetable: fromPromise<{ timetable: Timetable }, TimetableRequest>(async () => {
          orLost();
          return { timetable: answer() };
        }),
        guardTab: fromCallback(() => undefined),
        carryOut: fromPromise<unknown, ScheduleAct>(async ({ input }) => {
          orLost();
          sent.push(input.what);
          await new Promise<void>((resolve, reject) => {
            waiting.push({ act: input, resolve, reject });
          });
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'schedules', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  const quiet = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await settle();
  };
  await quiet();
  const take = (): Waiting => {
    const first = waiting.shift();
    if (!first) throw new Error('nothing was sent');
    return first;
  };
  const drag = (isWhole: boolean) => async () => {
    actor.send({ type: 'move.grab', taskId: 't1', plannedAt: MONDAY, by: 'pointer', isWhole });
    actor.send({ type: 'move.to', startsAt: LATER, isWhole });
    actor.send({ type: 'move.drop' });
    await quiet();
  };
  const refuse = (name: 'notAllowed' | 'taskChanged') => async () => {
    take().reject(new ApiError(name));
    await quiet();
  };
  const look = () => {
    const { data, switched, move, sent: moves } = actor.getSnapshot().context;
    const shown =
      data && timetableView(data, switched, schedulesQuery.read({}), SCHEDULE_NOW, movesOf({ move, sent: moves }));
    const task = shown?.robots[0]?.rows[0];
    return { state: task?.task?.state, startsAt: task?.days.flat()[0]?.startsAt, executeTime: task?.executeTime };
  };
  return {
    actor,
    row,
    sent,
    waiting,
    look,
    toldTo,
    events: {
      'a person switches the task off': async () => {
        actor.send({ type: 'task.switch', taskId: 't1', state: '0' });
        await quiet();
      },
      'a person drags a run': drag(false),
      'a person drags the whole task': drag(true),
      'a person takes it back': async () => {
        actor.send({ type: selectIsMovePending(actor.getSnapshot()) ? 'move.undo' : 'undo.take' });
        await quiet();
      },
      'ten seconds pass': async () => {
        clock.increment(UNDO_MS);
        await quiet();
      },
      'the server accepts': async () => {
        const { act, resolve } = take();
        apply(act);
        resolve();
        await quiet();
      },
      'the server refuses': refuse('notAllowed'),
      'somebody else has saved the task': async () => {
        row.revision += 1;
        await refuse('taskChanged')();
      },
      'the person leaves the page': async () => {
        actor.send({ type: 'page.leaveAsked', to: '/home' });
        await quiet();
      },
      'the link is lost': async () => {
        link.isOpen = false;
        for (const { reject } of waiting.splice(0)) reject(new ApiError('networkFailed'));
        actor.send({ type: 'timetable.reload' });
        await quiet();
      },
      'the link is back': async () => {
        link.isOpen = true;
        // As soon as the link is back, or with the next reading.
        clock.increment(selectIsMovePending(actor.getSnapshot()) ? 0 : POLL_MS);
        actor.send({ type: 'page.resumed' });
        await quiet();
      },
    } satisfies Record<Event, () => unknown>,
  };
}

const seen = new Set<string>();

describe('the timetable', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const all = await startAll();
      const { actor, row, sent, look, toldTo, waiting } = all;
      const snapshot = () => actor.getSnapshot();
      /** What is shown, what the server has, and what is open. */
      const check = (
        state: string,
        expected: { state?: '1' | '0'; at?: number; is?: 'offered' | 'pending' | 'sent'; told?: number },
      ): void => {
        seen.add(state);
        const { state: task = '1', at = MONDAY, is, told = 0 } = expected;
        expect([look().state, look().startsAt]).toEqual([task, at]);
        expect(selectIsMovePending(snapshot())).toBe(is === 'pending' || state === 'leaving');
        expect(waiting.length > 0).toBe(is === 'sent');
        if (is === 'offered') expect(selectOffer(snapshot())).toMatchObject({ what: 'paused' });
        expect(toldTo('notices').length).toBeGreaterThanOrEqual(told);
        if (told === 0) expect(toldTo('notices')).toEqual([]);
      };
      /** Nothing is under way, and the page shows what the server has. */
      const rests = (state: string, told = 0): void => {
        check(state, { state: row.state, at: row.startsAt, told });
        expect([selectMove(snapshot()), snapshot().hasTag('unsaved')]).toEqual([null, false]);
      };
      await walk(
        path,
        { model: 'schedules', actor },
        {
          events: all.events,
          states: {
            idle: () => rests('idle'),
            idleAgain: () => rests('idleAgain'),
            switching: () => check('switching', { state: '0', is: 'sent' }),
            off: () => check('off', { state: '0', is: 'offered' }),
            switchingBack: () => check('switchingBack', { state: '1', is: 'sent' }),
            staysOff: () => {
              check('staysOff', { state: '0', told: toldTo('notices').length });
              expect(row.state).toBe('0');
            },
            stillOn: () => rests('stillOn', 1),
            stillOnLost: () => check('stillOnLost', { told: 1 }),
            onAgain: () => {
              rests('onAgain');
              expect(sent).toEqual(['setState', 'setState']);
            },
            put: () => check('put', { at: LATER, is: 'pending' }),
            put2: () => check('put2', { at: LATER, is: 'pending' }),
            putLost: () => {
              check('putLost', { at: LATER, is: 'pending' });
              expect(selectHasFailed(snapshot())).toBe(true);
            },
            putWhole: () => check('putWhole', { at: LATER, is: 'pending' }),
            neverSent: () => {
              rests('neverSent');
              expect(sent).toEqual([]);
            },
            moving: () => check('moving', { at: LATER, is: 'sent' }),
            movingWhole: () => check('movingWhole', { at: LATER, is: 'sent' }),
            leaving: () => check('leaving', { at: LATER, is: 'sent' }),
            moved: () => {
              rests('moved');
              expect([row.startsAt, sent]).toEqual([LATER, ['changeRun']]);
            },
            movedWhole: () => {
              rests('movedWhole');
              expect([look().executeTime, sent]).toEqual(['23:30', ['moveTask']]);
            },
            left: () => {
              seen.add('left');
              expect([row.startsAt, toldTo('navigation')]).toMatchObject([LATER, [{ type: 'navigation.leave' }]]);
            },
            refused: () => {
              rests('refused', 1);
              expect([row.startsAt, row.executeTime, toldTo('navigation')]).toEqual([MONDAY, '22:00', []]);
            },
            refusedLost: () => check('refusedLost', { told: 1 }),
            switchFailed: () => check('switchFailed', { told: 1 }),
            lost: () => {
              check('lost', {});
              expect(selectHasFailed(snapshot())).toBe(true);
            },
          },
        },
      );
    });
  }
});

afterAll(() => {
  expect([...seen].sort()).toEqual(Object.keys(spec.states).sort());
});
