/**
 * Records of what happened to robots (spec 2 "Robot activities", spec 3 "Event record"). Parallel regions:
 *
 *   list:   a page of records with the addresses of its pictures (machines/factories/pagedList.ts)
 *   act:    idle ──event.dismiss (an alarm that was nothing)──▶ dismissing ──▶ idle (can be undone) ──dismissal.undo──▶ undoing ──▶ idle
 *           idle ──picture.save──▶ saving ──▶ idle ;  idle ──note.add──▶ noting ──▶ idle
 *   record: idle ──an event is open that is not in the list──▶ loading ──▶ idle (a link opens its event whatever is filtered)
 *   plan:   idle ──an event is open──▶ loading ──▶ idle (its floor and the stations of its case; its track is in a store for the map)
 *   step:   idle ──event.step, beyond the page──▶ reading ──▶ idle (the URL names the other page and its event)
 *   export: idle ──export.start──▶ exporting ──▶ idle
 */
import { assertEvent, assign, enqueueActions, raise, sendTo, setup } from 'xstate';
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import { type PageInput, type Query, systemActor } from '../app/events.ts';
import { isRelationsNotice } from '../app/relationsNotice.ts';
import { effect, promiseEffect } from '../effectStubs.ts';
import { type ExportEvent, exportRegion } from '../factories/longJob.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import { type ListContext, type ListEvent, listOf, type ListTag, pagedList } from '../factories/pagedList.ts';
import { type Failure, failureOf } from '../failure.ts';
import type { EventBeside, EventPlan, EventResult, EventsResult, NeighbourRequest } from './eventResults.ts';
import { eventsOf, isMissing, neighbourOnPage, openEvent, pageBeyond, type Step } from './eventsShown.ts';
import { eventIn, type EventLook, eventRecordsQuery, type EventRecordsQuery } from './eventRecordsQuery.ts';

export type { EventPlan, EventResult, EventsResult, NeighbourRequest } from './eventResults.ts';

export interface EventRecordsContext extends ListContext<EventRecord> {
  pictures: EventsResult['pictures'];
  /** Id of the open event; empty for none. */
  open: string;
  record: EventBeside | null;
  /** The case that was resolved as a false alarm last; '' when that cannot be undone. */
  dismissed: string;
  actFailure: Failure | null;
  plan: EventPlan | null;
  /** What is typed as a note on the open alarm. */
  note: string;
  /** Why the note was not added, until it is changed. */
  noteFailure: Failure | null;
}
export type EventRecordsEvent =
  | ListEvent
  /** Pushes a history entry, so that Back undoes it. */
  | { type: 'event.open'; id: string }
  | { type: 'event.close' }
  /** Opens the event before or after the open one, also on another page; without an open one the first. */
  | { type: 'event.step'; to: Step }
  | { type: 'look.choose'; look: EventLook }
  | { type: 'event.dismiss'; caseId: string }
  | { type: 'dismissal.undo' }
  /** Downloads the picture of an event. */
  | { type: 'picture.save'; fileId: string }
  | { type: 'note.type'; text: string }
  /** Adds the note to the case of the open alarm. */
  | { type: 'note.add' }
  | { type: 'record.retry' }
  | { type: 'plan.retry' }
  | ExportEvent;
type Known = { context: EventRecordsContext };
const list = pagedList<EventsResult, EventRecordsQuery, EventRecordsEvent, EventRecordsContext>({
  requestOf: eventRecordsQuery.read,
  typed: eventRecordsQuery.typed,
});

const records = setup({
  types: {
    context: {} as EventRecordsContext,
    input: {} as PageInput,
    events: {} as EventRecordsEvent,
    tags: {} as ListTag | 'acting' | 'noting' | 'exporting' | 'loadingRecord' | 'loadingPlan' | 'stepping',
  },
  actors: {
    ...list.actors,
    /** Takes the case if nobody has, and resolves it as a false alarm. */
    dismissCase: promiseEffect<{ caseId: string }, { caseId: string; isTaken: boolean }>('dismissCase'),
    reopenCase: promiseEffect<{ caseId: string }, { caseId: string }>('reopenCase'),
    /** Returns the text that was stored. */
    addNote: promiseEffect<{ text: string }, { caseId: string; text: string }>('addNote'),
    loadEvent: promiseEffect<EventResult, { id: string }>('loadEvent'),
    savePicture: promiseEffect<void, { fileId: string }>('savePicture'),
    /** Resolves when the track around the event is in its store. */
    loadPlan: promiseEffect<Omit<EventPlan, 'of' | 'failure'>, { event: EventRecord }>('loadPlan'),
    /** The id of the event next to the open one, which is on the page of the query; '' if there is none any more. */
    loadNeighbour: promiseEffect<{ id: string; page: number }, NeighbourRequest>('loadNeighbour'),
    exportEvents: promiseEffect<void, EventRecordsQuery>('exportEvents'),
  },
  guards: {
    ...list.guards,
    isUnresolved: ({ context }: Known, { caseId }: { caseId: string }) =>
      eventsOf(context).some(
        ({ bizType, sourceId, state }) => bizType === 'alarm' && sourceId === caseId && state !== 'resolved',
      ),
    needsRecord: ({ context }: Known) =>
      context.open !== '' && context.record?.of !== context.open && !openEvent(context),
    hasRecord: ({ context }: Known) => context.open !== '' && context.record?.of === context.open,
    needsPlan: ({ context }: Known) => openEvent(context) !== undefined && context.plan?.of !== context.open,
    isOnPage: ({ context }: Known, { to }: { to: Step }) => neighbourOnPage(context, to) !== undefined,
    isBeyondPage: ({ context }: Known, { to }: { to: Step }) => pageBeyond(context, to) !== null,
    isFound: (_, { id }: { id: string }) => id !== '',
    canNote: ({ context }: Known) => openEvent(context)?.bizType === 'alarm' && context.note.trim() !== '',
    canUndo: ({ context }: Known) => context.dismissed !== '',
  },
  actions: {
    // Same as in the factory, retyped for this machine's context: it has additional fields, which XState's types reject.
    assignQuery: assign(({ context }, { query }: { query: Query }) => {
      const open = eventIn(query);
      // An event that is opened again is read again.
      const isSame = open === context.open;
      const [note, noteFailure] = isSame ? [context.note, context.noteFailure] : ['', null];
      return { query, open, note, noteFailure, record: open === '' ? null : context.record };
    }),
    assignFound: assign((_, { found }: { found: EventsResult }) => ({ ...found, failure: null })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    askQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, asked: { query: Query; push?: boolean }) => ({ type: 'navigation.query' as const, ...asked }),
    ),
    /** Its picture is shown in full: the library says who opened it. */
    countOpened: effect<{ fileId: string }>('countOpened'),
    reload: raise({ type: 'list.reload' as const }),
    reloadPlan: raise({ type: 'plan.retry' as const }),
    ...noticeActions<EventRecordsContext, EventRecordsEvent>(),
  },
  delays: list.delays,
});

export const eventRecordsMachine = records.createMachine({
  id: 'eventRecords',
  context: ({ input: { query } }) => ({
    ...listOf(query),
    pictures: {},
    open: eventIn(query),
    record: null,
    dismissed: '',
    actFailure: null,
    plan: null,
    note: '',
    noteFailure: null,
  }),
  type: 'parallel',
  on: {
    // The open event too, with its picture.
    'page.noticed': { guard: isRelationsNotice, actions: 'reload' },
    'note.type': { actions: assign({ note: ({ event }) => event.text, noteFailure: null }) },
    'event.open': {
      actions: { type: 'askQuery', params: ({ event }) => ({ query: { event: event.id }, push: true }) },
    },
    'event.close': { actions: { type: 'askQuery', params: { query: { event: '' } } } },
    'look.choose': {
      actions: {
        type: 'askQuery',
        // The other look has other rows.
        params: ({ event }) => ({
          query:
            event.look === 'pictures' ? { look: '', type: '', page: '', event: '' } : { look: event.look, page: '' },
        }),
      },
    },
  },
  states: {
    list: list.regionBesideRecord,
    act: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'event.dismiss': {
              guard: { type: 'isUnresolved', params: ({ event }) => event },
              target: 'dismissing',
              actions: assign({ dismissed: ({ event }) => event.caseId, actFailure: null }),
            },
            'note.add': {
              guard: 'canNote',
              target: 'noting',
              actions: assign({ actFailure: null, noteFailure: null }),
            },
            'picture.save': { target: 'saving', actions: assign({ actFailure: null }) },
            'dismissal.undo': { guard: 'canUndo', target: 'undoing', actions: assign({ actFailure: null }) },
          },
        },
        dismissing: {
          tags: 'acting',
          invoke: {
            src: 'dismissCase',
            input: ({ context, context: { dismissed } }) => ({
              caseId: dismissed,
              isTaken: eventsOf(context).some(({ sourceId, state }) => sourceId === dismissed && state === 'taken'),
            }),
            onDone: { target: 'idle', actions: ['reload', 'reloadPlan'] },
            onError: {
              target: 'idle',
              actions: [
                assign({ dismissed: '', actFailure: ({ event }) => failureOf(event.error) }),
                // It may have been taken, though not resolved.
                'reload',
              ],
            },
          },
        },
        noting: {
          tags: ['acting', 'noting'],
          invoke: {
            src: 'addNote',
            input: ({ context }) => ({
              caseId: openEvent(context)?.sourceId ?? '',
              text: context.note.trim(),
            }),
            onDone: {
              target: 'idle',
              actions: [
                // Another event may have been opened meanwhile, and another note begun.
                assign({ note: ({ context: { note }, event }) => (note.trim() === event.output.text ? '' : note) }),
                'reloadPlan',
              ],
            },
            onError: {
              target: 'idle',
              // At its field; after another event was opened, its field is empty, and the list says it.
              actions: assign(({ context: { note }, event }) =>
                note.trim() === '' ? { actFailure: failureOf(event.error) } : { noteFailure: failureOf(event.error) },
              ),
            },
          },
        },
        saving: {
          tags: 'acting',
          invoke: {
            src: 'savePicture',
            input: ({ event }) => {
              assertEvent(event, 'picture.save');
              return { fileId: event.fileId };
            },
            onDone: 'idle',
            onError: {
              target: 'idle',
              // The failure is not one of a dismissal, which could be undone.
              actions: assign({ dismissed: '', actFailure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
        undoing: {
          tags: 'acting',
          invoke: {
            src: 'reopenCase',
            input: ({ context: { dismissed } }) => ({ caseId: dismissed }),
            onDone: { target: 'idle', actions: [assign({ dismissed: '' }), 'reload', 'reloadPlan'] },
            onError: { target: 'idle', actions: assign({ actFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
      },
    },
    record: {
      initial: 'idle',
      on: {
        'record.retry': '.loading',
        'list.reload': { guard: 'hasRecord', target: '.loading' },
        'page.resumed': { guard: 'hasRecord', target: '.loading' },
        'page.languageChanged': { guard: 'hasRecord', target: '.loading' },
      },
      states: {
        idle: { always: { guard: 'needsRecord', target: 'loading' } },
        loading: {
          tags: 'loadingRecord',
          entry: assign({
            // Read again, what is known of it stays on the screen.
            record: ({ context: { open, record } }) =>
              record?.of === open
                ? { ...record, failure: null }
                : { of: open, event: null, pictures: {}, failure: null },
          }),
          invoke: {
            src: 'loadEvent',
            input: ({ context: { record } }) => ({ id: record?.of ?? '' }),
            onDone: {
              target: 'idle',
              actions: assign({ record: ({ context: { record }, event }) => record && { ...record, ...event.output } }),
            },
            onError: {
              target: 'idle',
              actions: assign({
                record: ({ context: { record }, event }) => {
                  const failure = failureOf(event.error);
                  return record && { ...record, event: isMissing(failure) ? null : record.event, failure };
                },
              }),
            },
          },
        },
      },
    },
    plan: {
      initial: 'idle',
      on: {
        'plan.retry': { target: '.idle', actions: assign({ plan: null }) },
        // The names on the floor are localised on the server.
        'page.languageChanged': { target: '.idle', actions: assign({ plan: null }) },
      },
      states: {
        idle: { always: { guard: 'needsPlan', target: 'loading' } },
        loading: {
          tags: 'loadingPlan',
          entry: [
            assign({
              plan: ({ context: { open } }) => ({ of: open, stations: null, map: null, place: null, failure: null }),
            }),
            enqueueActions(({ context, enqueue }) => {
              const fileId = openEvent(context)?.pictureId;
              if (fileId) enqueue({ type: 'countOpened', params: { fileId } });
            }),
          ],
          invoke: {
            src: 'loadPlan',
            input: ({ context }) => {
              const event = openEvent(context);
              if (!event) throw new Error('no event is open');
              return { event };
            },
            onDone: {
              target: 'idle',
              actions: assign({ plan: ({ context: { plan }, event }) => plan && { ...plan, ...event.output } }),
            },
            onError: {
              target: 'idle',
              actions: assign({
                plan: ({ context: { plan }, event }) => plan && { ...plan, failure: failureOf(event.error) },
              }),
            },
          },
        },
      },
    },
    step: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'event.step': [
              {
                guard: { type: 'isOnPage', params: ({ event }) => event },
                actions: {
                  type: 'askQuery',
                  params: ({ context, event }) => ({
                    query: { event: neighbourOnPage(context, event.to)?.id ?? '' },
                    push: true,
                  }),
                },
              },
              { guard: { type: 'isBeyondPage', params: ({ event }) => event }, target: 'reading' },
            ],
          },
        },
        reading: {
          tags: 'stepping',
          // Something else was opened meanwhile.
          on: { 'page.queryChanged': 'idle' },
          invoke: {
            src: 'loadNeighbour',
            input: ({ context, event }) => {
              assertEvent(event, 'event.step');
              const query = eventRecordsQuery.read(context.query);
              return {
                query: { ...query, page: pageBeyond(context, event.to) ?? query.page },
                open: context.open,
                to: event.to,
              };
            },
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event.output },
                target: 'idle',
                actions: {
                  type: 'askQuery',
                  params: ({ event: { output } }) => ({
                    query: { event: output.id, page: output.page > 1 ? String(output.page) : '' },
                    push: true,
                  }),
                },
              },
              'idle',
            ],
            onError: {
              target: 'idle',
              actions: { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
      },
    },
    export: exportRegion({
      src: 'exportEvents',
      inputOf: ({ query }: EventRecordsContext) => eventRecordsQuery.read(query),
      done: { key: 'eventRecords.export.done' },
    }),
  },
});
