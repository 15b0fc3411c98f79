/**
 * The alarm rules of the current robot. Parallel regions:
 *
 *   rules: loading ──▶ editing (child `form`) ──saved──▶ loading ;  loading ──▶ failed ──rules.reload──▶ loading
 *          another robot: loading
 *   trial: idle ──rule.try──▶ trying ──▶ following { waiting ⇄ reading } ──nothing is on its way, or it was refused──▶ idle
 *   copy:  closed ──copy.open──▶ choosing ──copy.compare──▶ comparing ──▶ compared ──copy.send──▶ copying ──▶ closed
 *          compared ──copy.back──▶ choosing ;  copying ──rules were changed since──▶ comparing
 */
import { assertEvent, assign, setup } from 'xstate';
import type { ContactRole } from '../../../contract/entities/alarmContact.ts';
import { alarmRuleChanges } from '../../../contract/rules/alarmRuleChanges.ts';
import type { AlarmEvent } from '../../../contract/rules/alarms.ts';
import type { AlarmRule, ContactHours } from '../../../contract/rules/alarmContacts.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type AlarmChannel, isUnderway, type NotificationState } from '../../../contract/rules/alarmNotification.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { type AlarmRulesFields, alarmRulesFormMachine } from './alarmRulesForm.machine.ts';

export interface NamedContact extends ContactHours {
  name: string;
  /** Told by e-mail too; absent in recordings of earlier versions. */
  hasEmail?: boolean | undefined;
}
export interface LoadedRules {
  serialNumber: string;
  revision: number;
  /** False while notifications of the robot are off: nobody is told, whatever the rules say. */
  notifies: boolean;
  rules: readonly AlarmRule[];
  roles: readonly ContactRole[];
  contacts: readonly NamedContact[];
  timeZone: string;
  /** What was typed before a forced sign-out, or before the page was left. */
  draft: readonly AlarmRule[] | null;
}
export interface TriedMessage {
  id: string;
  name: string;
  channel: AlarmChannel;
  state: NotificationState;
  /** Why it failed; '' otherwise. */
  reason: string;
  settledAt: number | null;
}
export interface TryResult {
  serialNumber: string;
  event: AlarmEvent;
  tryId: string;
  sent: readonly TriedMessage[];
}
/** What became of the messages since. */
export interface TriedStates {
  /** Server time, ms. */
  time: number;
  messages: readonly Omit<TriedMessage, 'name' | 'channel'>[];
}
/** The saved rules of a robot. */
export interface RobotRules {
  serialNumber: string;
  revision: number;
  rules: readonly AlarmRule[];
}
export interface ComparedRules {
  /** The robot whose rules are copied. */
  source: RobotRules;
  targets: readonly RobotRules[];
  /** Robots whose rules could not be read; they are not copied to. */
  failed: readonly { serialNumber: string; failure: Failure }[];
}
export interface CopyRequest {
  serialNumber: string;
  targets: readonly string[];
  /** What was compared, by serial number. */
  revisions: Readonly<Record<string, number>>;
}
export interface AlarmRulesContext {
  loaded: LoadedRules | null;
  failure: Failure | null;
  /** The row whose contacts are shown. */
  chosen: AlarmEvent;
  tried: TryResult | null;
  /** When the states of the test were read, by the server's clock, ms. */
  triedAt: number;
  /** Robots that get these rules. */
  targets: readonly string[];
  compared: ComparedRules | null;
  /** Robots whose rules somebody changed between the comparison before and this one. */
  changedSince: readonly string[];
  /** Why the robots could not be compared, or the rules not be copied. */
  copyFailure: Failure | null;
}
export type AlarmRulesEvent =
  | PageEvent
  | { type: 'rules.reload' }
  | { type: 'rule.choose'; event: AlarmEvent }
  | { type: 'rule.try'; event: AlarmEvent }
  | { type: 'copy.open' }
  | { type: 'copy.toggle'; serialNumber: string }
  | { type: 'copy.compare' }
  | { type: 'copy.back' }
  | { type: 'copy.send' }
  | { type: 'copy.close' };

/** After these the next reading can succeed; a refusal stays one. */
const PASSING = [
  ERRORS.networkFailed,
  ERRORS.requestTimedOut,
  ERRORS.tooManyRequests,
  ERRORS.busyStarting,
  ERRORS.serverError,
  ERRORS.databaseAway,
] as const;

/** Robots that have other rules than the source. */
export const changedTargets = ({ source, targets }: ComparedRules): RobotRules[] =>
  targets.filter(({ rules }) => alarmRuleChanges(rules, source.rules, []).length > 0);

const revisionsOf = ({ source, targets }: ComparedRules): Record<string, number> =>
  Object.fromEntries([source, ...targets].map(({ serialNumber, revision }) => [serialNumber, revision]));

const alarmRules = setup({
  types: {
    context: {} as AlarmRulesContext,
    input: {} as PageInput,
    events: {} as AlarmRulesEvent,
    tags: {} as 'trying' | 'copying' | 'comparing',
    children: {} as { form: 'form' },
  },
  actors: {
    loadRules: promiseEffect<LoadedRules>('loadRules'),
    tryRule: promiseEffect<TryResult, { serialNumber: string; event: AlarmEvent }>('tryRule'),
    readTried: promiseEffect<TriedStates, { serialNumber: string; tryId: string }>('readTried'),
    compareRules: promiseEffect<ComparedRules, Omit<CopyRequest, 'revisions'>>('compareRules'),
    copyRules: promiseEffect<{ copied: number }, CopyRequest>('copyRules'),
    form: alarmRulesFormMachine,
  },
  actions: {
    assignCompared: assign(({ context: { compared: before } }, compared: ComparedRules) => ({
      compared,
      changedSince: before
        ? [compared.source, ...compared.targets].flatMap(({ serialNumber, revision }) => {
            const old = revisionsOf(before)[serialNumber];
            return old === undefined || old === revision ? [] : [serialNumber];
          })
        : [],
    })),
    ...noticeActions<AlarmRulesContext, AlarmRulesEvent>(),
    assignStates: assign(({ context: { tried } }, { messages, time }: TriedStates) => ({
      triedAt: time,
      tried: tried && {
        ...tried,
        sent: tried.sent.map((one) => ({ ...one, ...messages.find(({ id }) => id === one.id) })),
      },
    })),
  },
  guards: {
    hasTargets: ({ context }) => context.targets.length > 0,
    copiesSomething: ({ context: { compared } }) => compared !== null && changedTargets(compared).length > 0,
    isUnderway: ({ context: { tried, triedAt } }) => tried?.sent.some((one) => isUnderway(one, triedAt)) ?? false,
  },
  delays: { follow: 2_000 },
});

const fieldsOf = ({ serialNumber, revision, rules, contacts }: LoadedRules): AlarmRulesFields => ({
  serialNumber,
  revision,
  rules,
  contacts,
});
const NOTHING: AlarmRulesFields = { serialNumber: '', revision: 0, rules: [], contacts: [] };
const serialOf = ({ context }: { context: AlarmRulesContext }): string => context.loaded?.serialNumber ?? '';

export const alarmRulesMachine = alarmRules.createMachine({
  id: 'alarmRules',
  context: {
    loaded: null,
    failure: null,
    chosen: 'humanBody',
    tried: null,
    triedAt: 0,
    targets: [],
    compared: null,
    changedSince: [],
    copyFailure: null,
  },
  type: 'parallel',
  on: { 'rule.choose': { actions: assign({ chosen: ({ event }) => event.event }) } },
  states: {
    rules: {
      initial: 'loading',
      on: {
        'page.robotChanged': { target: '.loading', actions: assign({ loaded: null, tried: null }) },
        'page.languageChanged': '.loading',
        'rules.reload': '.loading',
      },
      states: {
        loading: {
          invoke: {
            src: 'loadRules',
            onDone: { target: 'editing', actions: assign({ loaded: ({ event }) => event.output, failure: null }) },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        failed: { on: { 'page.resumed': 'loading' } },
        editing: {
          invoke: {
            src: 'form',
            id: 'form',
            input: ({ context: { loaded } }) => {
              const saved = loaded ? fieldsOf(loaded) : NOTHING;
              return loaded?.draft ? { saved, draft: { ...saved, rules: loaded.draft } } : { saved };
            },
            onDone: {
              target: 'loading',
              actions: { type: 'notifyDone', params: { notice: { key: 'alarmRules.saved' } } },
            },
          },
        },
      },
    },
    trial: {
      initial: 'idle',
      states: {
        idle: { on: { 'rule.try': 'trying' } },
        trying: {
          tags: 'trying',
          invoke: {
            src: 'tryRule',
            input: ({ context, event }) => {
              assertEvent(event, 'rule.try');
              return { serialNumber: serialOf({ context }), event: event.event };
            },
            onDone: { target: 'following', actions: assign({ tried: ({ event }) => event.output }) },
            onError: {
              target: 'idle',
              actions: { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
          on: { 'page.robotChanged': 'idle' },
        },
        following: {
          on: { 'rule.try': 'trying', 'page.robotChanged': 'idle' },
          initial: 'waiting',
          states: {
            waiting: { after: { follow: 'reading' } },
            reading: {
              invoke: {
                src: 'readTried',
                input: ({ context: { tried } }) => ({
                  serialNumber: tried?.serialNumber ?? '',
                  tryId: tried?.tryId ?? '',
                }),
                onDone: { target: 'read', actions: { type: 'assignStates', params: ({ event }) => event.output } },
                onError: [
                  { guard: ({ event }) => isFailure(failureOf(event.error), ...PASSING), target: 'waiting' },
                  {
                    target: '#alarmRules.trial.idle',
                    actions: { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                  },
                ],
              },
            },
            read: { always: [{ guard: 'isUnderway', target: 'waiting' }, { target: '#alarmRules.trial.idle' }] },
          },
        },
      },
    },
    copy: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'copy.open': { target: 'choosing', actions: assign({ targets: [], copyFailure: null }) },
          },
        },
        choosing: {
          entry: assign({ compared: null, changedSince: [] }),
          on: {
            'copy.toggle': {
              actions: assign({
                targets: ({ context: { targets }, event: { serialNumber } }) =>
                  targets.includes(serialNumber)
                    ? targets.filter((one) => one !== serialNumber)
                    : [...targets, serialNumber],
              }),
            },
            'copy.compare': { guard: 'hasTargets', target: 'comparing' },
            'copy.close': 'closed',
            'page.robotChanged': 'closed',
          },
        },
        comparing: {
          tags: 'comparing',
          entry: assign({ copyFailure: null }),
          invoke: {
            src: 'compareRules',
            input: ({ context }) => ({ serialNumber: serialOf({ context }), targets: context.targets }),
            onDone: { target: 'compared', actions: { type: 'assignCompared', params: ({ event }) => event.output } },
            onError: { target: 'choosing', actions: assign({ copyFailure: ({ event }) => failureOf(event.error) }) },
          },
          on: { 'copy.close': 'closed', 'page.robotChanged': 'closed' },
        },
        compared: {
          on: {
            'copy.send': { guard: 'copiesSomething', target: 'copying' },
            'copy.back': 'choosing',
            'copy.close': 'closed',
            'page.robotChanged': 'closed',
          },
        },
        copying: {
          tags: 'copying',
          entry: assign({ copyFailure: null }),
          invoke: {
            src: 'copyRules',
            input: ({ context: { compared } }) => ({
              serialNumber: compared?.source.serialNumber ?? '',
              targets: compared ? changedTargets(compared).map(({ serialNumber }) => serialNumber) : [],
              revisions: compared ? revisionsOf(compared) : {},
            }),
            onDone: {
              target: 'closed',
              actions: {
                type: 'notifyDone',
                params: ({ event }) => ({
                  notice: { key: 'alarmRules.copied', params: { count: event.output.copied } },
                }),
              },
            },
            onError: [
              // What would be overwritten is not what was shown.
              { guard: ({ event }) => isFailure(failureOf(event.error), ERRORS.recordChanged), target: 'comparing' },
              { target: 'compared', actions: assign({ copyFailure: ({ event }) => failureOf(event.error) }) },
            ],
          },
        },
      },
    },
  },
});
