/** The disinfection records: list and details that follow a run, the start dialog with its preview, and what is left. */
import { describe, expect, it } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Disinfection, DisinfectionPreview } from '../../../contract/entities/disinfection.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  disinfectionRecordsMachine,
  shownFault,
} from '../../../src/machines/disinfectionRecords/disinfectionRecords.machine.ts';
import type {
  DisinfectionsResult,
  PlacesRequest,
  PlacesResult,
  PlanRequest,
  RunAct,
  RunDetail,
} from '../../../src/machines/disinfectionRecords/disinfectionRecords.setup.ts';
import { selectIsExporting } from '../../../src/machines/factories/longJob.ts';
import {
  type DisinfectionQuery,
  startPath,
} from '../../../src/machines/disinfectionRecords/disinfectionRecordsQuery.ts';
import {
  emptyForm,
  formFault,
  planOf,
  withCorner,
  withMode,
  withPoint,
  withRoom,
} from '../../../src/machines/disinfectionRecords/planForm.ts';
import { sampleDetails, sampleDisinfection, sampleFloor } from '../../fakes/disinfectionSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const PREVIEW: DisinfectionPreview = {
  estimate: { seconds: 60, battery: 1, agent: 0.1, squareMetres: 12 },
  grid: { x: 0, y: 0, cellM: 0.5, columns: 2, rows: 2 },
  planned: [1, 4],
  sections: [],
};

async function start(query: Record<string, string> = {}, refuses = false) {
  const asked = {
    lists: [] as DisinfectionQuery[],
    opened: [] as string[],
    places: [] as PlacesRequest[],
    previews: [] as PlanRequest[],
    starts: [] as PlanRequest[],
    acts: [] as RunAct[],
    exports: [] as DisinfectionQuery[],
  };
  const broken = new Set<keyof typeof asked>();
  const orFail = (name: keyof typeof asked): void => {
    if (broken.has(name)) throw new ApiError('serverError');
  };
  let hear: (event: AnyEventObject) => void = () => {};
  const { actor, toldTo, clock } = startUnderApp(
    disinfectionRecordsMachine.provide({
      actors: {
        loadList: fromPromise<DisinfectionsResult, DisinfectionQuery>(async ({ input }) => {
          asked.lists.push(input);
          orFail('lists');
          const counts = { inProgress: 0, finished: 1, failed: 0, partiallyCompleted: 1, notStarted: 0, unknown: 0 };
          return { total: 2, rows: [sampleDisinfection(query['live'] ? { state: 'inProgress' } : {})], counts };
        }),
        loadDetail: fromPromise<RunDetail, { id: string }>(async ({ input: { id } }) => {
          asked.opened.push(id);
          orFail('opened');
          return { details: sampleDetails({ id, ...(id === 'live' && { state: 'inProgress' }) }), map: sampleFloor };
        }),
        loadPlaces: fromPromise<PlacesResult, PlacesRequest>(async ({ input }) => {
          asked.places.push(input);
          orFail('places');
          return { floors: [], map: { ...sampleFloor, id: input.mapId || 'm1' } };
        }),
        preview: fromPromise<DisinfectionPreview, PlanRequest>(async ({ input }) => {
          asked.previews.push(input);
          orFail('previews');
          return PREVIEW;
        }),
        startRun: fromPromise<Disinfection, PlanRequest>(async ({ input }) => {
          asked.starts.push(input);
          if (refuses) throw new ApiError('robotBusy');
          return sampleDisinfection({ id: 'new', state: 'inProgress' });
        }),
        actOnRun: fromPromise<Disinfection, RunAct>(async ({ input }) => {
          asked.acts.push(input);
          orFail('acts');
          return sampleDisinfection({ id: 'again', state: 'inProgress' });
        }),
        exportRuns: fromPromise<void, DisinfectionQuery>(async ({ input }) => {
          asked.exports.push(input);
          orFail('exports');
          if (query['slow']) await new Promise(() => undefined);
        }),
        watchDisinfections: fromCallback<AnyEventObject, undefined>(({ sendBack }) => {
          hear = sendBack;
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'disinfectionRecords', params: {}, query, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  const later = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  return {
    actor,
    asked,
    broken,
    toldTo,
    later,
    context: () => actor.getSnapshot().context,
    heard: (...runs: [string, number][]) =>
      hear({ type: 'disinfections.changed', runs: runs.map(([id, revision]) => ({ id, revision })) }),
  };
}

describe('the disinfection records', () => {
  it('are read as the address says, and opening one keeps the list', async () => {
    const { actor, asked, toldTo } = await start({ robots: 'A,B', mode: 'uv', days: '7' });
    expect(asked.lists).toEqual([
      { robots: ['A', 'B'], mode: 'uv', state: '', days: '7', from: '', until: '', page: 1 },
    ]);
    actor.send({ type: 'record.open', id: 'run-7' });
    expect(toldTo('navigation')).toEqual([
      { type: 'navigation.query', query: { run: 'run-7', start: '' }, push: true },
    ]);
    actor.send({ type: 'page.queryChanged', query: { robots: 'A,B', mode: 'uv', days: '7', run: 'run-7' } });
    await settle();
    expect(asked).toMatchObject({ opened: ['run-7'], lists: [{}] });
  });

  it('follow the open run, and are read again when one starts or ends', async () => {
    const { asked, heard } = await start({ run: 'live' });
    heard(['live', 1]);
    await settle();
    heard(['live', 2]);
    await settle();
    expect(asked.opened).toEqual(['live', 'live', 'live']);
    const before = asked.lists.length;
    heard();
    await settle();
    expect(asked.lists).toHaveLength(before + 1);
  });

  it('are read again while a run on the page goes on, but not with every change', async () => {
    const { asked, heard, later } = await start({ live: '1' });
    heard(['run-1', 1]);
    await settle();
    const before = asked.lists.length;
    heard(['run-1', 2]);
    heard(['run-1', 3]);
    await later(4_999);
    expect(asked.lists).toHaveLength(before);
    await later(1);
    expect(asked.lists).toHaveLength(before + 1);
  });

  it('show the progress of the open run in its row too', async () => {
    const { context } = await start({ run: 'run-1' });
    expect(context().rows[0]).toBe(context().detail?.details.run);
  });

  it('end a run in progress, and do what another one missed', async () => {
    const live = await start({ run: 'live' });
    live.actor.send({ type: 'run.doMissed' });
    live.actor.send({ type: 'run.end' });
    await settle();
    expect(live.asked.acts).toMatchObject([{ act: 'end', run: { id: 'live' } }]);
    const over = await start({ run: 'run-1' });
    over.actor.send({ type: 'run.end' });
    over.actor.send({ type: 'run.doMissed' });
    await settle();
    expect(over.asked.acts).toMatchObject([{ act: 'missed', run: { id: 'run-1' } }]);
    expect(over.toldTo('navigation')).toContainEqual({
      type: 'navigation.query',
      query: { run: 'again', start: '' },
      push: true,
    });
  });
});

describe('the start', () => {
  it('opens for the robot in the address, with its map', async () => {
    const { asked, context } = await start({ start: 'D2-1' });
    expect(asked.places).toEqual([{ serialNumber: 'D2-1', mapId: '' }]);
    expect(context()).toMatchObject({ form: { serialNumber: 'D2-1', mapId: 'm1' }, preview: null });
    const opened = await start();
    opened.actor.send({ type: 'page.queryChanged', query: { start: 'D2-2' } });
    await settle();
    expect(opened.asked.places).toEqual([{ serialNumber: 'D2-2', mapId: '' }]);
    expect(startPath('D2/1')).toBe('/activities/disinfect-record?start=D2%2F1');
  });

  it('keeps what is changed while the places load, and loads those of another robot', async () => {
    const { actor, asked, context } = await start();
    actor.send({ type: 'start.open', serialNumber: 'D2-1' });
    actor.send({ type: 'start.change', form: { ...emptyForm('D2-1'), kind: 'points' } });
    actor.send({ type: 'start.change', form: { ...emptyForm('D2-2'), kind: 'points' } });
    await settle();
    expect(asked.places.at(-1)).toEqual({ serialNumber: 'D2-2', mapId: '' });
    expect(context().form).toMatchObject({ serialNumber: 'D2-2', kind: 'points', mapId: 'm1' });
  });

  it('previews what is chosen, after a pause, and starts it', async () => {
    const { actor, asked, context, later, toldTo } = await start();
    actor.send({ type: 'start.open', serialNumber: 'D2-1' });
    await settle();
    const form = context().form ?? emptyForm('');
    actor.send({ type: 'start.submit' });
    expect(shownFault(context())).toBe('rooms');
    actor.send({ type: 'start.change', form: withRoom(form, 'meeting-1') });
    actor.send({ type: 'start.change', form: withRoom(withRoom(form, 'meeting-1'), 'meeting-2') });
    expect(asked.previews).toEqual([]);
    await later(300);
    expect(asked.previews).toMatchObject([{ plan: { target: { rooms: ['meeting-1', 'meeting-2'] } } }]);
    expect(context().preview).toEqual(PREVIEW);
    actor.send({ type: 'start.submit' });
    await settle();
    expect(asked.starts).toEqual(asked.previews);
    expect(context()).toMatchObject({ form: null, preview: null });
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { run: 'new' } });
  });

  it('keeps what was chosen when the robot refuses', async () => {
    const { actor, context, later } = await start({}, true);
    actor.send({ type: 'start.open', serialNumber: 'D2-1' });
    await settle();
    actor.send({ type: 'start.change', form: withRoom(context().form ?? emptyForm(''), 'meeting-1') });
    await later(300);
    actor.send({ type: 'start.submit' });
    await settle();
    expect(context()).toMatchObject({ form: { roomIds: ['meeting-1'] }, startFailure: {} });
  });

  it('of another map forgets what was chosen on this one', async () => {
    const { actor, asked, context } = await start({ start: 'D2-1' });
    const form = withRoom(context().form ?? emptyForm(''), 'meeting-1');
    actor.send({ type: 'start.change', form });
    actor.send({ type: 'start.change', form: { ...form, mapId: 'm2' } });
    await settle();
    expect(asked.places.at(-1)).toEqual({ serialNumber: 'D2-1', mapId: 'm2' });
    expect(context().form).toMatchObject({ mapId: 'm2', roomIds: [] });
  });

  it('makes a plan of rooms, points or corners, and says what is missing', () => {
    const form = { ...emptyForm('D2-1'), mapId: 'm1' };
    expect(formFault(form)).toBe('rooms');
    expect(planOf(withRoom(withRoom(form, 'a'), 'a'))).toBeNull();
    const points = withPoint({ ...form, kind: 'points' }, 'p1');
    expect(planOf(points)).toMatchObject({ target: { kind: 'points', points: [{ areaId: 'p1', minutes: 3 }] } });
    expect(formFault({ ...points, points: [{ areaId: 'p1', minutes: null }] })).toBe('minutes');
    let area = withCorner(withCorner({ ...form, kind: 'area' }, [0, 0]), [4, 0]);
    expect(formFault(area)).toBe('area');
    area = withCorner(area, [4, 4]);
    expect(planOf(area)).toMatchObject({
      target: {
        polygon: [
          [0, 0],
          [4, 0],
          [4, 4],
        ],
      },
    });
    expect(withMode(area, 'uv')).toMatchObject({ mode: 'uv', dose: 30 });
    expect(formFault({ ...area, dose: 90 })).toBe('dose');
  });
});

describe('what fails', () => {
  it('is read again: the list, the details and the places of the dialog', async () => {
    const { actor, broken, context, asked } = await start({ run: 'd1' });
    const value = () => actor.getSnapshot().value;
    broken.add('opened').add('lists');
    actor.send({ type: 'page.resumed' });
    await settle();
    // What is shown stays.
    expect(value().detail).toMatchObject({ shown: expect.anything() });
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    actor.send({ type: 'page.queryChanged', query: { run: 'd2' } });
    await settle();
    expect([value().detail, context().detailFailure?.code]).toEqual(['failed', ERRORS.serverError]);
    broken.clear();
    actor.send({ type: 'detail.retry' });
    await settle();
    expect(asked.opened.at(-1)).toBe('d2');
    expect(value().detail).toMatchObject({ shown: expect.anything() });
    actor.send({ type: 'record.close' });

    broken.add('places');
    actor.send({ type: 'start.open', serialNumber: 'D2-1' });
    await settle();
    expect(value().dialog).toBe('failed');
    actor.send({ type: 'start.retry' });
    await settle();
    expect(value().dialog).toBe('failed');
    actor.send({ type: 'start.close' });
    expect(value().dialog).toBe('closed');
    broken.clear();
    actor.send({ type: 'start.open', serialNumber: 'D2-1' });
    await settle();
    expect(value().dialog).toMatchObject({ editing: expect.anything() });
    actor.send({ type: 'start.close' });
    expect(value().dialog).toBe('closed');
  });

  it('keeps a run as it is when its end, or a repetition, is refused', async () => {
    const first = await start({ run: 'live' });
    first.broken.add('acts');
    first.actor.send({ type: 'run.end' });
    await settle();
    expect(first.context().actFailure?.code).toBe(ERRORS.serverError);
    const second = await start({ run: 'd1' });
    second.broken.add('acts');
    second.actor.send({ type: 'run.doMissed' });
    await settle();
    expect([second.asked.acts.length, second.context().actFailure?.code]).toEqual([1, ERRORS.serverError]);
  });

  it('reads the list again when typing pauses, and turns its pages', async () => {
    const { actor, later, asked } = await start();
    const before = asked.lists.length;
    actor.send({ type: 'page.queryChanged', query: { text: 'gym' } });
    await later(2_000);
    actor.send({ type: 'page.queryChanged', query: { mode: 'uv' } });
    await later(2_000);
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await later(2_000);
    expect(asked.lists.length).toBeGreaterThan(before + 1);
  });
});

describe('an export', () => {
  it('is of what is filtered, and says when its file is saved, or why it is not', async () => {
    const { actor, asked, broken, toldTo } = await start({ mode: 'uv', state: 'finished' });
    actor.send({ type: 'export.start' });
    expect(selectIsExporting(actor.getSnapshot())).toBe(true);
    await settle();
    expect(asked.exports).toMatchObject([{ mode: 'uv', state: 'finished' }]);
    expect(selectIsExporting(actor.getSnapshot())).toBe(false);
    expect(toldTo('notices').at(-1)).toMatchObject({ notice: { key: 'disinfectionRecords.export.done' } });
    broken.add('exports');
    actor.send({ type: 'export.start' });
    await settle();
    expect(toldTo('notices').at(-1)).toMatchObject({ notice: { tone: 'error' } });
  });

  it('can be cancelled', async () => {
    const { actor, toldTo } = await start({ slow: '1' });
    actor.send({ type: 'export.start' });
    actor.send({ type: 'export.cancel' });
    await settle();
    expect([selectIsExporting(actor.getSnapshot()), toldTo('notices')]).toEqual([false, []]);
  });
});
