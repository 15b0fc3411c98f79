/**
 * The map after each save: a list, a version that is viewed and compared with the current map, and restoring it as a
 * new save.
 *
 *   listing ──▶ listed ──look──▶ looking ──▶ looked ──restore──▶ asking ──yes──▶ restoring ──▶ (the map is reloaded)
 */
import { assign } from 'xstate';
import { questionWith } from '../factories/confirm.machine.ts';
import { lookedAt, restoreInput, undo } from './mapEditor.actions.ts';
import { draft, mapEditor, VERSIONS_PER_PAGE } from './mapEditor.setup.ts';

export const versions = mapEditor.createStateConfig({
  initial: 'listing',
  entry: assign({ versions: [], versionsTotal: 0, looked: null, failure: null }),
  exit: assign({ looked: null, failure: null }),
  on: {
    'versions.close': '#mapEditor.editing.draft.drafting',
    'tool.pick': '#mapEditor.editing.draft.drafting',
    'history.undo': {
      target: '#mapEditor.editing.draft.drafting',
      actions: [undo, draft.keep],
    },
  },
  states: {
    listing: {
      tags: 'waiting',
      invoke: {
        src: 'loadVersions',
        input: ({ context: { mapId, versions: rows } }) => ({
          mapId,
          page: Math.floor(rows.length / VERSIONS_PER_PAGE) + 1,
          limit: VERSIONS_PER_PAGE,
        }),
        onDone: {
          target: 'fetched',
          actions: assign(({ context, event }) => ({
            versions: [...context.versions, ...event.output.rows],
            versionsTotal: event.output.total,
          })),
        },
        onError: { target: 'listed', actions: draft.assignFailure },
      },
    },
    /** A version was requested before the list was loaded. */
    fetched: {
      always: [
        { guard: ({ context }) => context.wanted > 0 && context.looked === null, target: 'looking' },
        { guard: ({ context }) => context.looked !== null, target: 'looked' },
        'listed',
      ],
    },
    listed: {
      on: {
        'versions.more': { target: 'listing', actions: assign({ failure: null }) },
        'version.look': {
          target: 'looking',
          actions: assign({ wanted: ({ event }) => event.revision, failure: null }),
        },
      },
    },
    looking: {
      tags: 'waiting',
      invoke: {
        src: 'loadVersion',
        input: ({ context: { mapId, wanted } }) => ({ mapId, revision: wanted }),
        onDone: { target: 'looked', actions: assign(({ event }) => lookedAt(event.output)) },
        onError: {
          target: 'listed',
          actions: [assign({ looked: null }), draft.assignFailure],
        },
      },
    },
    looked: {
      on: {
        'versions.more': { target: 'listing', actions: assign({ failure: null }) },
        'version.look': {
          target: 'looking',
          actions: assign({ wanted: ({ event }) => event.revision, failure: null }),
        },
        'version.restore': { guard: 'isUnchanged', target: 'asking' },
      },
    },
    asking: draft.asking(
      ({ wanted }) =>
        questionWith(
          [
            wanted === 0 ? 'mapEditor.restore.titleOriginal' : 'mapEditor.restore.title',
            'mapEditor.restore.text',
            'shared.restore',
          ],
          { revision: wanted },
          false,
        ),
      { target: 'restoring' },
      'looked',
    ),
    restoring: {
      tags: 'saving',
      invoke: {
        src: 'restoreVersion',
        input: restoreInput,
        onDone: [
          {
            guard: ({ event }) => event.output.result === 'saved',
            target: '#mapEditor.editing.draft.refreshing',
            actions: [
              'assignAnswered',
              {
                type: 'notifyDone',
                params: ({ context: { wanted } }) => ({
                  key: wanted === 0 ? ('mapEditor.restoredOriginal' as const) : ('mapEditor.restored' as const),
                  params: { revision: wanted },
                }),
              },
            ],
          },
          {
            target: 'refused',
            actions: [
              'assignAnswered',
              assign(({ event: { output } }) => ({
                uses: output.result === 'inUse' ? output.uses : [],
                faults: output.result === 'faulty' ? output.faults : [],
              })),
            ],
          },
        ],
        onError: { target: 'looked', actions: draft.notifyFailure },
      },
    },
    /** Another user saved in the meantime, or a point that would be deleted is in use: the message says which. */
    refused: {
      on: {
        'versions.more': { target: 'listing', actions: assign({ failure: null }) },
        'version.look': {
          target: 'looking',
          actions: assign({ wanted: ({ event }) => event.revision, failure: null, uses: [], faults: [] }),
        },
      },
    },
  },
});
