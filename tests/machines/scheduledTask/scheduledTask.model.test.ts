/**
 * Requirement (design 20): a task is saved once, however often an answer is lost; what somebody else saved meanwhile is not
 * overwritten without a decision; what was typed survives refusals and a lost link, and is not left without a question.
 * Walked against a server in memory that answers when the model says so.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { fromCallback, fromPromise, setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import type { CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import type { RoutePlan, RoutePlanRequest } from '../../../contract/rules/planPath/routePlan.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import type {
  LoadedPath,
  LoadedTask,
  Preview,
  PreviewRequest,
  SaveRequest,
  SaveResult,
} from '../../../src/machines/scheduledTask/scheduledTask.context.ts';
import { scheduledTaskMachine } from '../../../src/machines/scheduledTask/scheduledTask.machine.ts';
import {
  selectIsTaskChanged,
  selectTask,
  selectTaskStage,
} from '../../../src/machines/scheduledTask/scheduledTask.selectors.ts';
import { PREVIEW_MS } from '../../../src/machines/scheduledTask/scheduledTask.setup.ts';
import { sampleRun, sampleTask, sampleTimetable, ZONE } from '../../fakes/scheduleSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'the link is lost'
  | 'a person tries again'
  | 'the link is back'
  | 'a person changes the time'
  | 'a person takes the change back'
  | 'a person saves'
  | 'the server accepts'
  | 'the server refuses'
  | 'the answer is lost'
  | 'somebody else saves'
  | 'a person takes the version of the other'
  | 'a person keeps the own version'
  | 'the person leaves and stays'
  | 'the person leaves';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'untouched',
  states: {
    untouched: { on: { 'a person changes the time': 'changed', 'the link is lost': 'untouchedLost' } },
    untouchedLost: { on: { 'a person changes the time': 'changedLost' } },
    changedLost: { on: { 'a person saves': 'notSent', 'the link is back': 'changed' } },
    notSent: { on: { 'the link is back': 'unsure' } },
    changed: {
      on: {
        'a person takes the change back': 'unchanged',
        'the person leaves and stays': 'kept',
        'the person leaves': 'left',
        'somebody else saves': 'outdated',
        'a person saves': 'saving',
      },
    },
    unchanged: {},
    kept: {},
    left: {},
    saving: {
      on: { 'the server accepts': 'saved', 'the server refuses': 'refused', 'the answer is lost': 'unsure' },
    },
    refused: { on: { 'a person saves': 'savingRepeated' } },
    savingRepeated: { on: { 'the server accepts': 'saved' } },
    unsure: { on: { 'a person saves': 'savingAgain' } },
    savingAgain: { on: { 'the server accepts': 'savedOnce' } },
    saved: {},
    savedOnce: {},
    outdated: { on: { 'a person saves': 'savingOutdated' } },
    savingOutdated: { on: { 'the server accepts': 'conflict' } },
    conflict: {
      on: {
        'a person takes the version of the other': 'theirs',
        'a person keeps the own version': 'savingMine',
      },
    },
    theirs: {},
    savingMine: { on: { 'the server accepts': 'mine' } },
    mine: {},
  },
});

const stop = (areaId: string) => ({ areaId, name: areaId, isMissing: false, stayTime: 10, speech: '', setting: null });
const PATH: LoadedPath = {
  // Only the points are read.
  map: {
    id: 'm1',
    points: ['a', 'b', 'c'].map((areaId, i) => ({ areaId, worldX: i, worldY: 0 })),
  } as unknown as IndoorMap,
  stops: ['a', 'b', 'c'].map(stop),
};
const ROUTE: CruisePathChoice = {
  pathId: 'p1',
  pathName: 'Lobby round',
  mapId: 'm1',
  mapName: 'Floor 1',
  floor: 'F1',
  isDefault: true,
  missing: [],
  stopCount: 3,
};
const PREVIEW: Preview = {
  metres: 112,
  seconds: 387,
  totalSeconds: 387,
  battery: 13,
  perWeek: 7,
  cells: null,
  runs: [sampleRun()],
};
const [BEFORE, AFTER, OTHERS] = ['22:00', '23:10', '06:00'];

async function startAll() {
  const row = sampleTask({ executeTime: BEFORE });
  const applied = new Map<string, SaveResult>();
  const saves: SaveRequest[] = [];
  const link = { isOpen: true };
  const waiting: { accept: () => void; refuse: (error: Error, isApplied?: boolean) => void }[] = [];
  const orLost = (): void => {
    if (!link.isOpen) throw new ApiError('networkFailed');
  };
  const apply = ({ attempt, revision, task, serialNumber }: SaveRequest): SaveResult => {
    const before = applied.get(attempt);
    if (before) return before;
    if (revision !== null && revision !== row.revision) throw new ApiError('taskChanged');
    Object.assign(row, { executeTime: task.executeTime, revision: row.revision + 1 });
    const result: SaveResult = { task: { ...row }, answers: [{ serialNumber, did: 'saved', failure: null }] };
    applied.set(attempt, result);
    return result;
  };
  const { actor, clock, toldTo } = startUnderApp(
    scheduledTaskMachine.provide({
      actors: {
        loadTask: fromPromise<LoadedTask, { taskId: string; serialNumber: string; userId: string }>(async () => {
          orLost();
          const sites = [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: sampleTimetable().robots }];
          return {
            sites,
            task: { ...row },
            kept: null,
            seed: `seed${row.revision}`,
            ahead: { runs: 0, isUnderWay: false },
          };
        }),
        loadRoutes: fromPromise<{ paths: readonly CruisePathChoice[] }, { serialNumber: string }>(async () => {
          orLost();
          return { paths: [ROUTE] };
        }),
        loadPath: fromPromise<LoadedPath, { serialNumber: string; mapId: string; pathId: string; taskId: string }>(
          async () => PATH,
        ),
        planRoute: fromPromise<RoutePlan, RoutePlanRequest>(async () => ({ legs: [] })),
        loadPreview: fromPromise<Preview, { requests: readonly PreviewRequest[] }>(async () => {
          orLost();
          return PREVIEW;
        }),
        saveTask: fromPromise<SaveResult, SaveRequest>(async ({ input }) => {
          saves.push(input);
          orLost();
          return new Promise((resolve, reject) => {
            waiting.push({
              accept: () => {
                try {
                  resolve(apply(input));
                } catch (error) {
                  reject(error);
                }
              },
              refuse: (error, isApplied = false) => {
                if (isApplied) apply(input);
                reject(error);
              },
            });
          });
        }),
        guardTab: fromCallback(() => undefined),
      },
      actions: { keepDraft: () => {} },
    }),
    {
      as: 'screen',
      input: {
        page: 'scheduledTask',
        params: {},
        query: { id: 't1' },
        user: null,
        serialNumber: 'S2-1',
        language: 'enUS',
      },
    },
  );
  const quiet = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await settle();
    clock.increment(PREVIEW_MS);
    for (let i = 0; i < 3; i++) await settle();
  };
  await quiet();
  const take = () => {
    const first = waiting.shift();
    if (!first) throw new Error('nothing was sent');
    return first;
  };
  const sends = (event: Parameters<typeof actor.send>[0]) => async () => {
    actor.send(event);
    await quiet();
  };
  const leave = (answer: 'confirm.accept' | 'confirm.cancel') => async () => {
    actor.send({ type: 'page.leaveAsked', to: '/home' });
    actor.getSnapshot().children.confirm?.send({ type: answer });
    await quiet();
  };
  return {
    actor,
    row,
    saves,
    waiting,
    toldTo,
    events: {
      'the link is lost': async () => {
        link.isOpen = false;
        await quiet();
      },
      'the link is back': async () => {
        link.isOpen = true;
        actor.send({ type: 'editor.retry' });
        actor.send({ type: 'page.resumed' });
        await quiet();
      },
      'a person tries again': sends({ type: 'editor.retry' }),
      'a person changes the time': sends({ type: 'task.change', change: { executeTime: AFTER } }),
      'a person takes the change back': sends({ type: 'task.change', change: { executeTime: BEFORE } }),
      'a person saves': sends({ type: 'task.save' }),
      'the server accepts': async () => {
        take().accept();
        await quiet();
      },
      'the server refuses': async () => {
        take().refuse(new ApiError('tooManyTasks'));
        await quiet();
      },
      'the answer is lost': async () => {
        take().refuse(new ApiError('networkFailed'), true);
        await quiet();
      },
      'somebody else saves': async () => {
        Object.assign(row, { executeTime: OTHERS, revision: row.revision + 1 });
        await quiet();
      },
      'a person takes the version of the other': sends({ type: 'conflict.theirs' }),
      'a person keeps the own version': sends({ type: 'conflict.mine' }),
      'the person leaves and stays': leave('confirm.cancel'),
      'the person leaves': leave('confirm.accept'),
    } satisfies Record<Event, () => unknown>,
  };
}

const seen = new Set<string>();

describe('the editor of a task', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const all = await startAll();
      const { actor, row, saves, waiting, toldTo } = all;
      const snapshot = () => actor.getSnapshot();
      const context = () => selectTask(snapshot());
      const edits = (state: string, time: string): void => {
        seen.add(state);
        expect([selectTaskStage(snapshot()), context().draft.executeTime, waiting.length]).toEqual([
          'editing',
          time,
          0,
        ]);
        expect([selectIsTaskChanged(snapshot()), snapshot().hasTag('unsaved')]).toEqual([
          time === AFTER,
          time === AFTER,
        ]);
      };
      const sending = (state: string): void => {
        seen.add(state);
        expect([snapshot().hasTag('saving'), waiting.length]).toEqual([true, 1]);
      };
      const gone = (state: string, time: string, to = '/schedules/calendar'): void => {
        seen.add(state);
        expect([selectTaskStage(snapshot()), row.executeTime]).toEqual(['left', time]);
        expect(toldTo('navigation')).toMatchObject([{ type: 'navigation.leave', to }]);
      };
      await walk(
        path,
        { model: 'scheduledTask', actor },
        {
          events: all.events,
          states: {
            untouched: () => edits('untouched', BEFORE),
            untouchedLost: () => edits('untouchedLost', BEFORE),
            changed: () => edits('changed', AFTER),
            changedLost: () => {
              edits('changedLost', AFTER);
              expect(context().previewFailure).toMatchObject({ code: ERRORS.networkFailed });
            },
            unchanged: () => edits('unchanged', BEFORE),
            kept: () => {
              edits('kept', AFTER);
              expect(toldTo('navigation')).toEqual([]);
            },
            left: () => gone('left', BEFORE, '/home'),
            saving: () => sending('saving'),
            savingRepeated: () => sending('savingRepeated'),
            savingAgain: () => {
              sending('savingAgain');
              expect(new Set(saves.map(({ attempt }) => attempt)).size).toBe(1);
            },
            savingOutdated: () => sending('savingOutdated'),
            savingMine: () => {
              sending('savingMine');
              expect(saves.at(-1)).toMatchObject({ revision: null });
            },
            refused: () => {
              edits('refused', AFTER);
              expect(context()).toMatchObject({ failure: { code: ERRORS.tooManyTasks }, unanswered: false });
              expect(row.executeTime).toBe(BEFORE);
            },
            notSent: () => {
              edits('notSent', AFTER);
              expect(context()).toMatchObject({ unanswered: true });
            },
            unsure: () => {
              edits('unsure', AFTER);
              expect(context()).toMatchObject({ unanswered: true });
            },
            saved: () => gone('saved', AFTER),
            savedOnce: () => {
              gone('savedOnce', AFTER);
              expect(row.revision).toBe(4);
            },
            outdated: () => edits('outdated', AFTER),
            conflict: () => {
              edits('conflict', AFTER);
              expect([row.executeTime, context().failure?.code]).toEqual([OTHERS, ERRORS.taskChanged]);
            },
            theirs: () => {
              edits('theirs', OTHERS);
              expect(context().failure).toBeNull();
            },
            mine: () => gone('mine', AFTER),
          },
        },
      );
    });
  }
});

describe('a task that cannot be loaded', () => {
  it('is loaded again on a retry, and as soon as the link is back', async () => {
    for (const event of ['a person tries again', 'the link is back'] as const) {
      const { actor, events } = await startAll();
      await events['the link is lost']();
      actor.send({ type: 'page.resumed' });
      for (let i = 0; i < 4; i++) await settle();
      expect(selectTaskStage(actor.getSnapshot())).toBe('failed');
      await events[event]();
      expect(selectTaskStage(actor.getSnapshot())).toBe(event === 'the link is back' ? 'editing' : 'failed');
    }
  });
});

afterAll(() => {
  expect([...seen].sort()).toEqual(Object.keys(spec.states).sort());
});
