/**
 * First set-up of the installation. Steps are done by the thing itself having happened, which the server knows; the page
 * asks again every POLL_MS while it is visible. Beside the dialogs (machines/factories/recordDialog.ts):
 *
 *   steps:  asking ⇄ shown | lost          shown: the form of the open step begins
 *   plan:   none ──another floor──▶ loading ──▶ drawn
 *   ports:  idle ──ports.test──▶ testing ──▶ idle
 *   hiding: no ──checklist.hide──▶ asking ──▶ home
 *   simulated: no ──robot.simulate──▶ adding ──▶ no   a simulated robot instead of a real one
 *   test:   none ──test.start──▶ open (child `testOrder`) ──test.close──▶ none
 *   guard:  off ⇄ on                       while a password is shown, leaving asks (revealGuard.ts)
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import { type Checklist, CHECKLIST_STEPS, type ChecklistStep } from '../../../contract/entities/checklist.ts';
import type { RobotConnection } from '../../../contract/entities/registration.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { testOrderMachine } from '../conformance/testOrder.machine.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { type QuestionTexts, questionWith } from '../factories/confirm.machine.ts';
import {
  type DialogChildren,
  type DialogContext,
  type DialogEvent,
  type DialogTag,
  noDialog,
  recordDialog,
} from '../factories/recordDialog.ts';
import { revealGuard, type RevealChildren } from '../factories/revealGuard.ts';
import { type Failure, failureOf } from '../failure.ts';
import type { RevealedCredentials } from '../robotFleet/robotForm.machine.ts';
import { type ChecklistFields, checklistFormMachine, fieldsOfStep } from './checklistForm.machine.ts';

/** Interval at which the steps are read again, ms. */
export const POLL_MS = 2_000;

export type ChecklistAct = 'renew' | 'claim' | 'changeSerial';
export interface ChecklistTask {
  act: ChecklistAct;
  serialNumber: string;
  name: string;
  /** For `changeSerial`: the number with which the robot signs in. */
  to: string;
}
/** `answerMs`: how long the server took to answer, as measured by this browser; `timeZone`: this browser's. */
export interface ChecklistAnswer {
  checklist: Checklist;
  answerMs: number;
  timeZone: string;
}
export interface AddedRobot {
  serialNumber: string;
}
export type PortResult = Pick<RobotConnection['brokers'][number], 'kind' | 'url'> & { error: string | null };

export interface ChecklistContext extends DialogContext<ChecklistFields, ChecklistTask, RevealedCredentials> {
  checklist: Checklist | null;
  answerMs: number;
  /** The step that was opened by hand; null: the first that is not done. */
  opened: ChecklistStep | null;
  plan: IndoorMap | null;
  /** Result of the last port test. */
  ports: readonly PortResult[] | null;
  failure: Failure | null;
  /** The browser's time zone, which most first sites are in. */
  timeZone: string;
  leaveTo: string;
}
export type ChecklistEvent =
  | PageEvent
  | DialogEvent<ChecklistFields, ChecklistTask>
  | { type: 'list.reload' }
  | { type: 'step.open'; step: ChecklistStep }
  /** From the machine itself: the form before is closed. */
  | { type: 'step.begin' }
  | { type: 'ports.test' }
  | { type: 'checklist.hide' }
  | { type: 'robot.simulate' }
  | { type: 'checklist.putOff' }
  | { type: 'test.start' }
  | { type: 'test.cancel' }
  | { type: 'test.close' }
  /** `at`: the server's clock, ms. */
  | { type: 'stop.press'; at: number };

const QUESTIONS: Readonly<Record<ChecklistAct, QuestionTexts>> = {
  renew: ['robotFleet.ask.renew.title', 'robotFleet.ask.renew.text', 'robotFleet.act.renew'],
  claim: ['robotFleet.ask.claim.title', 'robotFleet.ask.claim.text', 'robotFleet.ask.claim.yes'],
  changeSerial: ['checklist.ask.serial.title', 'checklist.ask.serial.text', 'checklist.ask.serial.yes'],
};
const SAVED = {
  site: 'checklist.saved.site',
  floor: 'checklist.saved.floor',
  robot: 'robotFleet.done.registered',
} as const;

export const countDone = ({ steps }: Pick<Checklist, 'steps'>): number =>
  CHECKLIST_STEPS.filter((step) => steps[step] !== null).length;
/** The step whose content is shown; null when all are done. A form that was begun stays until it is saved. */
export function openStep({
  checklist,
  opened,
  fields,
}: Pick<ChecklistContext, 'checklist' | 'opened' | 'fields'>): ChecklistStep | null {
  if (!checklist) return null;
  const held = opened ?? fields?.what;
  // What is typed stays, even if somebody else did the step meanwhile.
  if (held && (checklist.steps[held] === null || fields?.what === held)) return held;
  return CHECKLIST_STEPS.find((step) => checklist.steps[step] === null) ?? null;
}

const dialog = recordDialog<ChecklistFields, ChecklistTask, RevealedCredentials, ChecklistEvent, ChecklistContext>({
  form: checklistFormMachine,
  savedOf: ({ what, name }) => ({ key: SAVED[what], params: { name } }),
  questionOf: ({ act, name, serialNumber, to }) =>
    questionWith(QUESTIONS[act], { name, serialNumber, to }, act === 'renew'),
  // The others show something once.
  doneOf: ({ to }) => ({ key: 'checklist.saved.serial', params: { to } }),
});
const reveal = revealGuard<ChecklistEvent, ChecklistContext>();

const machine = setup({
  types: {
    context: {} as ChecklistContext,
    input: {} as PageInput,
    events: {} as ChecklistEvent,
    tags: {} as DialogTag | 'unsaved' | 'lost' | 'testing' | 'hiding' | 'simulating',
    children: {} as DialogChildren & RevealChildren & { testOrder: 'testOrder' },
  },
  actors: {
    ...dialog.actors,
    ...reveal.actors,
    /** Waits until the page is visible. */
    loadChecklist: promiseEffect<ChecklistAnswer>('loadChecklist'),
    loadPlan: promiseEffect<IndoorMap | null, { mapId: string }>('loadPlan'),
    testPorts: promiseEffect<PortResult[]>('testPorts'),
    hide: promiseEffect<unknown>('hide'),
    addSimulated: promiseEffect<AddedRobot, { mapId: string }>('addSimulated'),
    guardTab: callbackEffect('guardTab'),
    testOrder: testOrderMachine,
  },
  guards: {
    ...dialog.guards,
    ...reveal.guards,
    hasFloor: ({ context }: { context: ChecklistContext }) => mapIdOf(context) !== '',
    hasOtherFloor: ({ context: { checklist, plan } }: { context: ChecklistContext }) =>
      (checklist?.steps.floor?.mapId ?? null) !== (plan?.id ?? null),
  },
  actions: {
    ...dialog.actions,
    ...reveal.actions,
    /** The count in the top bar, the robots and the views of the user follow. */
    refreshSession: sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.refresh' }),
    goHome: sendTo(({ system }) => systemActor(system, 'navigation'), { type: 'navigation.go', to: '/' }),
    /** Goes home as well, once the guard knows. */
    putOff: sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.putOffSetUp' }),
  },
  delays: { poll: POLL_MS },
});

const assignAnswer = machine.enqueueActions(({ context, event, enqueue }) => {
  const { checklist, answerMs, timeZone } = (event as unknown as { output: ChecklistAnswer }).output;
  enqueue.assign({ checklist, answerMs, timeZone, failure: null });
  if (context.checklist && countDone(context.checklist) !== countDone(checklist)) enqueue('refreshSession');
});
const mapIdOf = ({ checklist }: ChecklistContext): string => checklist?.steps.floor?.mapId ?? '';
const serialNumberOf = ({ checklist }: ChecklistContext): string => checklist?.robot?.serialNumber ?? '';
const askStop = machine.sendTo(
  ({ system }) => systemActor(system, 'pendingStops'),
  ({ context, event }) => {
    assertEvent(event, 'stop.press');
    return { type: 'stop.ask', serialNumber: serialNumberOf(context), at: event.at };
  },
);
/** Begins the form of the open step, unless a form is open. */
const openForm = machine.enqueueActions(({ context, enqueue }) => {
  const { checklist, fields, task, shown, timeZone } = context;
  const step = openStep(context);
  if (!checklist || !step || fields || task || shown) return;
  const begun = fieldsOfStep(step, checklist, timeZone);
  if (begun) enqueue.raise({ type: 'record.edit', fields: begun });
});

export const checklistMachine = machine.createMachine({
  id: 'checklist',
  context: () => ({
    ...noDialog,
    checklist: null,
    answerMs: 0,
    opened: null,
    plan: null,
    ports: null,
    failure: null,
    timeZone: '',
    leaveTo: '',
  }),
  type: 'parallel',
  on: {
    'checklist.putOff': { actions: 'putOff' },
    'page.languageChanged': { actions: raise({ type: 'list.reload' }) },
    'page.resumed': { actions: raise({ type: 'list.reload' }) },
  },
  states: {
    steps: {
      initial: 'asking',
      on: {
        'list.reload': { target: '.asking', actions: assign({ opened: null }) },
        // Another form begins; what was typed in the open one is of another step.
        'step.open': {
          actions: [
            raise({ type: 'dialog.close' }),
            assign({ opened: ({ event }) => event.step }),
            raise({ type: 'step.begin' }),
          ],
        },
        'step.begin': { actions: openForm },
      },
      states: {
        asking: {
          invoke: {
            src: 'loadChecklist',
            onDone: { target: 'shown', actions: assignAnswer },
            onError: { target: 'lost', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: { entry: openForm, after: { poll: 'asking' } },
        // The steps stay; the page says that they are not current.
        lost: { tags: 'lost', after: { poll: 'asking' } },
      },
    },
    dialog: dialog.region,
    plan: {
      initial: 'none',
      states: {
        none: { always: { guard: 'hasOtherFloor', target: 'loading' } },
        loading: {
          invoke: {
            src: 'loadPlan',
            input: ({ context }) => ({ mapId: mapIdOf(context) }),
            onDone: { target: 'drawn', actions: assign({ plan: ({ event }) => event.output }) },
            // Without the plan, everything else can be done.
            onError: 'drawn',
          },
        },
        drawn: { after: { poll: 'none' } },
      },
    },
    ports: {
      initial: 'idle',
      states: {
        idle: { on: { 'ports.test': 'testing' } },
        testing: {
          tags: 'testing',
          invoke: {
            src: 'testPorts',
            onDone: { target: 'idle', actions: assign({ ports: ({ event }) => event.output }) },
            onError: {
              target: 'idle',
              actions: {
                type: 'notifyFailed',
                params: ({ event }) => ({ failure: failureOf(event.error) }),
              },
            },
          },
        },
      },
    },
    hiding: {
      initial: 'no',
      states: {
        no: { on: { 'checklist.hide': 'asking' } },
        asking: {
          tags: 'hiding',
          invoke: {
            src: 'hide',
            onDone: { target: 'no', actions: ['refreshSession', 'goHome'] },
            onError: {
              target: 'no',
              actions: {
                type: 'notifyFailed',
                params: ({ event }) => ({ failure: failureOf(event.error) }),
              },
            },
          },
        },
      },
    },
    simulated: {
      initial: 'no',
      states: {
        no: { on: { 'robot.simulate': { guard: 'hasFloor', target: 'adding' } } },
        adding: {
          tags: 'simulating',
          invoke: {
            src: 'addSimulated',
            input: ({ context }) => ({ mapId: mapIdOf(context) }),
            onDone: {
              target: 'no',
              actions: [
                {
                  type: 'notifyDone',
                  params: ({ event }) => ({
                    notice: { key: 'checklist.saved.simulated', params: { serialNumber: event.output.serialNumber } },
                  }),
                },
                // The form of the real robot is not needed any more.
                raise({ type: 'dialog.close' }),
                raise({ type: 'list.reload' }),
              ],
            },
            onError: {
              target: 'no',
              actions: { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
      },
    },
    test: {
      initial: 'none',
      states: {
        none: { on: { 'test.start': 'open' } },
        open: {
          invoke: {
            src: 'testOrder',
            id: 'testOrder',
            input: ({ context }) => ({ serialNumber: serialNumberOf(context) }),
          },
          on: {
            'test.start': { target: 'open', reenter: true },
            'test.cancel': { actions: sendTo('testOrder', { type: 'test.cancel' }) },
            // The Stop goes first. A test that runs must not resume what a person has stopped.
            'stop.press': { actions: [askStop, sendTo('testOrder', { type: 'test.stopped' })] },
            'test.close': 'none',
          },
        },
      },
    },
    guard: reveal.region,
  },
});
