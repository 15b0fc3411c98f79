/**
 * The maps of a site (spec 2, "map edit"): reordered, renamed, imported, exported, and deleted after a confirmation
 * that lists what is deleted with the map.
 *
 *   list:  loading ──▶ ready | failed ;  another site, page.resumed ──▶ loading
 *   action: recalling ──▶ idle | editing | importing (what was typed before a forced sign-out, keptDialog.ts)
 *           idle ──map.edit──▶ editing ──edit.save──▶ working
 *            ├──map.move, map.makeDefault──────────────▶ working ──▶ idle
 *            ├──map.export──▶ exporting ──▶ idle
 *            ├──map.import──▶ importing (the child `mapImport`) ──▶ idle
 *            ├──map.importScan──▶ importing, with the file that a robot has made
 *            ├──map.importPoints──▶ bringing (the child `lifImport`) ──▶ idle
 *            └──map.delete──▶ weighing ──▶ asking ──delete.yes──▶ working
 */
import { assertEvent, assign, raise } from 'xstate';
import { systemActor } from '../app/events.ts';
import { longJob } from '../factories/longJob.ts';
import { failureOf } from '../failure.ts';
import { keptEdit, maps, type MapsContext, NO_FIELDS } from './maps.setup.ts';

const choose = maps.assign(({ context: { robots }, event }) => {
  assertEvent(event, ['map.edit', 'map.delete', 'map.import', 'map.export', 'map.importPoints']);
  const { map } = event;
  if (!map) return { chosen: null };
  const names = robots.flatMap(({ serialNumber, mapNames }) =>
    mapNames.filter(({ mapId }) => mapId === map.id).map(({ name }) => [serialNumber, name] as const),
  );
  return {
    chosen: map,
    belongings: null,
    editFailure: null,
    fields: { name: map.name, floor: map.floor, robotNames: Object.fromEntries(names) },
  };
});
const patchSite = maps.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ event }) => {
    assertEvent(event, 'site.choose');
    return { type: 'navigation.query', query: { site: event.siteId }, push: true };
  },
);
/** The list shows the new order immediately. */
const move = maps.assign(({ context: { floors, siteId }, event }) => {
  assertEvent(event, 'map.move');
  const map = floors.find(({ id }) => id === event.mapId);
  if (!map) return {};
  const rest = floors.filter(({ id }) => id !== event.mapId);
  const next = [...rest.slice(0, event.to), map, ...rest.slice(event.to)];
  return { floors: next, doing: { act: 'order' as const, siteId, order: next.map(({ id }) => id) } };
});

const assignDefault = maps.assign(({ event }) => {
  assertEvent(event, 'map.makeDefault');
  return { doing: { act: 'makeDefault' as const, map: event.map } };
});
const chooseScan = maps.assign(({ event }) => {
  assertEvent(event, 'map.importScan');
  return { chosen: null, scanFileId: event.fileId };
});
const assignFormat = maps.assign(({ event }) => {
  assertEvent(event, 'map.export');
  return { format: event.format };
});
const keepEdit = {
  type: 'keepDialog',
  params: ({ context: { chosen, fields } }: { context: MapsContext }) => ({ kept: chosen && { map: chosen, fields } }),
} as const;

const exporting = longJob({
  src: 'exportMap',
  tags: ['working', 'exporting'],
  inputOf: ({ chosen, format }: MapsContext) => ({ mapId: chosen?.id ?? '', format }),
});

const idleEvents = {
  'map.edit': { target: 'editing', actions: choose },
  'map.makeDefault': {
    target: 'working',
    actions: assignDefault,
  },
  'map.move': { target: 'working', actions: move },
  'map.export': { target: 'exporting', actions: [choose, assignFormat] },
  'map.import': { target: 'importing', actions: choose },
  'map.importScan': { target: 'importing', actions: chooseScan },
  'map.importPoints': { target: 'bringing', actions: choose },
  'map.delete': { target: 'weighing', actions: choose },
} as const;

export const mapsMachine = maps.createMachine({
  id: 'maps',
  context: ({ input }) => ({
    query: input.query,
    serialNumber: input.serialNumber,
    isAdmin: input.user?.roles.includes('admin') ?? false,
    siteId: '',
    sites: [],
    floors: [],
    robots: [],
    plans: [],
    failure: null,
    chosen: null,
    fields: NO_FIELDS,
    belongings: null,
    doing: null,
    editFailure: null,
    format: 'ros',
    imported: null,
    scanFileId: null,
  }),
  type: 'parallel',
  on: { 'site.choose': { actions: patchSite } },
  states: {
    /** Floors that account administrators draw: a child with its own list and dialog. */
    drawings: {
      on: {
        'page.languageChanged': { actions: 'reloadDrawings' },
        'page.resumed': { actions: 'reloadDrawings' },
        'page.mapChanged': { actions: 'reloadDrawings' },
        'maps.reload': { actions: 'reloadDrawings' },
      },
      invoke: {
        src: 'drawnFloors',
        id: 'drawnFloors',
        input: ({ context: { isAdmin } }) => ({ isAdmin }),
      },
    },
    /** Floors that robots map: a child with its own list and dialog. */
    scans: { invoke: { src: 'mapScans', id: 'mapScans' } },
    list: {
      initial: 'loading',
      on: {
        'page.queryChanged': {
          guard: { type: 'isOtherSite', params: ({ event }) => event },
          target: '.loading',
          actions: assign({ query: ({ event }) => event.query }),
        },
        'page.robotChanged': {
          target: '.loading',
          actions: assign({ serialNumber: ({ event }) => event.serialNumber }),
        },
        'page.languageChanged': '.loading',
        'page.resumed': '.loading',
        'page.mapChanged': '.loading',
        'maps.reload': '.loading',
      },
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadMaps',
            input: ({ context: { query, serialNumber } }) => ({ siteId: query['site'] ?? '', serialNumber }),
            onDone: {
              target: 'ready',
              actions: [
                assign(({ event: { output } }) => ({ ...output, failure: null })),
                { type: 'loadScans', params: ({ event }) => event.output },
              ],
            },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        ready: {},
        failed: {},
      },
    },
    action: {
      initial: 'recalling',
      states: {
        recalling: keptEdit.recalling(idleEvents, {
          open: 'reopening',
          assignRecalled: 'assignRecalled',
          idle: 'idle',
        }),
        reopening: { always: [{ guard: 'isImportRecalled', target: 'importing' }, 'editing'] },
        idle: {
          entry: assign({
            chosen: null,
            doing: null,
            belongings: null,
            editFailure: null,
            imported: null,
            scanFileId: null,
          }),
          on: idleEvents,
        },
        editing: {
          tags: 'editing',
          on: {
            'edit.type': {
              actions: [
                assign(({ context: { fields }, event }) => ({
                  fields: { ...fields, ...event.change },
                  editFailure: null,
                })),
                keepEdit,
              ],
            },
            'edit.save': {
              guard: 'isNamed',
              target: 'working',
              actions: assign({
                doing: ({ context: { chosen, fields } }) => chosen && { act: 'change', map: chosen, fields },
              }),
            },
            'edit.close': { target: 'idle', actions: keptEdit.forget },
          },
        },
        weighing: {
          tags: 'working',
          invoke: {
            src: 'loadBelongings',
            input: ({ context: { chosen } }) => ({ mapId: chosen?.id ?? '' }),
            onDone: { target: 'asking', actions: assign({ belongings: ({ event }) => event.output }) },
            onError: {
              target: 'idle',
              actions: { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
        asking: {
          tags: 'asking',
          on: {
            'delete.yes': {
              target: 'working',
              actions: assign({ doing: ({ context: { chosen } }) => chosen && { act: 'delete', map: chosen } }),
            },
            'delete.no': 'idle',
          },
        },
        working: {
          tags: 'working',
          invoke: {
            src: 'carryOut',
            input: ({ context: { doing } }) => ({ doing }),
            onDone: { target: 'idle', actions: ['notifyDone', keptEdit.forget, raise({ type: 'maps.reload' })] },
            onError: [
              {
                guard: 'isEditing',
                target: 'editing',
                actions: assign({ editFailure: ({ event }) => failureOf(event.error) }),
              },
              {
                target: 'idle',
                actions: [
                  { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                  raise({ type: 'maps.reload' }),
                ],
              },
            ],
          },
        },
        exporting,
        bringing: {
          tags: 'importing',
          invoke: {
            src: 'lifImport',
            id: 'lifImport',
            input: ({ context: { chosen, robots, serialNumber } }) => {
              if (!chosen) throw new Error('no map is chosen');
              return {
                map: chosen,
                serialNumber:
                  robots.find((robot) => robot.serialNumber === serialNumber)?.serialNumber ??
                  robots[0]?.serialNumber ??
                  '',
              };
            },
            onDone: [
              {
                guard: { type: 'hasSummary', params: ({ event }) => event.output },
                target: 'idle',
                actions: [
                  { type: 'notifyPoints', params: ({ event }) => event.output },
                  raise({ type: 'maps.reload' }),
                ],
              },
              'idle',
            ],
          },
        },
        importing: {
          tags: 'importing',
          invoke: {
            src: 'mapImport',
            id: 'mapImport',
            // A recalled import may come before the list.
            input: ({ context: { siteId, chosen, imported, scanFileId } }) => ({
              siteId: imported?.siteId ?? siteId,
              replaced: chosen,
              fileId: scanFileId,
              kept: imported,
            }),
            onDone: [
              {
                guard: { type: 'isSaved', params: ({ event }) => event.output },
                target: 'idle',
                actions: ['notifyImported', raise({ type: 'maps.reload' })],
              },
              'idle',
            ],
          },
        },
      },
    },
  },
});
