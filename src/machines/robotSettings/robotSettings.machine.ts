/**
 * Settings of the current robot. Nothing is shown as set before the robot reports it. Parallel regions:
 *
 *   list: looking ──▶ loading ⇄ shown (every POLL_MS, only while the page is visible)     none: there is no robot
 *                        └──no answer──▶ lost ──▶ loading
 *   save: idle ──setting.set──▶ settling ──quiet──▶ saving ──▶ idle | settling (more was set meanwhile)
 *            settling ──policy needed──▶ asking ──policy.accept──▶ saving     asking ──policy.decline──▶ idle
 *            saving ──changed by somebody else──▶ conflicting ──conflict.save──▶ saving | conflict.drop ──▶ idle
 *   act:  idle ──learning.keep | learning.forget | robot.rename──▶ acting ──▶ idle
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type { LearningRecord } from '../../../contract/entities/learningRecord.ts';
import type {
  RobotSettingName,
  RobotSettings,
  SettingValue,
  SettingValues,
} from '../../../contract/entities/robotSettings.ts';
import {
  faultsOfSettings,
  PRIVACY_POLICY_VERSION,
  ROBOT_SETTING_NAMES,
  type SettingFault,
} from '../../../contract/rules/robotSettings.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { errorNotice, type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';

export const POLL_MS = 2_000;
const LOST_RETRY_MS = 3_000;
export const SETTLE_MS = 300;

export interface SettingsPageData {
  settings: RobotSettings;
  learning: readonly LearningRecord[];
}
export interface SaveRequest {
  serialNumber: string;
  values: SettingValues;
  version: number;
  acceptsPolicy: boolean;
}
export type SettingsAct =
  | { what: 'keep' | 'forget'; serialNumber: string; learningId: string }
  | { what: 'rename'; serialNumber: string; name: string };

export interface RobotSettingsContext {
  serialNumber: string;
  data: SettingsPageData | null;
  failure: Failure | null;
  /** Values that are not saved yet. */
  pending: SettingValues;
  /** Values that are being saved. */
  sending: SettingValues;
  /** Version of the last save; the base of the next one. */
  version: number;
  acceptsPolicy: boolean;
  saveFailure: Failure | null;
  /** What undoing the last save would set. */
  undo: SettingValues | null;
  /** Texts that are being typed, and the name of the robot. */
  typed: Readonly<Partial<Record<RobotSettingName | 'robotName', string>>>;
  task: SettingsAct | null;
}
export type RobotSettingsEvent =
  | PageEvent
  | { type: 'settings.retry' }
  | { type: 'setting.set'; name: RobotSettingName; value: SettingValue }
  | { type: 'setting.undo' }
  | { type: 'text.type'; name: RobotSettingName | 'robotName'; text: string }
  | { type: 'text.save' }
  | { type: 'text.drop' }
  | { type: 'policy.accept' }
  | { type: 'policy.decline' }
  | { type: 'conflict.save' }
  | { type: 'conflict.drop' }
  | { type: 'learning.keep'; learningId: string }
  | { type: 'learning.forget'; learningId: string };

/** The values in force: what was set last, else what the robot reports. */
export function valuesInForce({ settings }: Pick<RobotSettings, 'settings'>): SettingValues {
  const values: SettingValues = {};
  for (const { name, wanted, reported } of settings) {
    const value = wanted?.value ?? reported?.value;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

export const faultsIn = ({
  data,
  pending,
  typed,
}: Pick<RobotSettingsContext, 'data' | 'pending' | 'typed'>): Partial<Record<RobotSettingName, SettingFault>> =>
  faultsOfSettings({ ...pending, ...textsIn(typed) }, data ? valuesInForce(data.settings) : {});

function textsIn({ robotName: _, ...texts }: RobotSettingsContext['typed']): SettingValues {
  return texts;
}

const robotIn = (query: Readonly<Record<string, string>>, current: string): string => query['serialNumber'] || current;
const pick = (values: SettingValues, names: readonly string[]): SettingValues =>
  Object.fromEntries(
    ROBOT_SETTING_NAMES.flatMap((name) => (names.includes(name) && name in values ? [[name, values[name]]] : [])),
  );

const machine = setup({
  types: {
    context: {} as RobotSettingsContext,
    input: {} as PageInput,
    events: {} as RobotSettingsEvent,
    tags: {} as 'waiting' | 'saving' | 'acting' | 'lost' | 'unsaved',
  },
  actors: {
    /** Waits until the page is visible. */
    loadSettings: promiseEffect<SettingsPageData, { serialNumber: string }>('loadSettings'),
    saveSettings: promiseEffect<{ version: number }, SaveRequest>('saveSettings'),
    carryOut: promiseEffect<unknown, SettingsAct>('carryOut'),
  },
  actions: {
    assignData: assign(({ context }, { data }: { data: SettingsPageData }) => ({
      data,
      failure: null,
      // A save of another person becomes the base only once this page shows it, and while nothing of ours is pending.
      version: Object.keys(context.pending).length > 0 ? context.version : data.settings.version,
    })),
    assignPending: assign(({ context }, { values }: { values: SettingValues }) => ({
      pending: { ...context.pending, ...values },
      saveFailure: null,
    })),
    assignSending: assign(({ context }) => ({
      sending: context.pending,
      pending: {},
      undo: context.data ? pick(valuesInForce(context.data.settings), Object.keys(context.pending)) : null,
    })),
    /** After a failed save the values are pending again, except for what was changed since. */
    assignUnsent: assign(({ context }, { error }: { error: unknown }) => ({
      pending: { ...context.sending, ...context.pending },
      sending: {},
      saveFailure: failureOf(error),
    })),
    clearPending: assign({ pending: {}, saveFailure: null, acceptsPolicy: false }),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({
        type: 'notice.show' as const,
        notice: errorNotice(failureOf(error)),
      }),
    ),
  },
  guards: {
    hasRobot: ({ context }) => context.serialNumber !== '',
    hasPending: ({ context }) => Object.keys(context.pending).length > 0,
    isFaulty: ({ context }) => Object.keys(faultsIn({ ...context, typed: {} })).length > 0,
    hasFaultyText: ({ context }) => Object.keys(faultsIn(context)).length > 0,
    needsPolicy: ({ context: { pending, data, acceptsPolicy } }) =>
      Number(pending.timedRefresh ?? 0) > 0 &&
      !acceptsPolicy &&
      data?.settings.policy?.version !== PRIVACY_POLICY_VERSION,
    hasUndo: ({ context }) => context.undo !== null && Object.keys(context.undo).length > 0,
    isConflict: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.settingsChanged),
    isOther: ({ context }, { serialNumber }: { serialNumber: string }) => context.serialNumber !== serialNumber,
    hasName: ({ context: { typed } }) => (typed.robotName ?? '').trim() !== '',
  },
  delays: { poll: POLL_MS, lostDelay: LOST_RETRY_MS, settle: SETTLE_MS },
});

const none = { data: null, failure: null, pending: {}, sending: {}, undo: null, typed: {}, saveFailure: null } as const;
const assignRobot = machine.assign(({ event }) => {
  assertEvent(event, 'page.robotChanged');
  return { ...none, version: 0, acceptsPolicy: false, serialNumber: event.serialNumber };
});
const act = (what: 'keep' | 'forget') =>
  machine.assign(({ context: { serialNumber }, event }) => {
    assertEvent(event, ['learning.keep', 'learning.forget']);
    return { task: { what, serialNumber, learningId: event.learningId } };
  });

type Set = { event: { name: RobotSettingName; value: SettingValue } };
const keepPending = {
  actions: { type: 'assignPending', params: ({ event }: Set) => ({ values: { [event.name]: event.value } }) },
} as const;

export const robotSettingsMachine = machine.createMachine({
  id: 'robotSettings',
  context: ({ input }) => ({
    ...none,
    serialNumber: robotIn(input.query, input.serialNumber),
    version: 0,
    acceptsPolicy: false,
    task: null,
  }),
  type: 'parallel',
  on: {
    'text.type': {
      actions: assign({ typed: ({ context, event }) => ({ ...context.typed, [event.name]: event.text }) }),
    },
    'text.drop': { actions: assign({ typed: {} }) },
  },
  states: {
    list: {
      initial: 'looking',
      on: {
        'page.robotChanged': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.looking',
          actions: assignRobot,
        },
        'page.resumed': '.looking',
        'page.languageChanged': '.looking',
        'settings.retry': '.looking',
      },
      states: {
        looking: { always: [{ guard: 'hasRobot', target: 'loading' }, 'none'] },
        none: {},
        loading: {
          tags: 'waiting',
          invoke: {
            src: 'loadSettings',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: {
              target: 'shown',
              actions: { type: 'assignData', params: ({ event }) => ({ data: event.output }) },
            },
            onError: { target: 'lost', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: { after: { poll: 'loading' } },
        lost: { tags: 'lost', after: { lostDelay: 'loading' } },
      },
    },
    save: {
      initial: 'idle',
      on: {
        'page.robotChanged': { guard: { type: 'isOther', params: ({ event }) => event }, target: '.idle' },
        'setting.set': {
          target: '.settling',
          actions: {
            type: 'assignPending',
            params: ({ event }) => ({ values: { [event.name]: event.value } }),
          },
        },
        'setting.undo': {
          guard: 'hasUndo',
          target: '.settling',
          actions: { type: 'assignPending', params: ({ context }) => ({ values: context.undo ?? {} }) },
        },
        'text.save': [
          { guard: 'hasFaultyText' },
          {
            target: '.settling',
            actions: [
              { type: 'assignPending', params: ({ context }) => ({ values: textsIn(context.typed) }) },
              assign({
                typed: ({ context: { typed } }) =>
                  typed.robotName === undefined ? {} : { robotName: typed.robotName },
              }),
            ],
          },
        ],
      },
      states: {
        idle: {},
        settling: {
          tags: 'unsaved',
          after: {
            settle: [
              { guard: 'isFaulty', target: 'faulty' },
              { guard: 'needsPolicy', target: 'asking' },
              { guard: 'hasPending', target: 'saving' },
              { target: 'idle' },
            ],
          },
        },
        /** The errors are beside the settings; another value tries again. */
        faulty: { tags: 'unsaved', on: { 'text.drop': { target: 'idle', actions: 'clearPending' } } },
        asking: {
          on: {
            'policy.accept': { target: 'saving', actions: assign({ acceptsPolicy: true }) },
            'policy.decline': { target: 'idle', actions: 'clearPending' },
          },
        },
        saving: {
          tags: ['saving', 'unsaved'],
          entry: 'assignSending',
          on: {
            // Saved after the present request.
            'setting.set': keepPending,
            'setting.undo': {},
            'text.save': {},
          },
          invoke: {
            src: 'saveSettings',
            input: ({ context: { serialNumber, sending, version, acceptsPolicy } }) => ({
              serialNumber,
              values: sending,
              version,
              acceptsPolicy,
            }),
            onDone: {
              target: 'settling',
              actions: [
                assign({ sending: {}, acceptsPolicy: false, version: ({ event }) => event.output.version }),
                raise({ type: 'settings.retry' }),
              ],
            },
            onError: [
              {
                guard: { type: 'isConflict', params: ({ event }) => ({ error: event.error }) },
                target: 'conflicting',
                actions: [
                  { type: 'assignUnsent', params: ({ event }) => ({ error: event.error }) },
                  raise({ type: 'settings.retry' }),
                ],
              },
              {
                target: 'failed',
                actions: [
                  { type: 'assignUnsent', params: ({ event }) => ({ error: event.error }) },
                  { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
                ],
              },
            ],
          },
        },
        failed: {
          tags: 'unsaved',
          on: {
            'conflict.save': 'settling',
            'conflict.drop': { target: 'idle', actions: 'clearPending' },
          },
        },
        conflicting: {
          tags: 'unsaved',
          on: {
            'setting.set': keepPending,
            'conflict.save': {
              target: 'settling',
              actions: assign({
                saveFailure: null,
                version: ({ context }) => context.data?.settings.version ?? context.version,
              }),
            },
            'conflict.drop': { target: 'idle', actions: 'clearPending' },
          },
        },
      },
    },
    act: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'learning.keep': { target: 'acting', actions: act('keep') },
            'learning.forget': { target: 'acting', actions: act('forget') },
            'text.save': {
              guard: 'hasName',
              target: 'acting',
              actions: assign({
                task: ({ context: { serialNumber, typed } }) => ({
                  what: 'rename' as const,
                  serialNumber,
                  name: (typed.robotName ?? '').trim(),
                }),
              }),
            },
          },
        },
        acting: {
          tags: 'acting',
          invoke: {
            src: 'carryOut',
            input: ({ context }) => context.task as SettingsAct, // set on the way here
            onDone: {
              target: 'idle',
              actions: [
                assign({
                  typed: ({ context: { task, typed } }) => {
                    const { robotName, ...texts } = typed;
                    return task?.what === 'rename' || robotName === undefined ? texts : typed;
                  },
                  task: null,
                }),
                raise({ type: 'settings.retry' }),
              ],
            },
            onError: {
              target: 'idle',
              actions: [
                assign({ task: null }),
                { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
              ],
            },
          },
        },
      },
    },
  },
});
