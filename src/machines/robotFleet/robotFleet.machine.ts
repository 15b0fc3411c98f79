/**
 * All robots of the installation, for account administrators. Beside the list (machines/factories/pagedList.ts), the
 * editor and the confirmed actions (recordDialog.ts):
 *
 *   polling:    resting ⇄ asking            the rows stay live: a robot turns `connected` by itself
 *   detail:     closed ⇄ open (one robot)
 *   check:      idle ──serial.typed──▶ typing ──▶ checking ──▶ idle      names the robot that has the number
 *   belongings: idle ──record.edit (move)──▶ loading ──▶ idle            what stays behind
 *   undo:       none ──record.edit (rename)──▶ renaming ──saved──▶ offered ──undo.take──▶ undoing ──▶ none
 *   archive:    idle ──archive.save──▶ saving ──▶ idle
 *   export: idle ──export.start──▶ exporting ──▶ idle                    every robot of the filter, as a file
 *   guard:      off ⇄ on                                               while credentials are shown, leaving asks
 */
import { assign, raise, setup } from 'xstate';
import type { FleetRobot, FleetSite, RobotLife } from '../../../contract/entities/fleetRobot.ts';
import type { NameTexts } from '../../../contract/entities/registration.ts';
import type { PageInput } from '../app/events.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { failureOf } from '../failure.ts';
import { type QuestionTexts, questionWith } from '../factories/confirm.machine.ts';
import { type ExportEvent, exportRegion } from '../factories/longJob.ts';
import type { DoneNotice } from '../factories/noticeActions.ts';
import { type DialogChildren, noDialog, recordDialog } from '../factories/recordDialog.ts';
import { revealGuard, type RevealChildren } from '../factories/revealGuard.ts';
import { listOf, type ListResult, pagedList } from '../factories/pagedList.ts';
import type { RecordContext, RecordEvent, RecordTag } from '../factories/recordPage.ts';
import { robotFleetQuery, robotFleetRequest, type RobotFleetRequest } from './robotFleetQuery.ts';
import { type RevealedCredentials, type RobotFields, robotFormMachine } from './robotForm.machine.ts';

/** Interval at which the rows are read again, ms. */
export const FLEET_POLL_MS = 5_000;
/** Pause in typing a serial number before it is checked, ms. */
export const SERIAL_CHECK_MS = 300;
/** How long Undo is offered after a name was changed, ms. */
export const UNDO_MS = 15_000;

export interface RobotFleetResult extends ListResult<FleetRobot> {
  serverTime: number;
  counts: Readonly<Record<RobotLife, number>>;
  sites: readonly FleetSite[];
  manufacturers: readonly string[];
}
export type RobotAct = 'renew' | 'revoke' | 'retire' | 'reinstate';
export interface RobotTask {
  act: RobotAct;
  serialNumber: string;
  name: string;
  charging: boolean;
}
export interface SerialCheck {
  typed: string;
  takenBy: { serialNumber: string; robotNickName: string; retired: boolean } | null;
}
export interface Belongings {
  maps: readonly string[];
  defaultRoute: string | null;
  routes: number;
  points: number;
  /** Scheduled tasks that are switched off. */
  tasks: number;
  deliveries: { handedOn: number; failing: number };
  obstacle: number | null;
}
export interface Renamed {
  serialNumber: string;
  before: NameTexts;
}
export type RobotFleetContext = RecordContext<RobotFleetResult, RobotFields, RobotTask, RevealedCredentials> & {
  /** The robot whose details are open. */
  opened: string | null;
  check: SerialCheck | null;
  /** Of the robot that is to be moved; null until they are loaded. */
  belongings: Belongings | null;
  renamed: Renamed | null;
  leaveTo: string;
};
export type RobotFleetEvent =
  | RecordEvent<RobotFields, RobotTask>
  | { type: 'robot.open'; serialNumber: string }
  | { type: 'robot.close' }
  | { type: 'serial.typed'; typed: string }
  | { type: 'undo.take' }
  /** Saves the archive that is shown. */
  | { type: 'archive.save' }
  | ExportEvent;

const QUESTIONS: Readonly<Record<RobotAct, QuestionTexts>> = {
  renew: ['robotFleet.ask.renew.title', 'robotFleet.ask.renew.text', 'robotFleet.act.renew'],
  revoke: ['robotFleet.ask.revoke.title', 'robotFleet.ask.revoke.text', 'robotFleet.act.revoke'],
  retire: ['robotFleet.ask.retire.title', 'robotFleet.ask.retire.text', 'robotFleet.ask.retire.yes'],
  reinstate: ['robotFleet.ask.reinstate.title', 'robotFleet.ask.reinstate.text', 'robotFleet.ask.reinstate.yes'],
};
const DESTRUCTIVE: readonly RobotAct[] = ['renew', 'revoke', 'retire'];
const DONE = { retire: 'robotFleet.done.retired', revoke: 'robotFleet.done.revoked' } as const;
const SAVED = {
  register: 'robotFleet.done.registered',
  batch: 'robotFleet.done.registered',
  rename: 'robotFleet.done.renamed',
  edit: 'robotFleet.done.changed',
  move: 'robotFleet.done.moved',
  // Never said: the code is shown instead.
  claim: 'robotFleet.done.changed',
} as const;
const nameOf = ({ nameEn, nameZh, serialNumber }: RobotFields): string => nameEn || nameZh || serialNumber;
const savedNotice = (fields: RobotFields): DoneNotice => ({
  key: SAVED[fields.mode],
  params: { name: nameOf(fields) },
});

const list = pagedList<RobotFleetResult, RobotFleetRequest, RobotFleetEvent, RobotFleetContext>({
  requestOf: robotFleetRequest,
  typed: robotFleetQuery.typed,
});
const dialog = recordDialog<RobotFields, RobotTask, RevealedCredentials, RobotFleetEvent, RobotFleetContext>({
  form: robotFormMachine,
  savedOf: savedNotice,
  questionOf: ({ act, name }) => questionWith(QUESTIONS[act], { name }, DESTRUCTIVE.includes(act)),
  // The others show something once.
  doneOf: ({ act, name }) => ({ key: act === 'revoke' ? DONE.revoke : DONE.retire, params: { name } }),
});

const reveal = revealGuard<RobotFleetEvent, RobotFleetContext>();

const robotFleet = setup({
  types: {
    context: {} as RobotFleetContext,
    input: {} as PageInput,
    events: {} as RobotFleetEvent,
    tags: {} as RecordTag | 'unsaved' | 'checking' | 'undoable' | 'exporting',
    children: {} as DialogChildren & RevealChildren,
  },
  actors: {
    ...list.actors,
    ...dialog.actors,
    ...reveal.actors,
    checkSerial: promiseEffect<SerialCheck, { typed: string }>('checkSerial'),
    loadBelongings: promiseEffect<Belongings, { serialNumber: string }>('loadBelongings'),
    undoRename: promiseEffect<unknown, Renamed>('undoRename'),
    guardTab: callbackEffect('guardTab'),
    /** Downloads the file. */
    exportFleet: promiseEffect<void, RobotFleetRequest>('exportFleet'),
    saveFile: promiseEffect<void, { fileName: string; zip: string }>('saveFile'),
  },
  guards: {
    ...list.guards,
    ...dialog.guards,
    ...reveal.guards,
    isArchive: ({ context }: { context: RobotFleetContext }) => context.shown?.what === 'batch',
  },
  actions: { ...list.actions, ...dialog.actions, ...reveal.actions },
  delays: { ...list.delays, poll: FLEET_POLL_MS, serialPause: SERIAL_CHECK_MS, undoOffered: UNDO_MS },
});

export const robotFleetMachine = robotFleet.createMachine({
  id: 'robotFleet',
  context: ({ input }) => ({
    ...listOf(input.query),
    ...noDialog,
    serverTime: 0,
    counts: { neverConnected: 0, notBound: 0, bound: 0, retired: 0 },
    sites: [],
    manufacturers: [],
    opened: null,
    check: null,
    belongings: null,
    renamed: null,
    leaveTo: '',
  }),
  type: 'parallel',
  states: {
    list: list.region,
    dialog: dialog.region,
    polling: {
      initial: 'resting',
      on: { 'page.queryChanged': '.resting', 'list.reload': '.resting' },
      states: {
        resting: { after: { poll: 'asking' } },
        asking: {
          invoke: {
            src: 'loadList',
            input: ({ context }) => robotFleetRequest(context.query),
            onDone: {
              target: 'resting',
              actions: { type: 'assignFound', params: ({ event }) => ({ found: event.output }) },
            },
            // The list stays; its ages show that it is not fresh.
            onError: 'resting',
          },
        },
      },
    },
    detail: {
      initial: 'closed',
      states: {
        closed: {},
        open: { exit: assign({ opened: null }), on: { 'robot.close': 'closed' } },
      },
      on: {
        'robot.open': { target: '.open', actions: assign({ opened: ({ event }) => event.serialNumber }) },
      },
    },
    check: {
      initial: 'idle',
      on: {
        'serial.typed': [
          {
            guard: ({ event }) => event.typed.trim() !== '',
            target: '.typing',
            actions: assign({ check: ({ event }) => ({ typed: event.typed.trim(), takenBy: null }) }),
          },
          { target: '.idle', actions: assign({ check: null }) },
        ],
        'record.edit': { target: '.idle', actions: assign({ check: null }) },
      },
      states: {
        idle: {},
        typing: { tags: 'checking', after: { serialPause: 'checking' } },
        checking: {
          tags: 'checking',
          invoke: {
            src: 'checkSerial',
            input: ({ context }) => ({ typed: context.check?.typed ?? '' }),
            onDone: { target: 'idle', actions: assign({ check: ({ event }) => event.output }) },
            // Registration checks it again.
            onError: 'idle',
          },
        },
      },
    },
    belongings: {
      initial: 'idle',
      on: {
        'record.edit': [
          {
            guard: ({ event }) => event.fields.mode === 'move',
            target: '.loading',
            actions: assign({ belongings: null }),
          },
          { target: '.idle' },
        ],
      },
      states: {
        idle: {},
        loading: {
          on: { 'dialog.close': 'idle' },
          invoke: {
            src: 'loadBelongings',
            input: ({ context }) => ({ serialNumber: context.fields?.serialNumber ?? '' }),
            onDone: { target: 'idle', actions: assign({ belongings: ({ event }) => event.output }) },
            // Moving answers with the reason.
            onError: 'idle',
          },
        },
      },
    },
    undo: {
      initial: 'none',
      on: {
        'record.edit': {
          guard: ({ event }) => event.fields.mode === 'rename',
          target: '.renaming',
          actions: assign({
            renamed: ({ event: { fields } }) => ({ serialNumber: fields.serialNumber, before: fields.before }),
          }),
        },
      },
      states: {
        none: { entry: assign({ renamed: null }) },
        // The list is loaded again once the name is saved, and cannot be loaded otherwise while the dialog is open.
        renaming: { on: { 'dialog.close': 'none', 'list.reload': 'offered' } },
        offered: { tags: 'undoable', after: { undoOffered: 'none' }, on: { 'undo.take': 'undoing' } },
        undoing: {
          invoke: {
            src: 'undoRename',
            // Set in `offered`.
            input: ({ context }) => context.renamed as Renamed,
            onDone: { target: 'none', actions: raise({ type: 'list.reload' }) },
            onError: {
              target: 'none',
              actions: {
                type: 'notifyFailed',
                params: ({ event }) => ({ failure: failureOf(event.error) }),
              },
            },
          },
        },
      },
    },
    archive: {
      initial: 'idle',
      states: {
        idle: { on: { 'archive.save': { guard: 'isArchive', target: 'saving' } } },
        saving: {
          invoke: {
            src: 'saveFile',
            input: ({ context: { shown } }) => (shown?.what === 'batch' ? shown : { fileName: '', zip: '' }),
            onDone: 'idle',
            onError: {
              target: 'idle',
              actions: { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
      },
    },
    export: exportRegion({
      src: 'exportFleet',
      inputOf: ({ query }: RobotFleetContext) => robotFleetRequest(query),
      done: { key: 'robotFleet.exported' },
    }),
    guard: reveal.region,
  },
});
