/**
 * The alarm cases of the user's robots (spec 2 "Alarm settings", 9). Parallel regions:
 *
 *   list:  a page of cases (machines/factories/pagedList.ts)
 *   news:  quiet ──a case was raised or changed──▶ collecting ──half a second──▶ quiet (the list is reloaded)
 *   asked: whether the browser may show alarms while its tab is hidden: unknown ──permission.ask──▶ asking ──▶ unknown
 */
import { assign, raise, sendTo, setup } from 'xstate';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import { type PageInput, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
} from '../factories/pagedList.ts';
import { alarmCasesQuery, type AlarmCasesQuery } from './alarmCasesQuery.ts';

export interface AlarmCasesResult extends ListResult<AlarmCase> {
  open: number;
  taken: number;
}
/** `unsupported`: this browser has no notifications, or the page is not secure. */
export type NotificationPermission = 'granted' | 'denied' | 'default' | 'unsupported';
export interface AlarmCasesContext extends ListContext<AlarmCase> {
  open: number;
  taken: number;
  permission: NotificationPermission;
}
export type AlarmCasesEvent = ListEvent | { type: 'case.open'; caseId: string } | { type: 'permission.ask' };

/** Changes within this time are one reload, ms. */
const COLLECT_MS = 500;

const list = pagedList<AlarmCasesResult, AlarmCasesQuery, AlarmCasesEvent, AlarmCasesContext>({
  requestOf: alarmCasesQuery.read,
  typed: alarmCasesQuery.typed,
});

const cases = setup({
  types: {
    context: {} as AlarmCasesContext,
    input: {} as PageInput,
    events: {} as AlarmCasesEvent,
    tags: {} as ListTag,
  },
  actors: {
    ...list.actors,
    readPermission: promiseEffect<{ permission: NotificationPermission }>('readPermission'),
    /** Asks the user, by the browser's own question. */
    askPermission: promiseEffect<{ permission: NotificationPermission }>('askPermission'),
  },
  guards: {
    ...list.guards,
    isAlarm: (_, { type }: { type: string }) => type === 'alarmChanged',
  },
  actions: {
    ...list.actions,
    goToCase: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { caseId }: { caseId: string }) => ({
        type: 'navigation.go' as const,
        to: `/alarms/case?id=${encodeURIComponent(caseId)}`,
      }),
    ),
    reload: raise({ type: 'list.reload' as const }),
  },
  delays: { ...list.delays, collect: COLLECT_MS },
});

export const alarmCasesMachine = cases.createMachine({
  id: 'alarmCases',
  context: ({ input }) => ({ ...listOf(input.query), open: 0, taken: 0, permission: 'unsupported' }),
  type: 'parallel',
  on: {
    'case.open': { actions: { type: 'goToCase', params: ({ event }) => event } },
  },
  states: {
    list: list.region,
    news: {
      initial: 'quiet',
      states: {
        quiet: {
          on: {
            'page.noticed': {
              guard: { type: 'isAlarm', params: ({ event }) => event.notice },
              target: 'collecting',
            },
          },
        },
        collecting: { after: { collect: { target: 'quiet', actions: 'reload' } } },
      },
    },
    permission: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'readPermission',
            onDone: { target: 'known', actions: assign({ permission: ({ event }) => event.output.permission }) },
            onError: 'known',
          },
        },
        known: { on: { 'permission.ask': 'asking' } },
        asking: {
          invoke: {
            src: 'askPermission',
            onDone: { target: 'known', actions: assign({ permission: ({ event }) => event.output.permission }) },
            onError: 'known',
          },
        },
      },
    },
  },
});
