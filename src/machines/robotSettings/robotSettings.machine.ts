/**
 * Settings of the current robot. Nothing is shown as set before the robot reports it. Parallel regions:
 *
 *   list: looking ──▶ loading ⇄ shown (every POLL_MS, only while the page is visible)     none: there is no robot
 *                        └──no answer──▶ lost ──▶ loading
 *   save: idle ──setting.set──▶ settling ──quiet──▶ saving ──▶ idle | settling (more was set meanwhile)
 *            settling ──policy needed──▶ asking ──policy.accept──▶ saving     asking ──policy.decline──▶ idle
 *            saving ──changed by somebody else──▶ conflicting ──conflict.save──▶ saving | conflict.drop ──▶ idle
 *   act:  idle ──learning.keep | learning.forget | robot.rename──▶ acting ──▶ idle
 *   texts: recalling ──▶ ready (keptDialog.ts: texts that were typed before a forced sign-out)
 *   copy:  closed ──copy.open──▶ open (child `copy`: settingsCopy.machine.ts)
 *   unbind: idle ──robot.unbind──▶ asking ──yes──▶ unbinding ──▶ claimed ──claim.close──▶ idle
 *
 * While a robot is being unbound, and until its claim code is dismissed, the page has the tag `holding`, as in
 * friends.machine.ts.
 */
import { assertEvent, assign, raise } from 'xstate';
import type { RobotSettingName, SettingValue } from '../../../contract/entities/robotSettings.ts';
import { failureOf } from '../failure.ts';
import { keepTexts, keptTexts, machine, robotIn, type SettingsAct, textsIn } from './robotSettings.setup.ts';
import { valuesInForce } from './valuesInForce.ts';

const none = { data: null, failure: null, pending: {}, sending: {}, undo: null, typed: {}, saveFailure: null } as const;
const assignRobot = machine.assign(({ event }) => {
  assertEvent(event, 'page.robotChanged');
  return { ...none, version: 0, acceptsPolicy: false, taughtBy: null, serialNumber: event.serialNumber };
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
    taughtBy: null,
    claim: null,
  }),
  type: 'parallel',
  on: {
    'text.type': {
      actions: [assign({ typed: ({ context, event }) => ({ ...context.typed, [event.name]: event.text }) }), keepTexts],
    },
    'learning.filter': { actions: assign({ taughtBy: ({ event }) => event.taughtBy }) },
    'text.drop': { actions: [assign({ typed: {} }), keepTexts] },
  },
  states: {
    list: {
      initial: 'looking',
      entry: 'chooseRobot',
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
        faulty: { tags: 'unsaved', on: { 'text.drop': { target: 'idle', actions: ['clearPending', keepTexts] } } },
        asking: {
          on: {
            'policy.accept': { target: 'saving', actions: assign({ acceptsPolicy: true }) },
            'policy.decline': { target: 'idle', actions: ['clearPending', keepTexts] },
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
                keepTexts,
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
            'conflict.drop': { target: 'idle', actions: ['clearPending', keepTexts] },
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
            'conflict.drop': { target: 'idle', actions: ['clearPending', keepTexts] },
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
                keepTexts,
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
    texts: {
      initial: 'recalling',
      on: {
        'page.robotChanged': { guard: { type: 'isOther', params: ({ event }) => event }, target: '.recalling' },
      },
      states: {
        recalling: keptTexts.recalling({}, { open: 'ready', assignRecalled: 'assignRecalled', idle: 'ready' }),
        ready: {},
      },
    },
    copy: {
      initial: 'closed',
      states: {
        closed: { on: { 'copy.open': { guard: 'hasData', target: 'open' } } },
        open: {
          on: { 'page.robotChanged': { guard: { type: 'isOther', params: ({ event }) => event }, target: 'closed' } },
          invoke: {
            src: 'copy',
            id: 'copy',
            input: ({ context: { serialNumber, data } }) => ({
              serialNumber,
              values: data ? valuesInForce(data.settings) : {},
            }),
            onDone: 'closed',
          },
        },
      },
    },
    unbind: {
      initial: 'idle',
      states: {
        idle: { on: { 'robot.unbind': { guard: 'hasRobot', target: 'asking' } } },
        asking: {
          on: { 'page.robotChanged': { guard: { type: 'isOther', params: ({ event }) => event }, target: 'idle' } },
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context: { data, serialNumber } }) => ({
              titleKey: 'friends.ask.unbind',
              textKey: 'friends.ask.unbindText',
              acceptKey: 'friends.act.unbind',
              words: { robot: data?.settings.robotNickName || serialNumber },
              destructive: true,
            }),
            onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'unbinding' }, 'idle'],
          },
        },
        unbinding: {
          tags: ['acting', 'holding'],
          invoke: {
            src: 'unbindRobot',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: { target: 'claimed', actions: assign({ claim: ({ event }) => event.output }) },
            onError: { target: 'idle', actions: { type: 'notifyFailure', params: ({ event }) => event } },
          },
        },
        claimed: {
          tags: 'holding',
          on: { 'claim.close': { target: 'idle', actions: [assign({ claim: null }), 'refreshFleet', 'refreshUser'] } },
        },
      },
    },
  },
});
