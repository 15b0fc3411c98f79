/** Setup of the exceptions. The states are in scheduleExceptions.machine.ts. */
import { assign, raise, sendTo, setup } from 'xstate';
import type { IndoorMap, MapPoint } from '../../../contract/entities/map.ts';
import type { ScheduleException, Timetable, TimetableRun } from '../../../contract/entities/schedule.ts';
import { errorNotice, type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';
import type { ScheduleSite } from '../schedules/schedules.setup.ts';
import { firstDayIn, siteIn } from '../schedules/schedulesQuery.ts';
import { type BandDrag, type ExceptionForm, type ExceptionRequest, faultsOfForm, requestsOf } from './exceptionForm.ts';

export const POLL_MS = 30_000;
export const UNDO_MS = 10_000;
/** Pause after the last change before the touched runs are asked for, ms. */
export const PREVIEW_MS = 200;

/** A map with the points on it at which tasks of the site stop. */
export interface StopMap {
  map: Omit<IndoorMap, 'points'>;
  points: readonly MapPoint[];
}
export interface SaveOutcome {
  saved: number;
  /** Robots that refused. */
  refused: readonly { serialNumber: string; failure: Failure }[];
}
export interface ScheduleExceptionsContext {
  query: Query;
  sites: readonly ScheduleSite[];
  data: Timetable | null;
  failure: Failure | null;
  /** The exception in the URL was opened. */
  isOpened: boolean;
  form: ExceptionForm | null;
  /** The form as it was opened. */
  base: ExceptionForm | null;
  tried: boolean;
  saveFailure: Failure | null;
  drag: BandDrag | null;
  stops: { of: string; maps: readonly StopMap[] } | null;
  loadingStops: string;
  mapId: string;
  preview: { of: string; runs: readonly TimetableRun[] } | null;
  previewing: string;
  previewFailure: Failure | null;
  seed: string;
  attempt: number;
  /** Deleted, and can come back for some seconds. */
  deleted: ScheduleException | null;
  /** Being deleted. */
  deleting: ScheduleException | null;
  leaveTo: string;
}
export type ScheduleExceptionsEvent =
  | PageEvent
  | { type: 'exceptions.reload' }
  | { type: 'site.choose'; siteId: string }
  /** Weeks; 0: the window around today. */
  | { type: 'week.move'; by: number }
  | { type: 'form.new'; date: string }
  | { type: 'form.change'; change: Partial<ExceptionForm> }
  | { type: 'form.close' }
  | { type: 'form.save' }
  | { type: 'robot.toggle'; serialNumber: string }
  | { type: 'point.toggle'; areaId: string }
  | { type: 'map.choose'; mapId: string }
  | { type: 'exception.open'; id: string }
  | { type: 'exception.copy'; id: string; date: string }
  | { type: 'exception.delete'; id: string }
  | { type: 'band.grab'; end: BandDrag['end']; date: string; minute: number }
  | { type: 'band.drag'; date: string; minute: number }
  | { type: 'band.drop' }
  | { type: 'band.cancel' }
  /** By the keyboard. */
  | { type: 'band.shift'; minutes: number; days: number }
  | { type: 'undo.take' }
  | { type: 'undo.close' };

export const exceptionsSite = ({ sites, query }: Pick<ScheduleExceptionsContext, 'sites' | 'query'>) =>
  sites.find(({ siteId }) => siteId === siteIn(query)) ?? sites[0];
/** Robots whose exceptions the user can change. */
export const changeable = ({ data }: Pick<ScheduleExceptionsContext, 'data'>): string[] =>
  data?.robots.filter(({ canChange }) => canChange).map(({ serialNumber }) => serialNumber) ?? [];
/** Those of them that have tasks: what a new exception is usually about. */
export const usualRobots = (context: Pick<ScheduleExceptionsContext, 'data'>): string[] =>
  changeable(context).filter((sn) => context.data?.tasks.some(({ serialNumber }) => serialNumber === sn));
export const faultsIn = ({ form, data }: Pick<ScheduleExceptionsContext, 'form' | 'data'>) =>
  form && data ? faultsOfForm(form, data) : [];
export const isFormChanged = ({ form, base }: Pick<ScheduleExceptionsContext, 'form' | 'base'>): boolean =>
  form !== null && JSON.stringify(form) !== JSON.stringify(base);
export const exceptionPreviewKey = (context: Pick<ScheduleExceptionsContext, 'form' | 'data'>): string =>
  context.form && faultsIn(context).length === 0 ? JSON.stringify(requestsOf(context.form)) : '';
/** The routes of the site's tasks, and a robot of which they can be asked. */
export const stopsKey = ({ data }: Pick<ScheduleExceptionsContext, 'data'>): string => {
  const tasks = data?.tasks.filter(({ pathId }) => pathId !== '') ?? [];
  const [first] = tasks;
  return first && data ? [first.serialNumber, ...new Set(tasks.map(({ pathId }) => pathId))].join(' ') : '';
};

export const scheduleExceptions = setup({
  types: {
    context: {} as ScheduleExceptionsContext,
    input: {} as PageInput,
    events: {} as ScheduleExceptionsEvent,
    tags: {} as 'reading' | 'saving' | 'previewing' | 'undoable' | 'unsaved',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    loadSites: promiseEffect<{ sites: ScheduleSite[] }>('loadSites'),
    /** Waits until the page is visible. Without a first day: two days before today. */
    loadTimetable: promiseEffect<{ timetable: Timetable }, { siteId: string; timeZone: string; from: string }>(
      'loadTimetable',
    ),
    /** The points at which these routes stop, by map. */
    loadStops: promiseEffect<{ maps: readonly StopMap[] }, { serialNumber: string; pathIds: readonly string[] }>(
      'loadStops',
    ),
    previewExceptions: promiseEffect<{ runs: readonly TimetableRun[] }, { requests: readonly ExceptionRequest[] }>(
      'previewExceptions',
    ),
    saveExceptions: promiseEffect<SaveOutcome, { requests: readonly ExceptionRequest[]; attempt: string }>(
      'saveExceptions',
    ),
    deleteException: promiseEffect<unknown, { id: string }>('deleteException'),
    confirm: confirmMachine,
  },
  actions: {
    writeQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { query, push = false }: { query: Query; push?: boolean }) => ({
        type: 'navigation.query' as const,
        query,
        push,
      }),
    ),
    leave: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { to }: { to: string }) => ({ type: 'navigation.leave' as const, to }),
    ),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
    notifySaved: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { count }: { count: number }) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'success' as const,
          key: count > 1 ? 'scheduleExceptions.savedMany' : 'scheduleExceptions.saved',
          params: { count },
        },
      }),
    ),
    assignForm: assign((_, { form }: { form: ExceptionForm }) => ({
      form,
      base: form,
      tried: false,
      saveFailure: null,
      drag: null,
    })),
    patchForm: assign(({ context: { form } }, { change }: { change: Partial<ExceptionForm> }) => ({
      form: form && { ...form, ...change },
      saveFailure: null,
    })),
    clearForm: assign({ form: null, base: null, tried: false, saveFailure: null, drag: null, preview: null }),
    reload: raise({ type: 'exceptions.reload' as const }),
    assignPreviewFailure: assign((_, { error }: { error: unknown }) => ({ previewFailure: failureOf(error) })),
  },
  guards: {
    hasNoSite: ({ context }) => exceptionsSite(context) === undefined,
    isElsewhere: ({ context: { query } }, { query: next }: { query: Query }) =>
      siteIn(query) !== siteIn(next) || firstDayIn(query) !== firstDayIn(next),
    mayChange: ({ context }) => changeable(context).length > 0,
    hasFaults: ({ context }) => faultsIn(context).length > 0,
    isFormChanged: ({ context }) => isFormChanged(context),
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    areStopsStale: ({ context }) => stopsKey(context) !== '' && context.stops?.of !== stopsKey(context),
    isLoadingOther: ({ context }) => context.loadingStops !== stopsKey(context),
    isPreviewStale: ({ context }) =>
      exceptionPreviewKey(context) !== '' && context.preview?.of !== exceptionPreviewKey(context),
    isPreviewingOther: ({ context }) => context.previewing !== exceptionPreviewKey(context),
    isWhole: (_, { refused }: Pick<SaveOutcome, 'refused'>) => refused.length === 0,
  },
  delays: { poll: POLL_MS, undoOffered: UNDO_MS, previewDelay: PREVIEW_MS },
});
