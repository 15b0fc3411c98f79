/** The event records: list and open event by the URL, false alarms with undo, the export. */
import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type EventPlan,
  eventRecordsMachine,
  type EventResult,
  type EventsResult,
  type NeighbourRequest,
} from '../../../src/machines/eventRecords/eventRecords.machine.ts';
import { eventRecordsRedaction } from '../../../src/machines/eventRecords/eventRecords.redaction.ts';
import {
  selectEventRecords,
  selectHasNext,
  selectHasPrevious,
  selectIsActing,
  selectOpenEvent,
} from '../../../src/machines/eventRecords/eventRecords.selectors.ts';
import { selectIsExporting } from '../../../src/machines/factories/longJob.ts';
import {
  type EventRecordsQuery,
  eventRecordsQuery,
  lookIn,
} from '../../../src/machines/eventRecords/eventRecordsQuery.ts';
import type { Query } from '../../../src/machines/app/events.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const eventOf = (sourceId: string, change: Partial<EventRecord> = {}): EventRecord =>
  ({ id: `alarm:${sourceId}`, sourceId, bizType: 'alarm', state: 'open', pictureId: null, ...change }) as EventRecord;

async function start(
  query: Query = {},
  options: { refuses?: string; total?: number; beside?: Partial<EventRecord>; lost?: string } = {},
) {
  const { total = 3, beside = {} } = options;
  const asked = {
    lists: [] as EventRecordsQuery[],
    dismissed: [] as object[],
    reopened: [] as string[],
    events: [] as string[],
    plans: [] as string[],
    saved: [] as string[],
    notes: [] as object[],
    opened: [] as string[],
    neighbours: [] as string[],
    exports: 0,
    exported: [] as EventRecordsQuery[],
  };
  const orFail = (name: string): void => {
    if (options.refuses === name) throw new ApiError('alarmNotYours');
  };
  const { actor, toldTo } = startUnderApp(
    eventRecordsMachine.provide({
      actions: { countOpened: (_, { fileId }) => void asked.opened.push(fileId) },
      actors: {
        loadList: fromPromise<EventsResult, EventRecordsQuery>(async ({ input }) => {
          asked.lists.push(input);
          const rows = [
            eventOf('smoke'),
            eventOf('fall', { state: 'taken' }),
            eventOf('over', { state: 'resolved', pictureId: 'file' }),
          ];
          return { total, rows: rows.filter(({ sourceId }) => sourceId !== options.lost), pictures: { file: '/file' } };
        }),
        loadEvent: fromPromise<EventResult, { id: string }>(async ({ input: { id } }) => {
          asked.events.push(id);
          if (id.endsWith(':gone')) throw new ApiError('notFound');
          if (id === `alarm:${options.lost}`) throw new ApiError('robotForeign');
          orFail('event');
          return { event: eventOf(id.slice('alarm:'.length), beside), pictures: { picture: `/${id}` } };
        }),
        loadPlan: fromPromise<Omit<EventPlan, 'of' | 'failure'>, { event: EventRecord }>(async ({ input }) => {
          asked.plans.push(input.event.id);
          orFail('plan');
          return { stations: null, map: null, place: { x: 1, y: asked.plans.length } };
        }),
        dismissCase: fromPromise<{ caseId: string }, { caseId: string; isTaken: boolean }>(async ({ input }) => {
          asked.dismissed.push(input);
          orFail('dismiss');
          return input;
        }),
        reopenCase: fromPromise<{ caseId: string }, { caseId: string }>(async ({ input }) => {
          asked.reopened.push(input.caseId);
          orFail('reopen');
          return input;
        }),
        addNote: fromPromise<{ text: string }, { caseId: string; text: string }>(async ({ input }) => {
          asked.notes.push(input);
          orFail('note');
          return { text: input.text };
        }),
        savePicture: fromPromise<void, { fileId: string }>(async ({ input }) => {
          asked.saved.push(input.fileId);
          orFail('save');
        }),
        loadNeighbour: fromPromise<{ id: string; page: number }, NeighbourRequest>(async ({ input }) => {
          asked.neighbours.push(`${input.to} ${input.open} ${input.query.page}`);
          orFail('neighbour');
          return { id: 'alarm:beyond', page: input.query.page };
        }),
        exportEvents: fromPromise<void, EventRecordsQuery>(async ({ input }) => {
          asked.exports += 1;
          asked.exported.push(input);
          orFail('export');
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'eventRecords', params: {}, query, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  return { actor, toldTo, asked, context: () => selectEventRecords(actor.getSnapshot()) };
}

describe('the list', () => {
  it('is loaded by the query, with the event of the URL open', async () => {
    const { context, asked } = await start({ type: 'alarm', days: '7', event: 'alarm:smoke' });
    expect(asked.lists).toMatchObject([{ bizType: 'alarm', days: '7', robots: [], page: 1 }]);
    expect(context()).toMatchObject({ total: 3, open: 'alarm:smoke', pictures: { file: '/file' } });
  });
  it('and the open event are read again when the rights of the user have changed: what is foreign leaves', async () => {
    const options: { refuses?: string; lost?: string } = {};
    const { actor, asked, context } = await start({ event: 'alarm:fall' }, options);
    actor.send({ type: 'page.noticed', notice: { type: 'accountChanged' } });
    expect(asked.lists).toHaveLength(1);
    options.lost = 'fall';
    actor.send({ type: 'page.noticed', notice: { type: 'relationsChanged' } });
    await settle();
    expect(context().rows.map(({ sourceId }) => sourceId)).toEqual(['smoke', 'over']);
    expect([selectOpenEvent(actor.getSnapshot()), context().record?.failure?.code]).toEqual([
      undefined,
      ERRORS.robotForeign,
    ]);
  });
  it('stays when another event is opened, and is loaded for another filter and look', async () => {
    const { actor, asked, context, toldTo } = await start();
    actor.send({ type: 'event.open', id: 'alarm:fall' });
    expect(toldTo('navigation').at(-1)).toEqual({
      type: 'navigation.query',
      query: { event: 'alarm:fall' },
      push: true,
    });
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:fall' } });
    await settle();
    expect([asked.lists.length, context().open]).toEqual([1, 'alarm:fall']);
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:fall', days: '7' } });
    await settle();
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:fall', look: 'table' } });
    await settle();
    expect([asked.lists.map(({ bizType }) => bizType), context().open]).toEqual([['alarm', 'alarm', ''], 'alarm:fall']);
    actor.send({ type: 'event.close' });
    actor.send({ type: 'look.choose', look: 'table' });
    actor.send({ type: 'look.choose', look: 'pictures' });
    expect(toldTo('navigation').slice(-3)).toMatchObject([
      { query: { event: '' } },
      { query: { look: 'table', page: '' } },
      { query: { look: '', type: '', page: '', event: '' } },
    ]);
  });
  it('is stepped through event by event, over the ends of its pages', async () => {
    const { actor, asked, context, toldTo } = await start({ event: 'alarm:fall', page: '2' }, { total: 60 });
    const last = () => toldTo('navigation').at(-1);
    const step = async (to: 'next' | 'previous') => {
      actor.send({ type: 'event.step', to });
      await settle();
      return last();
    };
    expect(await step('next')).toEqual({ type: 'navigation.query', query: { event: 'alarm:over' }, push: true });
    expect(await step('previous')).toMatchObject({ query: { event: 'alarm:smoke' } });
    expect(asked.neighbours).toEqual([]);
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:over', page: '2' } });
    expect(await step('next')).toEqual({
      type: 'navigation.query',
      query: { event: 'alarm:beyond', page: '3' },
      push: true,
    });
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:smoke', page: '2' } });
    expect(await step('previous')).toMatchObject({ query: { event: 'alarm:beyond', page: '' } });
    expect(asked.neighbours).toEqual(['next alarm:over 3', 'previous alarm:smoke 1']);
    expect(context().open).toBe('alarm:smoke');
  });
  it('ends at its first and last event, and says why a further page was not read', async () => {
    const whole = await start({ event: 'alarm:over' });
    expect([selectHasPrevious, selectHasNext].map((has) => has(whole.actor.getSnapshot()))).toEqual([true, false]);
    const told = whole.toldTo('navigation').length;
    whole.actor.send({ type: 'event.step', to: 'next' });
    await settle();
    expect([whole.asked.neighbours, whole.toldTo('navigation').length]).toEqual([[], told]);
    const { actor, toldTo } = await start({ event: 'alarm:over' }, { total: 60, refuses: 'neighbour' });
    actor.send({ type: 'event.step', to: 'next' });
    await settle();
    expect(toldTo('notices')).toHaveLength(1);
  });
  it('is narrowed down to a floor, a place and a person, which are typed, and exported so', async () => {
    const query = { map: 'map-1', place: 'linen', person: 'lin' };
    const { actor, asked } = await start(query);
    const wanted = { mapId: 'map-1', place: 'linen', person: 'lin' };
    expect(asked.lists).toMatchObject([wanted]);
    actor.send({ type: 'export.start' });
    await settle();
    expect(asked.exported).toMatchObject([wanted]);
    expect(eventRecordsQuery.patch({ place: 'x' })).toEqual({ place: 'x', page: '' });
    expect(eventRecordsQuery.typed).toEqual(['place', 'person']);
    expect([eventRecordsQuery.isFiltered(query), eventRecordsQuery.cleared]).toMatchObject([
      true,
      { map: '', place: '', person: '' },
    ]);
  });
  it('reads days or dates, and the usual look', () => {
    expect(eventRecordsQuery.read({ days: '7', from: '2026-03-01' })).toMatchObject({ days: '', from: '2026-03-01' });
    expect([lookIn({}), lookIn({ look: 'table' }), lookIn({ look: 'odd' })]).toEqual(['pictures', 'table', 'pictures']);
  });
  it('shows pictures of alarms alone, and any other kind as a table', () => {
    expect([{ type: 'cruise' }, { event: 'manual:1' }, { type: 'alarm', event: 'alarm:1' }].map(lookIn)).toEqual([
      'table',
      'table',
      'pictures',
    ]);
    expect(eventRecordsQuery.read({}).bizType).toBe('alarm');
    expect(eventRecordsQuery.read({ look: 'pictures', type: 'cruise' }).bizType).toBe('alarm');
    expect(eventRecordsQuery.read({ look: 'table' }).bizType).toBe('');
  });
});

describe('a false alarm', () => {
  it('is resolved, and can be undone', async () => {
    const { actor, asked, context } = await start();
    actor.send({ type: 'event.dismiss', caseId: 'smoke' });
    expect(selectIsActing(actor.getSnapshot())).toBe(true);
    await settle();
    expect(asked.dismissed).toEqual([{ caseId: 'smoke', isTaken: false }]);
    expect([context().dismissed, asked.lists.length]).toEqual(['smoke', 2]);
    actor.send({ type: 'dismissal.undo' });
    await settle();
    expect([asked.reopened, context().dismissed, asked.lists.length]).toEqual([['smoke'], '', 3]);
    actor.send({ type: 'dismissal.undo' });
    await settle();
    expect(asked.reopened).toHaveLength(1);
  });
  it('has its stations loaded again when it is open', async () => {
    const { actor, asked } = await start({ event: 'alarm:smoke' });
    actor.send({ type: 'event.dismiss', caseId: 'smoke' });
    await settle();
    await settle();
    expect(asked.plans).toEqual(['alarm:smoke', 'alarm:smoke']);
  });
  it('is not taken a second time by somebody who has it', async () => {
    const { actor, asked } = await start();
    actor.send({ type: 'event.dismiss', caseId: 'fall' });
    await settle();
    expect(asked.dismissed).toEqual([{ caseId: 'fall', isTaken: true }]);
  });
  it('does nothing for a resolved one, and says why it was refused', async () => {
    const { actor, asked, context } = await start({}, { refuses: 'dismiss' });
    actor.send({ type: 'event.dismiss', caseId: 'over' });
    await settle();
    expect(asked.dismissed).toEqual([]);
    actor.send({ type: 'event.dismiss', caseId: 'smoke' });
    await settle();
    expect(context()).toMatchObject({ dismissed: '', actFailure: { said: 'alarmNotYours' } });
    expect(asked.lists).toHaveLength(2);
  });
  it('can be undone again when that was refused', async () => {
    const { actor, context } = await start({}, { refuses: 'reopen' });
    actor.send({ type: 'event.dismiss', caseId: 'smoke' });
    await settle();
    actor.send({ type: 'dismissal.undo' });
    await settle();
    expect(context()).toMatchObject({ dismissed: 'smoke', actFailure: { said: 'alarmNotYours' } });
  });
});

describe('the export', () => {
  it('ends with a notice, and can be cancelled', async () => {
    const { actor, toldTo, asked } = await start();
    actor.send({ type: 'export.start' });
    expect(selectIsExporting(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'export.cancel' });
    expect(selectIsExporting(actor.getSnapshot())).toBe(false);
    actor.send({ type: 'export.start' });
    await settle();
    expect([asked.exports, toldTo('notices').length]).toEqual([2, 1]);
    expect(toldTo('notices')[0]).toMatchObject({ notice: { key: 'eventRecords.export.done' } });
  });
  it('says why it failed', async () => {
    const { actor, toldTo } = await start({}, { refuses: 'export' });
    actor.send({ type: 'export.start' });
    await settle();
    expect(toldTo('notices')).toHaveLength(1);
    expect(toldTo('notices')[0]).not.toMatchObject({ notice: { tone: 'success' } });
  });
});

it('records neither people nor addresses of pictures', () => {
  expect(JSON.stringify(eventRecordsRedaction)).not.toMatch(/"(by|title|pictures)"/u);
});

describe('an event of a link', () => {
  it('is opened whatever is listed, with its place', async () => {
    const { actor, asked, context } = await start({ event: 'alarm:old' });
    await settle();
    expect(selectOpenEvent(actor.getSnapshot())).toMatchObject({ id: 'alarm:old' });
    expect(context().record).toMatchObject({ pictures: { picture: '/alarm:old' }, failure: null });
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:old', days: '7' } });
    await settle();
    expect([asked.events, asked.plans]).toEqual([['alarm:old'], ['alarm:old']]);
  });
  it('is asked for once, and not if the list has it', async () => {
    const { actor, asked } = await start();
    for (const event of ['alarm:fall', 'alarm:old', 'alarm:old', 'alarm:smoke', '']) {
      actor.send({ type: 'page.queryChanged', query: { event } });
      await settle();
    }
    expect(asked.events).toEqual(['alarm:old']);
  });
  it('is the one that is open, also if another one was opened meanwhile', async () => {
    const { actor, asked } = await start();
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:old' } });
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:older' } });
    await settle();
    await settle();
    expect(asked.events).toEqual(['alarm:old', 'alarm:older']);
    expect(selectOpenEvent(actor.getSnapshot())?.id).toBe('alarm:older');
  });
  it('is missing if it does not exist, and tried again after another failure', async () => {
    const missing = await start({ event: 'alarm:gone' });
    expect(missing.context().record).toMatchObject({ event: null, failure: { said: 'notFound' } });
    expect(selectOpenEvent(missing.actor.getSnapshot())).toBeUndefined();
    const { actor, asked, context } = await start({ event: 'alarm:old' }, { refuses: 'event' });
    expect(context().record).toMatchObject({ failure: { said: 'alarmNotYours' } });
    actor.send({ type: 'record.retry' });
    await settle();
    expect(asked.events).toHaveLength(2);
  });
  it('can be resolved as a false alarm, and is loaded again then, as in another language', async () => {
    const { actor, asked, context } = await start({ event: 'alarm:old' }, { beside: { state: 'taken' } });
    actor.send({ type: 'event.dismiss', caseId: 'old' });
    await settle();
    await settle();
    expect(asked.dismissed).toEqual([{ caseId: 'old', isTaken: true }]);
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    // What is known stays meanwhile.
    expect(context().record?.event?.id).toBe('alarm:old');
    await settle();
    expect(asked.events).toHaveLength(3);
  });
  it('stays when it cannot be read again, and is read again when it is opened again', async () => {
    const refusing = { refuses: '' };
    const { actor, asked, context } = await start({ event: 'alarm:old' }, refusing);
    await settle();
    refusing.refuses = 'event';
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    expect(context().record).toMatchObject({ event: { id: 'alarm:old' }, failure: { said: 'alarmNotYours' } });
    refusing.refuses = '';
    for (const event of ['', 'alarm:old']) {
      actor.send({ type: 'page.queryChanged', query: { event } });
      await settle();
    }
    expect(asked.events).toHaveLength(3);
    expect(context().record).toMatchObject({ event: { id: 'alarm:old' }, failure: null });
  });
});

describe('the picture of an event', () => {
  it('counts as opened when the event is opened, not when the list shows it', async () => {
    const { actor, asked } = await start({ event: 'alarm:fall' }, { beside: { pictureId: 'picture' } });
    expect(asked.opened).toEqual([]);
    for (const event of ['alarm:over', 'alarm:over', '', 'alarm:old']) {
      actor.send({ type: 'page.queryChanged', query: { event } });
      await settle();
      await settle();
    }
    expect(asked.opened).toEqual(['file', 'picture']);
  });
});

describe('the place of an event', () => {
  it('is loaded when the event is opened, once, and for another one again', async () => {
    const { actor, asked, context } = await start();
    expect(asked.plans).toEqual([]);
    for (const event of ['alarm:fall', 'alarm:fall', 'alarm:over', 'alarm:gone', '']) {
      actor.send({ type: 'page.queryChanged', query: { event } });
      await settle();
    }
    expect(asked.plans).toEqual(['alarm:fall', 'alarm:over']);
    expect(context().plan).toEqual({
      of: 'alarm:over',
      stations: null,
      map: null,
      place: { x: 1, y: 2 },
      failure: null,
    });
  });

  it('is of the event that is open, also if another one was opened meanwhile', async () => {
    const { actor, asked, context } = await start();
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:fall' } });
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:over' } });
    await settle();
    await settle();
    expect(asked.plans).toEqual(['alarm:fall', 'alarm:over']);
    expect(context().plan?.of).toBe('alarm:over');
  });

  it('says why it could not be loaded, and tries again', async () => {
    const { actor, asked, context } = await start({ event: 'alarm:fall' }, { refuses: 'plan' });
    expect(context().plan).toMatchObject({ of: 'alarm:fall', failure: { said: 'alarmNotYours' } });
    actor.send({ type: 'plan.retry' });
    await settle();
    expect(asked.plans).toHaveLength(2);
  });

  it('is loaded again in another language', async () => {
    const { actor, asked, context } = await start({ event: 'alarm:fall' });
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    await settle();
    expect(asked.plans).toEqual(['alarm:fall', 'alarm:fall']);
    expect(context().plan).toMatchObject({ of: 'alarm:fall', place: { x: 1, y: 2 } });
    actor.send({ type: 'page.queryChanged', query: {} });
    actor.send({ type: 'page.languageChanged', language: 'enUS' });
    await settle();
    expect(asked.plans).toHaveLength(2);
  });
});

describe('the picture of an event', () => {
  it('is downloaded; a refusal is said', async () => {
    const { actor, asked, context } = await start({}, { refuses: 'save' });
    actor.send({ type: 'picture.save', fileId: 'file' });
    // A second press while it is prepared counts once.
    actor.send({ type: 'picture.save', fileId: 'file' });
    await settle();
    expect(asked.saved).toEqual(['file']);
    expect(context().actFailure).toMatchObject({ said: 'alarmNotYours' });
  });
});

describe('a note', () => {
  it('goes to the case of the open alarm, and is read with the rest of it again', async () => {
    const { actor, asked, context } = await start({ event: 'alarm:fall' });
    for (const text of ['', '   ']) {
      actor.send({ type: 'note.type', text });
      actor.send({ type: 'note.add' });
    }
    expect(asked.notes).toEqual([]);
    actor.send({ type: 'note.type', text: ' The guest is fine ' });
    actor.send({ type: 'note.add' });
    // A second press while it is sent adds nothing.
    actor.send({ type: 'note.add' });
    await settle();
    await settle();
    expect(asked.notes).toEqual([{ caseId: 'fall', text: 'The guest is fine' }]);
    expect(context().note).toBe('');
    expect(asked.plans).toEqual(['alarm:fall', 'alarm:fall']);
  });

  it('stays typed when it could not be stored, which is said, and belongs to its alarm only', async () => {
    const { actor, context } = await start({ event: 'alarm:fall' }, { refuses: 'note' });
    actor.send({ type: 'note.type', text: 'Spilt tea' });
    actor.send({ type: 'note.add' });
    await settle();
    expect(context()).toMatchObject({ note: 'Spilt tea', noteFailure: { said: 'alarmNotYours' }, actFailure: null });
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:over' } });
    expect(context()).toMatchObject({ note: '', noteFailure: null });
  });

  it('that is begun on another alarm meanwhile is not cleared', async () => {
    const { actor, context } = await start({ event: 'alarm:fall' });
    actor.send({ type: 'note.type', text: 'First' });
    actor.send({ type: 'note.add' });
    actor.send({ type: 'page.queryChanged', query: { event: 'alarm:over' } });
    actor.send({ type: 'note.type', text: 'Second' });
    await settle();
    expect(context().note).toBe('Second');
  });

  it('is not in a recording', () => {
    expect(JSON.stringify(eventRecordsRedaction.context)).not.toMatch(/"notes?"/u);
  });
});
