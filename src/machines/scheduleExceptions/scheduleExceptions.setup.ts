/** Setup of the exceptions. The states are in scheduleExceptions.machine.ts. */
import { assign, raise, sendTo, setup } from 'xstate';
import type { IndoorMap, MapPoint } from '../../../contract/entities/map.ts';
import type { ScheduleException, TimetableRun } from '../../../contract/entities/schedule.ts';
import { errorNotice, type PageInput, systemActor } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import type { ExportEvent } from '../factories/longJob.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import { UNDO_MS } from '../factories/undo.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';
import { type TimetableContext, type TimetableEvent, timetableReading } from '../schedules/timetableReading.ts';
import { zonedDate } from '../../../contract/rules/zonedTime.ts';
import {
  type BandDrag,
  type ExceptionForm,
  type ExceptionRequest,
  faultsOfForm,
  formOf,
  newForm,
  requestsOf,
} from './exceptionForm.ts';

/** Pause after the last change before the touched runs are asked for, ms. */
export const PREVIEW_MS = 200;

/** A map with the points on it at which tasks of the site stop, or which they disinfect. */
export interface StopMap {
  map: Omit<IndoorMap, 'points'>;
  points: readonly MapPoint[];
}
/** A robot of the site, the routes of its tasks, and the points that its tasks disinfect. */
export interface StopsRequest {
  serialNumber: string;
  pathIds: readonly string[];
  points: readonly { mapId: string; areaId: string }[];
}
export interface SaveOutcome {
  saved: number;
  /** Robots that refused, and the day. */
  refused: readonly { serialNumber: string; startTime: string; failure: Failure }[];
}
export interface ScheduleExceptionsContext extends TimetableContext {
  /** What is opened as soon as the plan is read: the exception in the URL, or a new one. */
  wanted: string;
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
  | TimetableEvent
  /** Without a date: today, as soon as the plan is read. */
  | { type: 'form.new'; date?: string }
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
  | { type: 'undo.close' }
  | ExportEvent;

/** Robots whose exceptions the user can change. */
export const changeable = ({ data }: Pick<ScheduleExceptionsContext, 'data'>): string[] =>
  data?.robots.filter(({ canChange }) => canChange).map(({ serialNumber }) => serialNumber) ?? [];
/** Those of them that have tasks: what a new exception is usually about. */
export const usualRobots = (context: Pick<ScheduleExceptionsContext, 'data'>): string[] =>
  changeable(context).filter((sn) => context.data?.tasks.some(({ serialNumber }) => serialNumber === sn));
/** The day of the site on which the plan was read. */
export const todayIn = ({ data }: Pick<ScheduleExceptionsContext, 'data'>): string =>
  data ? zonedDate(data.timeZone, data.serverTime) : '';
export const faultsIn = ({ form, data }: Pick<ScheduleExceptionsContext, 'form' | 'data'>) =>
  form && data ? faultsOfForm(form, data) : [];
export const isFormChanged = ({ form, base }: Pick<ScheduleExceptionsContext, 'form' | 'base'>): boolean =>
  form !== null && JSON.stringify(form) !== JSON.stringify(base);
export const exceptionPreviewKey = (context: Pick<ScheduleExceptionsContext, 'form' | 'data'>): string =>
  context.form && faultsIn(context).length === 0 ? JSON.stringify(requestsOf(context.form)) : '';
/** The routes and the disinfected points of the site's tasks; null if there are none. */
export function stopsRequest({ data }: Pick<ScheduleExceptionsContext, 'data'>): StopsRequest | null {
  const tasks = data?.tasks ?? [];
  const pathIds = new Set(tasks.map(({ pathId }) => pathId).filter(Boolean));
  // A room or an area is left out only as a whole run.
  const points = new Map(
    tasks.flatMap(({ disinfection }) =>
      disinfection?.target.kind === 'points'
        ? disinfection.target.points.map(({ areaId }) => [areaId, { mapId: disinfection.mapId, areaId }] as const)
        : [],
    ),
  );
  const first = tasks.find(({ pathId }) => pathId !== '') ?? tasks[0];
  return first && pathIds.size + points.size > 0
    ? { serialNumber: first.serialNumber, pathIds: [...pathIds], points: [...points.values()] }
    : null;
}
export function stopsKey(context: Pick<ScheduleExceptionsContext, 'data'>): string {
  const request = stopsRequest(context);
  if (!request) return '';
  const { serialNumber, pathIds, points } = request;
  return [serialNumber, ...pathIds, ...points.map(({ mapId, areaId }) => `${mapId}/${areaId}`)].join(' ');
}

/** In the URL instead of an id: a new exception. */
export const NEW_EXCEPTION = 'new';

/** The form of what is wanted; null if it cannot be opened. */
function wantedForm(context: ScheduleExceptionsContext): ExceptionForm | null {
  const { wanted, data } = context;
  if (wanted === NEW_EXCEPTION)
    return changeable(context).length > 0 ? newForm(todayIn(context), usualRobots(context)) : null;
  const found = data?.exceptions.find(({ id }) => id === wanted);
  return found ? formOf(found) : null;
}
const opened = (form: ExceptionForm | null) => ({ form, base: form, tried: false, saveFailure: null, drag: null });

export const reading = timetableReading<ScheduleExceptionsEvent, ScheduleExceptionsContext>({
  site: { exception: '' },
  week: {},
});

export const scheduleExceptions = setup({
  types: {
    context: {} as ScheduleExceptionsContext,
    input: {} as PageInput,
    events: {} as ScheduleExceptionsEvent,
    tags: {} as
      | 'reading'
      | 'unread'
      | 'noSite'
      | 'dragging'
      | 'saving'
      | 'previewing'
      | 'undoable'
      | 'unsaved'
      | 'stopsUnread'
      | 'exporting',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    ...reading.actors,
    /** The points at which these routes stop and those that are disinfected, by map. */
    loadStops: promiseEffect<{ maps: readonly StopMap[] }, StopsRequest>('loadStops'),
    previewExceptions: promiseEffect<{ runs: readonly TimetableRun[] }, { requests: readonly ExceptionRequest[] }>(
      'previewExceptions',
    ),
    saveExceptions: promiseEffect<SaveOutcome, { requests: readonly ExceptionRequest[]; attempt: string }>(
      'saveExceptions',
    ),
    deleteException: promiseEffect<unknown, { id: string }>('deleteException'),
    exportExceptions: promiseEffect<void, { siteId: string }>('exportExceptions'),
    confirm: confirmMachine,
  },
  actions: {
    ...reading.actions,
    ...noticeActions<ScheduleExceptionsContext, ScheduleExceptionsEvent>(),
    /** What was asked for and cannot be opened is forgotten. */
    timetableRead: assign(({ context }) => ({ wanted: wantedForm(context) ? context.wanted : '' })),
    openWanted: assign(({ context }) => ({ ...opened(wantedForm(context)), wanted: '' })),
    leave: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { to }: { to: string }) => ({ type: 'navigation.leave' as const, to }),
    ),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
    /** The server refused to make a deleted exception again. */
    notifyRefused: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { refused: [first] }: Pick<SaveOutcome, 'refused'>) => ({
        type: 'notice.show' as const,
        notice: errorNotice(first?.failure ?? failureOf(undefined)),
      }),
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
    assignForm: assign((_, { form }: { form: ExceptionForm }) => opened(form)),
    patchForm: assign(({ context: { form } }, { change }: { change: Partial<ExceptionForm> }) => ({
      form: form && { ...form, ...change },
      saveFailure: null,
    })),
    clearForm: assign({ form: null, base: null, tried: false, saveFailure: null, drag: null, preview: null }),
    reload: raise({ type: 'timetable.reload' as const }),
    assignPreviewFailure: assign((_, { error }: { error: unknown }) => ({ previewFailure: failureOf(error) })),
  },
  guards: {
    ...reading.guards,
    isUnread: ({ context }) => context.data === null,
    hasWanted: ({ context }) => wantedForm(context) !== null,
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
  delays: { ...reading.delays, undoOffered: UNDO_MS, previewDelay: PREVIEW_MS },
});
