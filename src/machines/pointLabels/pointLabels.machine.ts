/**
 * Printable labels of points (spec 2 "map area QR code"): floor, selected points, sheet layout, and the resulting
 * files. More points than one file can hold become several files, one after the other.
 *
 *   list:  loading ──▶ ready | none | forbidden | failed ;  another robot, another language, page.resumed ──▶ loading
 *   action: idle ──labels.print──▶ printing ──next file──▶ printing ──last──▶ idle
 *                                    └──labels.cancel──▶ idle ; refused, lost ──▶ idle, with the reason
 */
import { assertEvent, assign, setup } from 'xstate';
import type { PointAttribute } from '../../../contract/entities/robotConstants.ts';
import type { MapPoint } from '../../../contract/entities/map.ts';
import { LABELS_PER_FILE } from '../../../contract/rules/mapLimits.ts';
import type { LabelFormat, LabelSize, Paper } from '../../../contract/rules/pointLabels.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { jobInParts } from '../factories/longJob.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export type LabelPoint = Pick<MapPoint, 'areaId' | 'name' | 'attributes'>;
export interface LabelFloor {
  mapId: string;
  name: string;
  floor: string;
  points: readonly LabelPoint[];
}
export interface LabelsResult {
  floors: readonly LabelFloor[];
  site: string;
  /** The origin of the URLs in the codes; empty while there is no point. */
  origin: string;
  mayPrint: boolean;
}
export interface SheetChoice {
  format: LabelFormat;
  paper: Paper;
  size: LabelSize;
}
export interface PartRequest extends SheetChoice {
  serialNumber: string;
  mapId: string;
  ids: readonly string[];
}
export interface PointLabelsContext extends LabelsResult {
  query: Query;
  serialNumber: string;
  roles: readonly string[];
  mapId: string;
  ticked: readonly string[];
  keyword: string;
  /** Empty: any. */
  attribute: PointAttribute | '';
  sheet: SheetChoice;
  /** The point in the preview; empty: the first selected one, else the first. */
  shown: string;
  failure: Failure | null;
  /** The points being printed, and the number of finished files. */
  printing: { ids: readonly string[]; done: number } | null;
  printFailure: Failure | null;
}
export type PointLabelsEvent =
  | PageEvent
  | { type: 'points.reload' }
  | { type: 'map.choose'; mapId: string }
  | { type: 'points.search'; keyword: string }
  | { type: 'points.filter'; attribute: PointAttribute | '' }
  | { type: 'point.tick'; areaId: string }
  | { type: 'points.tick'; ids: readonly string[]; on: boolean }
  | { type: 'point.show'; areaId: string }
  | { type: 'sheet.choose'; change: Partial<SheetChoice> }
  | { type: 'labels.print' }
  | { type: 'labels.cancel' };

const labels = setup({
  types: {
    context: {} as PointLabelsContext,
    input: {} as PageInput,
    events: {} as PointLabelsEvent,
    tags: {} as 'loading' | 'printing',
  },
  actors: {
    loadPoints: promiseEffect<LabelsResult, { serialNumber: string; roles: readonly string[] }>('loadPoints'),
    /** Fetches one file and saves it as a download. */
    printPart: promiseEffect<void, { wish: PartRequest }>('printPart'),
  },
  actions: {
    ...noticeActions<PointLabelsContext, PointLabelsEvent>(),
    assignNextPart: assign(({ context: { printing } }) => ({
      printing: printing && { ...printing, done: printing.done + 1 },
    })),
    assignPrintFailure: assign((_, { error }: { error: unknown }) => ({ printFailure: failureOf(error) })),
  },
  guards: {
    canPrint: ({ context: { ticked, mayPrint } }) => mayPrint && ticked.length > 0,
    isForbidden: (_, { error }: { error: unknown }) =>
      isFailure(failureOf(error), ERRORS.notAllowed, ERRORS.robotForeign),
    mayNotPrint: (_, { mayPrint }: { mayPrint: boolean }) => !mayPrint,
    isMore: ({ context: { printing } }) =>
      printing !== null && (printing.done + 1) * LABELS_PER_FILE < printing.ids.length,
  },
});

/** The floor named in the URL, else the first with points. */
const floorOf = (floors: readonly LabelFloor[], query: Query): string =>
  (floors.find(({ mapId }) => mapId === query['map']) ?? floors.find(({ points }) => points.length > 0) ?? floors[0])
    ?.mapId ?? '';
const take = (context: PointLabelsContext, found: LabelsResult, query = context.query): Partial<PointLabelsContext> => {
  const mapId = floorOf(found.floors, query);
  const there = new Set(found.floors.find((floor) => floor.mapId === mapId)?.points.map(({ areaId }) => areaId));
  // Removed points are deselected; each floor has its own selection.
  return {
    ...found,
    query,
    mapId,
    ticked: context.ticked.filter((areaId) => there.has(areaId)),
    shown: there.has(context.shown) ? context.shown : '',
    failure: null,
  };
};
const patchMap = labels.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ event }) => {
    assertEvent(event, 'map.choose');
    return { type: 'navigation.query', query: { map: event.mapId }, push: true };
  },
);

const printing = jobInParts(
  {
    src: 'printPart',
    tags: 'printing',
    inputOf: ({ serialNumber, mapId, sheet, printing: job }: PointLabelsContext) => {
      const from = (job?.done ?? 0) * LABELS_PER_FILE;
      return { wish: { serialNumber, mapId, ...sheet, ids: job?.ids.slice(from, from + LABELS_PER_FILE) ?? [] } };
    },
    done: { key: 'pointLabels.saved' },
  },
  {
    next: [{ guard: 'isMore', target: 'printing', reenter: true, actions: 'assignNextPart' }],
    failed: { type: 'assignPrintFailure', params: ({ event }: { event: { error: unknown } }) => event },
  },
);

export const pointLabelsMachine = labels.createMachine({
  id: 'pointLabels',
  context: ({ input }) => ({
    query: input.query,
    serialNumber: input.serialNumber,
    roles: input.user?.roles ?? [],
    floors: [],
    site: '',
    origin: '',
    mayPrint: false,
    mapId: '',
    ticked: [],
    keyword: '',
    attribute: '',
    sheet: { format: 'pdf', paper: 'A4', size: 'medium' },
    shown: '',
    failure: null,
    printing: null,
    printFailure: null,
  }),
  type: 'parallel',
  on: {
    'map.choose': { actions: patchMap },
    'page.queryChanged': {
      actions: assign(({ context, event }) => ({
        ...take(context, context, event.query),
        keyword: '',
        attribute: '' as const,
      })),
    },
    'points.search': { actions: assign({ keyword: ({ event }) => event.keyword }) },
    'points.filter': { actions: assign({ attribute: ({ event }) => event.attribute }) },
    'point.tick': {
      actions: assign(({ context: { ticked }, event: { areaId } }) => ({
        ticked: ticked.includes(areaId) ? ticked.filter((one) => one !== areaId) : [...ticked, areaId],
        shown: areaId,
      })),
    },
    'points.tick': {
      actions: assign(({ context: { ticked }, event: { ids, on } }) => {
        const named = new Set(ids);
        const others = ticked.filter((one) => !named.has(one));
        return { ticked: on ? [...others, ...ids] : others };
      }),
    },
    'point.show': { actions: assign({ shown: ({ event }) => event.areaId }) },
    'sheet.choose': { actions: assign({ sheet: ({ context: { sheet }, event }) => ({ ...sheet, ...event.change }) }) },
  },
  states: {
    list: {
      initial: 'loading',
      on: {
        'page.robotChanged': {
          target: '.loading',
          actions: assign({ serialNumber: ({ event }) => event.serialNumber, ticked: [], floors: [], shown: '' }),
        },
        'page.languageChanged': '.loading',
        'page.resumed': '.loading',
        'page.mapChanged': '.loading',
        'points.reload': '.loading',
      },
      states: {
        loading: {
          tags: 'loading',
          always: { guard: ({ context }) => context.serialNumber === '', target: 'none' },
          invoke: {
            src: 'loadPoints',
            input: ({ context: { serialNumber, roles } }) => ({ serialNumber, roles }),
            onDone: [
              { guard: { type: 'mayNotPrint', params: ({ event }) => event.output }, target: 'forbidden' },
              { target: 'ready', actions: assign(({ context, event }) => take(context, event.output)) },
            ],
            onError: [
              { guard: { type: 'isForbidden', params: ({ event }) => event }, target: 'forbidden' },
              { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
        },
        none: {},
        ready: {},
        forbidden: {},
        failed: {},
      },
    },
    action: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ printing: null }),
          on: {
            'labels.print': {
              guard: 'canPrint',
              target: 'printing',
              // In list order, regardless of the order of selection.
              actions: assign(({ context: { floors, mapId, ticked } }) => {
                const on = new Set(ticked);
                return {
                  printFailure: null,
                  printing: {
                    ids: (floors.find((floor) => floor.mapId === mapId)?.points ?? []).flatMap(({ areaId }) =>
                      on.has(areaId) ? areaId : [],
                    ),
                    done: 0,
                  },
                };
              }),
            },
          },
        },
        printing: {
          ...printing,
          on: { 'labels.cancel': 'idle' },
        },
      },
    },
  },
});
