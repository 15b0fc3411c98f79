/**
 * Copies the settings of a robot to others: the user chooses robots, sees what would change on each, and takes out what
 * should stay. The robots are saved one after the other; one that refuses does not stop the rest. Afterwards their
 * answers are shown until the copy is closed.
 *
 *   choosing ──copy.compare──▶ comparing ──▶ compared ──copy.send──▶ sending ──▶ sent ⇄ asking (every POLL_MS)
 *      ▲  └───────── no answer ───┘             │ copy.back               compared ◀──copy.compare── sent
 *      └────────────────────────────────────────┘
 */
import { assign, setup } from 'xstate';
import type { RobotSettingName, RobotSettings, SettingValues } from '../../../contract/entities/robotSettings.ts';
import {
  faultOfSetting,
  faultsOfSettings,
  PRIVACY_POLICY_VERSION,
  settingDifferences,
  type SettingDifference,
  type SettingFault,
} from '../../../contract/rules/robotSettings.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';
import { valuesInForce } from './valuesInForce.ts';

/** Robots of one copy. */
export const COPY_TARGETS_MAX = 10;
const POLL_MS = 2_000;

export interface CopyInput {
  serialNumber: string;
  /** The values in force of the robot that is copied. */
  values: SettingValues;
}
export interface CopySave {
  serialNumber: string;
  values: SettingValues;
  version: number;
  acceptsPolicy: boolean;
}
export interface LoadedTargets {
  targets: readonly RobotSettings[];
  /** Robots whose settings could not be loaded. */
  failed: readonly { serialNumber: string; failure: Failure }[];
}
export interface CopyFilter {
  siteId: string;
  robotModel: string;
}
export interface SettingsCopyContext extends CopyInput, LoadedTargets {
  chosen: readonly string[];
  /** Which robots are offered; '' for all. */
  filter: CopyFilter;
  /** The settings that each robot gets. */
  picked: Readonly<Record<string, readonly RobotSettingName[]>>;
  acceptsPolicy: boolean;
  /** Robots whose save is still to come. */
  queue: readonly string[];
  /** null: saved. */
  results: Readonly<Record<string, Failure | null>>;
  failure: Failure | null;
}
export type SettingsCopyEvent =
  | { type: 'copy.choose'; serialNumber: string }
  | { type: 'copy.filter'; filter: Partial<CopyFilter> }
  | { type: 'copy.compare' }
  | { type: 'copy.back' }
  | { type: 'copy.pick'; serialNumber: string; name: RobotSettingName }
  | { type: 'copy.pickAll'; serialNumber: string; isPicked: boolean }
  | { type: 'copy.acceptPolicy'; isAccepted: boolean }
  | { type: 'copy.send' }
  | { type: 'copy.close' };

type Copied = Pick<SettingsCopyContext, 'values' | 'picked'>;

export const differencesOf = ({ values }: Pick<Copied, 'values'>, target: RobotSettings): SettingDifference[] =>
  settingDifferences(
    values,
    valuesInForce(target),
    target.settings.map(({ name }) => name),
  );
/** Why a value is not copied to any robot: for example a text that was stored before its limit became lower. */
export const sourceFault = ({ values }: Pick<Copied, 'values'>, name: RobotSettingName): SettingFault | null =>
  values[name] === undefined ? null : faultOfSetting(name, values[name]);
/** What differs and can be copied. */
export const copyableNames = (context: Pick<Copied, 'values'>, target: RobotSettings): RobotSettingName[] =>
  differencesOf(context, target).flatMap(({ name, state }) =>
    state === 'differs' && sourceFault(context, name) === null ? [name] : [],
  );
/** The values that a robot gets. */
export const changesOf = ({ values, picked }: Copied, { serialNumber }: Pick<RobotSettings, 'serialNumber'>) =>
  Object.fromEntries(
    (picked[serialNumber] ?? []).flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  ) as SettingValues; // the values of these names
/** What a robot would refuse, together with the values that it keeps. */
export const copyFaults = (context: Copied, target: RobotSettings): Partial<Record<RobotSettingName, SettingFault>> =>
  faultsOfSettings(changesOf(context, target), valuesInForce(target));
/** Whether still pictures would be switched on at a robot where nobody accepted the current privacy policy. */
export const copyNeedsPolicy = (context: Copied & Pick<SettingsCopyContext, 'targets'>): boolean =>
  context.targets.some(
    (target) =>
      Number(changesOf(context, target).timedRefresh ?? 0) > 0 && target.policy?.version !== PRIVACY_POLICY_VERSION,
  );
export const changeCount = (context: Copied, target: RobotSettings): number =>
  Object.keys(changesOf(context, target)).length;

const machine = setup({
  types: {
    context: {} as SettingsCopyContext,
    input: {} as CopyInput,
    events: {} as SettingsCopyEvent,
    tags: {} as 'busy' | 'table' | 'sent',
  },
  actors: {
    loadTargets: promiseEffect<LoadedTargets, { serialNumbers: readonly string[] }>('loadTargets'),
    saveTarget: promiseEffect<{ version: number }, CopySave>('saveTarget'),
  },
  actions: {
    assignResult: assign(({ context: { queue, results } }, { failure }: { failure: Failure | null }) => {
      const [serialNumber = '', ...rest] = queue;
      return { queue: rest, results: { ...results, [serialNumber]: failure } };
    }),
  },
  guards: {
    hasChosen: ({ context }) => context.chosen.length > 0,
    canChoose: ({ context: { chosen } }, { serialNumber }: { serialNumber: string }) =>
      chosen.includes(serialNumber) || chosen.length < COPY_TARGETS_MAX,
    canSend: ({ context }) =>
      context.targets.some((target) => changeCount(context, target) > 0) &&
      context.targets.every((target) => Object.keys(copyFaults(context, target)).length === 0) &&
      (context.acceptsPolicy || !copyNeedsPolicy(context)),
    isCopyable: ({ context }, { name }: { name: RobotSettingName }) => sourceFault(context, name) === null,
    isDone: ({ context }) => context.queue.length === 0,
  },
  delays: { poll: POLL_MS },
});

const toggled = <Item>(list: readonly Item[], item: Item): Item[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

export const settingsCopyMachine = machine.createMachine({
  id: 'settingsCopy',
  context: ({ input }) => ({
    ...input,
    chosen: [],
    filter: { siteId: '', robotModel: '' },
    targets: [],
    failed: [],
    picked: {},
    acceptsPolicy: false,
    queue: [],
    results: {},
    failure: null,
  }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'copy.choose': {
          guard: { type: 'canChoose', params: ({ event }) => event },
          actions: assign({ chosen: ({ context, event }) => toggled(context.chosen, event.serialNumber) }),
        },
        'copy.filter': {
          actions: assign({ filter: ({ context, event }) => ({ ...context.filter, ...event.filter }) }),
        },
        'copy.compare': { guard: 'hasChosen', target: 'comparing' },
        'copy.close': 'closed',
      },
    },
    comparing: {
      tags: 'busy',
      entry: assign({ failure: null, results: {}, acceptsPolicy: false }),
      on: { 'copy.close': 'closed' },
      invoke: {
        src: 'loadTargets',
        input: ({ context }) => ({ serialNumbers: context.chosen }),
        onDone: {
          target: 'compared',
          actions: assign(({ context, event: { output } }) => ({
            ...output,
            // Everything that differs and can be copied; the user takes out what should stay.
            picked: Object.fromEntries(
              output.targets.map((target) => [target.serialNumber, copyableNames(context, target)]),
            ),
          })),
        },
        onError: { target: 'choosing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    compared: {
      tags: 'table',
      on: {
        'copy.pick': {
          guard: { type: 'isCopyable', params: ({ event }) => event },
          actions: assign({
            picked: ({ context: { picked }, event: { serialNumber, name } }) => ({
              ...picked,
              [serialNumber]: toggled(picked[serialNumber] ?? [], name),
            }),
          }),
        },
        'copy.pickAll': {
          actions: assign({
            picked: ({ context, event: { serialNumber, isPicked } }) => {
              const target = context.targets.find((one) => one.serialNumber === serialNumber);
              return { ...context.picked, [serialNumber]: target && isPicked ? copyableNames(context, target) : [] };
            },
          }),
        },
        'copy.acceptPolicy': { actions: assign({ acceptsPolicy: ({ event }) => event.isAccepted }) },
        'copy.send': { guard: 'canSend', target: 'sending' },
        'copy.back': 'choosing',
        'copy.close': 'closed',
      },
    },
    sending: {
      tags: ['table', 'busy'],
      entry: assign({
        queue: ({ context }) =>
          context.targets.flatMap((target) => (changeCount(context, target) > 0 ? [target.serialNumber] : [])),
      }),
      initial: 'next',
      states: {
        next: { always: [{ guard: 'isDone', target: '#settingsCopy.sent' }, 'saving'] },
        saving: {
          invoke: {
            src: 'saveTarget',
            input: ({ context }) => {
              const [serialNumber = ''] = context.queue;
              const target = context.targets.find((one) => one.serialNumber === serialNumber);
              return {
                serialNumber,
                values: changesOf(context, { serialNumber }),
                version: target?.version ?? 0,
                acceptsPolicy: context.acceptsPolicy,
              };
            },
            onDone: { target: 'next', actions: { type: 'assignResult', params: { failure: null } } },
            onError: {
              target: 'next',
              actions: { type: 'assignResult', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
      },
    },
    sent: {
      tags: ['table', 'sent'],
      on: { 'copy.compare': 'comparing', 'copy.close': 'closed' },
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'loadTargets',
            input: ({ context: { targets } }) => ({ serialNumbers: targets.map(({ serialNumber }) => serialNumber) }),
            onDone: {
              target: 'waiting',
              // A robot that cannot be loaded this time keeps what was known of it.
              actions: assign({
                targets: ({ context, event: { output } }) =>
                  context.targets.map(
                    (known) => output.targets.find(({ serialNumber }) => serialNumber === known.serialNumber) ?? known,
                  ),
              }),
            },
            onError: 'waiting',
          },
        },
        waiting: { after: { poll: 'asking' } },
      },
    },
    closed: { type: 'final' },
  },
});
