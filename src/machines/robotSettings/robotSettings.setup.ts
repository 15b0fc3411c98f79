/** Setup of the page with the settings of a robot. */
import { assign, sendTo, setup } from 'xstate';
import type { LearningRecord, TeacherKind } from '../../../contract/entities/learningRecord.ts';
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
  ROBOT_SETTINGS,
  type SettingFault,
} from '../../../contract/rules/robotSettings.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { errorNotice, type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import type { friends } from '../../../contract/endpoints/friends.ts';
import { promiseEffect } from '../effectStubs.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { keptDialog } from '../factories/keptDialog.ts';
import { valuesInForce } from './valuesInForce.ts';
import { settingsCopyMachine } from './settingsCopy.machine.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';

export const POLL_MS = 2_000;
const LOST_RETRY_MS = 3_000;
export const SETTLE_MS = 300;

export interface ShownStill {
  fileId: string;
  at: number;
  url: string;
}
export interface SettingsPageData {
  settings: RobotSettings;
  /** The newest still pictures, newest first. */
  stills: readonly ShownStill[];
  learning: readonly LearningRecord[];
}
export interface SaveRequest {
  serialNumber: string;
  values: SettingValues;
  version: number;
  acceptsPolicy: boolean;
}
/** The claim that a new owner needs; shown only once. */
export type SettingsClaim = Answer<typeof friends.unbind>;
/** What is stored of the texts that are being typed. */
export type KeptTexts = Pick<RobotSettingsContext, 'serialNumber' | 'typed'>;
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
  /** Only what such people taught is listed; null for everything. */
  taughtBy: TeacherKind | null;
  /** After the robot was unbound. */
  claim: SettingsClaim | null;
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
  | { type: 'learning.forget'; learningId: string }
  | { type: 'learning.filter'; taughtBy: TeacherKind | null }
  | { type: 'copy.open' }
  | { type: 'robot.unbind' }
  | { type: 'claim.close' };

export const faultsIn = ({
  data,
  pending,
  typed,
}: Pick<RobotSettingsContext, 'data' | 'pending' | 'typed'>): Partial<Record<RobotSettingName, SettingFault>> =>
  faultsOfSettings({ ...pending, ...textsIn(typed) }, data ? valuesInForce(data.settings) : {});

export function textsIn({ robotName: _, ...texts }: RobotSettingsContext['typed']): SettingValues {
  return texts;
}

export const robotIn = (query: Readonly<Record<string, string>>, current: string): string =>
  query['serialNumber'] || current;
const pick = (values: SettingValues, names: readonly string[]): SettingValues =>
  Object.fromEntries(
    ROBOT_SETTING_NAMES.flatMap((name) => (names.includes(name) && name in values ? [[name, values[name]]] : [])),
  );

/** The texts that are not saved: those being typed, and those of a save that has no response yet. */
function unsavedTexts({ serialNumber, typed, pending, sending }: RobotSettingsContext): KeptTexts | null {
  const texts: KeptTexts['typed'] = Object.fromEntries(
    Object.entries({ ...sending, ...pending, ...typed }).filter(
      ([name, value]) =>
        typeof value === 'string' && (name === 'robotName' || ROBOT_SETTINGS[name as RobotSettingName].kind === 'text'), // a key of these records
    ),
  );
  return Object.keys(texts).length > 0 ? { serialNumber, typed: texts } : null;
}
export const keptTexts = keptDialog<KeptTexts>();
type Known = { context: RobotSettingsContext };
/** Action: stores the texts, so that a forced sign-out does not lose them. */
export const keepTexts = {
  type: 'keepDialog',
  params: ({ context }: Known) => ({ kept: unsavedTexts(context) }),
} as const;

export const machine = setup({
  types: {
    context: {} as RobotSettingsContext,
    input: {} as PageInput,
    events: {} as RobotSettingsEvent,
    tags: {} as 'waiting' | 'saving' | 'acting' | 'lost' | 'unsaved' | 'holding',
    children: {} as { confirm: 'confirm'; copy: 'copy' },
  },
  actors: {
    /** Waits until the page is visible. */
    loadSettings: promiseEffect<SettingsPageData, { serialNumber: string }>('loadSettings'),
    saveSettings: promiseEffect<{ version: number }, SaveRequest>('saveSettings'),
    carryOut: promiseEffect<unknown, SettingsAct>('carryOut'),
    unbindRobot: promiseEffect<SettingsClaim, { serialNumber: string }>('unbindRobot'),
    ...keptTexts.actors,
    confirm: confirmMachine,
    copy: settingsCopyMachine,
  },
  actions: {
    ...keptTexts.actions,
    /** What was stored of another robot stays stored. */
    assignRecalled: assign(({ context }, { kept }: { kept: KeptTexts | null }) =>
      kept?.serialNumber === context.serialNumber ? { typed: { ...kept.typed, ...context.typed } } : {},
    ),
    /** Makes the robot in the URL the current one. */
    chooseRobot: sendTo(
      ({ system }) => systemActor(system, 'fleet'),
      ({ context: { serialNumber } }: Known) => ({ type: 'robot.choose' as const, serialNumber }),
    ),
    /** The user has one robot less: reload the list, and the menu, which depends on the robots. */
    refreshFleet: sendTo(({ system }) => systemActor(system, 'fleet'), { type: 'fleet.refresh' }),
    refreshUser: sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.refresh' }),
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
    ...keptTexts.guards,
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    hasData: ({ context }) => context.data !== null,
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
