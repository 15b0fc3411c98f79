/**
 * A page of records: a paged list with its filters in the URL (pagedList.ts), an editor, and confirmed actions
 * (recordDialog.ts). The page's machine adds nothing, or regions of its own:
 *
 *   const page = recordPage<AccountsResult, AccountsRequest, AccountFields, AccountTask, ShownLink>({ … });
 *   export const accountsMachine = setup(page.setup).createMachine({ id: 'accounts', ...page.config });
 *
 * Wiring provides `loadList`, `act` and the form's `save`. `listPage` is the same without an editor. `secretPage` has a
 * third region: leaving asks while something is shown that is shown only once (revealGuard.ts). Its wiring provides
 * `guardTab` as well.
 */
import type { EventObject } from 'xstate';
import type { Query, PageInput } from '../app/events.ts';
import { type ListContext, type ListEvent, type ListResult, listOf, type ListTag, pagedList } from './pagedList.ts';
import {
  type ActionChildren,
  type ActionContext,
  type ActionEvent,
  type ActionRules,
  type ActionTag,
  confirmedAction,
  noAction,
} from './confirmedAction.ts';
import {
  type DialogChildren,
  type DialogContext,
  type DialogEvent,
  type DialogRules,
  type DialogTag,
  noDialog,
  recordDialog,
} from './recordDialog.ts';
import { callbackEffect } from '../effectStubs.ts';
import { type RevealChildren, revealGuard } from './revealGuard.ts';

/** @typeParam Found the list and what is loaded with it */
export type RecordContext<Found extends ListResult, Fields, Task, Shown> = Found &
  ListContext<Found['rows'][number]> &
  DialogContext<Fields, Task, Shown>;
export type RecordEvent<Fields, Task> = ListEvent | DialogEvent<Fields, Task>;
export type RecordTag = ListTag | DialogTag;

interface ListPart<Found extends ListResult, Request> {
  /** The request for the list. */
  requestOf(query: Query): Request;
  /** Names of the parameters in the URL that are typed as text. */
  typed: readonly string[];
  /** What is loaded with the list, before it is loaded. */
  nothing: Omit<Found, keyof ListResult>;
}
export type RecordRules<Found extends ListResult, Request, Fields extends object, Task, Shown> = ListPart<
  Found,
  Request
> &
  DialogRules<Fields, Task, Shown>;

/** What a page of records and one with a guard have in common. */
function recordParts<
  Found extends ListResult,
  Request,
  Fields extends object,
  Task,
  Shown,
  Event extends EventObject,
  Context extends RecordContext<Found, Fields, Task, Shown>,
>({ requestOf, typed, nothing, ...rules }: RecordRules<Found, Request, Fields, Task, Shown>) {
  const list = pagedList<Found, Request, Event, Context>({ requestOf, typed });
  const dialog = recordDialog<Fields, Task, Shown, Event, Context>(rules);
  return {
    setup: {
      types: {
        context: {} as Context,
        input: {} as PageInput,
        events: {} as Event,
        tags: {} as RecordTag,
        children: {} as DialogChildren,
      },
      actors: { ...list.actors, ...dialog.actors },
      guards: { ...list.guards, ...dialog.guards },
      actions: { ...list.actions, ...dialog.actions },
      delays: list.delays,
    },
    config: {
      context: ({ input }: { input: PageInput }) =>
        // TypeScript does not put a generic object together from its parts.
        ({ ...nothing, ...listOf(input.query), ...noDialog }) as unknown as Context,
      type: 'parallel',
      states: { list: list.region, dialog: dialog.region },
    },
  } as const;
}

/** @typeParam More events that only this page has */
export const recordPage = <
  Found extends ListResult,
  Request,
  Fields extends object,
  Task,
  Shown = never,
  More extends EventObject = never,
>(
  rules: RecordRules<Found, Request, Fields, Task, Shown>,
) =>
  recordParts<
    Found,
    Request,
    Fields,
    Task,
    Shown,
    RecordEvent<Fields, Task> | More,
    RecordContext<Found, Fields, Task, Shown>
  >(rules);

export type SecretContext<Found extends ListResult, Fields, Task, Shown> = RecordContext<Found, Fields, Task, Shown> & {
  /** Where the person wanted to go. */
  leaveTo: string;
};

export function secretPage<Found extends ListResult, Request, Fields extends object, Task, Shown>(
  rules: RecordRules<Found, Request, Fields, Task, Shown>,
) {
  type Context = SecretContext<Found, Fields, Task, Shown>;
  type Event = RecordEvent<Fields, Task>;
  const { setup, config } = recordParts<Found, Request, Fields, Task, Shown, Event, Context>(rules);
  const reveal = revealGuard<Event, Context>();
  return {
    setup: {
      types: {
        context: {} as Context,
        input: {} as PageInput,
        events: {} as Event,
        tags: {} as RecordTag | 'unsaved',
        children: {} as DialogChildren & RevealChildren,
      },
      actors: { ...setup.actors, ...reveal.actors, guardTab: callbackEffect('guardTab') },
      guards: { ...setup.guards, ...reveal.guards },
      actions: { ...setup.actions, ...reveal.actions },
      delays: setup.delays,
    },
    config: {
      ...config,
      context: (parts: { input: PageInput }): Context => ({ ...config.context(parts), leaveTo: '' }),
      states: { ...config.states, guard: reveal.region },
    },
  } as const;
}

export type ListPageContext<Found extends ListResult, Task, Shown> = Found &
  ListContext<Found['rows'][number]> &
  ActionContext<Task, Shown>;
export type ListPageEvent<Task> = ListEvent | ActionEvent<Task>;

/** A list whose records have confirmed actions only. */
export function listPage<Found extends ListResult, Request, Task, Shown = never>({
  requestOf,
  typed,
  nothing,
  ...rules
}: ListPart<Found, Request> & ActionRules<Task>) {
  type Context = ListPageContext<Found, Task, Shown>;
  type Event = ListPageEvent<Task>;
  const list = pagedList<Found, Request, Event, Context>({ requestOf, typed });
  const action = confirmedAction<Task, Shown, Event, Context>(rules);
  return {
    setup: {
      types: {
        context: {} as Context,
        input: {} as PageInput,
        events: {} as Event,
        tags: {} as ListTag | ActionTag,
        children: {} as ActionChildren,
      },
      actors: { ...list.actors, ...action.actors },
      guards: { ...list.guards, ...action.guards },
      actions: { ...list.actions, ...action.actions },
      delays: list.delays,
    },
    config: {
      context: ({ input }: { input: PageInput }) =>
        ({ ...nothing, ...listOf(input.query), ...noAction }) as unknown as Context,
      type: 'parallel',
      states: { list: list.region, dialog: action.region },
    },
  } as const;
}
