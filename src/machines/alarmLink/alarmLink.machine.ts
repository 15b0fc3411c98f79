/**
 * The public page behind the one-time link in a message about an alarm. Opening it takes nothing, because previews of
 * messages open links; a button takes the case.
 *
 *   asking ──▶ shown { idle ⇄ refreshing every 5 s ; idle, refreshing ──case.do──▶ acting ──▶ idle }
 *   any request ──the link no longer works──▶ over ;  asking ──any other trouble──▶ failed ──oneTimeLink.retry──▶ asking
 */
import { assertEvent, assign, setup } from 'xstate';
import type { LinkedCase } from '../../../contract/entities/alarmLink.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';

export type LinkAct = 'take' | 'release';

export interface AlarmLinkContext {
  /** The link's secret. */
  code: string;
  found: LinkedCase | null;
  act: LinkAct | null;
  /** Why the link could not be opened, or why the last act was refused. */
  failure: Failure | null;
  /** The last refresh failed: what is shown can be outdated. */
  isStale: boolean;
}
export type AlarmLinkEvent =
  PageEvent | { type: 'case.do'; act: LinkAct } | { type: 'oneTimeLink.retry' } | { type: 'signIn.open' };

export const REFRESH_MS = 5_000;

const alarmLink = setup({
  types: {
    context: {} as AlarmLinkContext,
    input: {} as PageInput,
    events: {} as AlarmLinkEvent,
    tags: {} as 'asking' | 'acting' | 'over' | 'failed',
  },
  actors: {
    openLink: promiseEffect<LinkedCase, { code: string }>('openLink'),
    actByLink: promiseEffect<LinkedCase, { code: string; act: LinkAct }>('actByLink'),
  },
  actions: {
    assignFound: assign((_, { found }: { found: LinkedCase }) => ({ found, isStale: false })),
    assignFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    hasNoCode: ({ context }) => context.code === '',
    isOver: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.linkOver),
  },
  delays: { refresh: REFRESH_MS },
});

const assignAct = alarmLink.assign(({ event }) => {
  assertEvent(event, 'case.do');
  return { act: event.act, failure: null };
});
/** The case's page, which asks for signing in first. */
const openSignIn = alarmLink.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ context: { found } }) => ({
    type: 'navigation.go',
    to: found ? `/alarms/case?id=${encodeURIComponent(found.caseId)}` : '/login',
  }),
);

export const alarmLinkMachine = alarmLink.createMachine({
  id: 'alarmLink',
  context: ({ input }) => ({
    code: input.query['code'] ?? '',
    found: null,
    act: null,
    failure: null,
    isStale: false,
  }),
  initial: 'arriving',
  on: { 'signIn.open': { actions: openSignIn } },
  states: {
    arriving: { always: [{ guard: 'hasNoCode', target: 'over' }, 'asking'] },
    asking: {
      tags: 'asking',
      invoke: {
        src: 'openLink',
        input: ({ context: { code } }) => ({ code }),
        onDone: {
          target: 'shown',
          actions: ['clearFailure', { type: 'assignFound', params: ({ event }) => ({ found: event.output }) }],
        },
        onError: [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'over' },
          { target: 'failed', actions: { type: 'assignFailure', params: ({ event }) => event } },
        ],
      },
    },
    shown: {
      initial: 'idle',
      // Names of people and robots are in the language of the request.
      on: { 'page.languageChanged': '.refreshing', 'page.resumed': '.refreshing' },
      states: {
        idle: {
          after: { refresh: 'refreshing' },
          on: { 'case.do': { target: 'acting', actions: assignAct } },
        },
        refreshing: {
          on: { 'case.do': { target: 'acting', actions: assignAct } },
          invoke: {
            src: 'openLink',
            input: ({ context: { code } }) => ({ code }),
            onDone: {
              target: 'idle',
              actions: { type: 'assignFound', params: ({ event }) => ({ found: event.output }) },
            },
            onError: [
              { guard: { type: 'isOver', params: ({ event }) => event }, target: '#alarmLink.over' },
              { target: 'idle', actions: assign({ isStale: true }) },
            ],
          },
        },
        acting: {
          tags: 'acting',
          // An act that was sent is waited for.
          on: { 'page.languageChanged': {}, 'page.resumed': {} },
          invoke: {
            src: 'actByLink',
            input: ({ context: { code, act } }) => ({ code, act: act ?? 'take' }),
            onDone: {
              target: 'idle',
              actions: { type: 'assignFound', params: ({ event }) => ({ found: event.output }) },
            },
            onError: [
              { guard: { type: 'isOver', params: ({ event }) => event }, target: '#alarmLink.over' },
              // Somebody else was faster: the refresh shows who has it.
              { target: 'refreshing', actions: { type: 'assignFailure', params: ({ event }) => event } },
            ],
          },
        },
      },
    },
    failed: { tags: 'failed', on: { 'oneTimeLink.retry': 'asking' } },
    over: { tags: 'over' },
  },
});
