/**
 * States of the form of an exception:
 *
 *   closed ──form.new, exception.open, exception.copy──▶ open.editing     closed, editing ──band.grab──▶ dragging ──▶ editing
 *   editing ──form.save──▶ saving ──saved──▶ closed     editing ──page.leaveAsked──▶ asking ──yes──▶ (left)
 */
import { assign } from 'xstate';
import { questionWith } from '../factories/confirm.machine.ts';
import { failureOf } from '../failure.ts';
import { copyOf, dragged, formOf, newForm, refusedForm, requestsOf, shifted } from './exceptionForm.ts';
import {
  changeable,
  isFormChanged,
  NEW_EXCEPTION,
  scheduleExceptions,
  todayIn,
  usualRobots,
} from './scheduleExceptions.setup.ts';

const opening = scheduleExceptions.createStateConfig({
  on: {
    'form.new': [
      {
        guard: 'mayChange',
        target: '#exceptionForm.editing',
        actions: {
          type: 'assignForm',
          params: ({ context, event }) => ({ form: newForm(event.date ?? todayIn(context), usualRobots(context)) }),
        },
      },
      { guard: 'isUnread', actions: assign({ wanted: NEW_EXCEPTION }) },
    ],
    'exception.open': {
      guard: ({ context: { data }, event }) => data?.exceptions.some(({ id }) => id === event.id) ?? false,
      target: '#exceptionForm.editing',
      actions: scheduleExceptions.enqueueActions(({ context: { data }, event, enqueue }) => {
        const found = data?.exceptions.find(({ id }) => event.type === 'exception.open' && id === event.id);
        if (found) enqueue({ type: 'assignForm', params: { form: formOf(found) } });
      }),
    },
    'exception.copy': {
      guard: 'mayChange',
      target: '#exceptionForm.editing',
      actions: scheduleExceptions.enqueueActions(({ context: { data }, event, enqueue }) => {
        if (event.type !== 'exception.copy') return;
        const found = data?.exceptions.find(({ id }) => id === event.id);
        if (found) enqueue({ type: 'assignForm', params: { form: copyOf(found, event.date) } });
      }),
    },
    'band.grab': {
      guard: 'mayChange',
      target: '#exceptionForm.dragging',
      actions: scheduleExceptions.enqueueActions(({ context, event, enqueue }) => {
        if (event.type !== 'band.grab') return;
        const { end, date, minute } = event;
        const before = context.form;
        const fresh = end === 'new' && (before === null || before.id !== '');
        const start = fresh || before === null ? newForm(date, usualRobots(context)) : before;
        const drag = { end, date, minute, before };
        const form = dragged(start, drag, date, minute);
        enqueue.assign(fresh ? { form, base: start, tried: false, saveFailure: null, drag } : { form, drag });
      }),
    },
  },
});

export const exceptionFormStates = scheduleExceptions.createStateConfig({
  id: 'exceptionForm',
  initial: 'closed',
  states: {
    closed: {
      entry: 'clearForm',
      always: { guard: 'hasWanted', target: 'editing', actions: 'openWanted' },
      ...opening,
    },
    editing: {
      always: { guard: ({ context }) => context.form === null, target: 'closed' },
      on: {
        ...opening.on,
        'form.change': { actions: { type: 'patchForm', params: ({ event }) => ({ change: event.change }) } },
        'robot.toggle': {
          guard: ({ context, event }) => changeable(context).includes(event.serialNumber),
          actions: {
            type: 'patchForm',
            params: ({ context: { form }, event: { serialNumber } }) => ({
              change: { robots: toggled(form?.robots ?? [], serialNumber) },
            }),
          },
        },
        'point.toggle': {
          actions: {
            type: 'patchForm',
            params: ({ context: { form }, event: { areaId } }) => ({
              change: { points: toggled(form?.points ?? [], areaId) },
            }),
          },
        },
        'band.shift': {
          actions: assign({
            form: ({ context: { form }, event }) => form && shifted(form, event.minutes, event.days),
          }),
        },
        'band.cancel': 'closed',
        'form.close': 'closed',
        'form.save': [
          { guard: 'hasFaults', actions: assign({ tried: true }) },
          { target: 'saving', actions: assign({ tried: true, saveFailure: null }) },
        ],
        'page.leaveAsked': { target: 'asking', actions: assign({ leaveTo: ({ event }) => event.to }) },
      },
      initial: 'clean',
      states: {
        clean: { always: { guard: 'isFormChanged', target: 'changed' } },
        changed: {
          tags: 'unsaved',
          always: { guard: ({ context }) => !isFormChanged(context), target: 'clean' },
        },
      },
    },
    dragging: {
      tags: ['unsaved', 'dragging'],
      on: {
        'band.drag': {
          actions: assign({
            form: ({ context: { form, drag }, event }) =>
              form && drag ? dragged(form, drag, event.date, event.minute) : form,
          }),
        },
        'band.drop': { target: 'editing', actions: assign({ drag: null }) },
        'band.cancel': {
          target: 'editing',
          actions: assign(({ context: { drag } }) => ({ form: drag?.before ?? null, drag: null })),
        },
      },
    },
    saving: {
      tags: ['saving', 'unsaved'],
      invoke: {
        src: 'saveExceptions',
        input: ({ context: { form, seed, attempt } }) => ({
          requests: form ? requestsOf(form) : [],
          attempt: `${seed}.${attempt}`,
        }),
        onDone: [
          {
            guard: { type: 'isWhole', params: ({ event }) => event.output },
            target: 'closed',
            actions: [
              assign({ attempt: ({ context }) => context.attempt + 1 }),
              { type: 'notifySaved', params: ({ event }) => ({ count: event.output.saved }) },
              'reload',
            ],
          },
          {
            // What is left to do stays in the form.
            target: 'editing',
            actions: [
              assign(({ context: { form, attempt }, event: { output } }) => ({
                form: form && refusedForm(form, output.refused),
                saveFailure: output.refused[0]?.failure ?? null,
                attempt: attempt + 1,
              })),
              'reload',
            ],
          },
        ],
        onError: {
          target: 'editing',
          actions: assign({ saveFailure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    asking: {
      invoke: {
        src: 'confirm',
        id: 'confirm',
        input: () => questionWith(['shared.leaveWithoutSaving', 'scheduleExceptions.leave.text', 'shared.leave'], {}),
        onDone: [
          {
            guard: { type: 'isYes', params: ({ event }) => event.output },
            target: 'closed',
            actions: { type: 'leave', params: ({ context }) => ({ to: context.leaveTo }) },
          },
          { target: 'editing' },
        ],
      },
    },
  },
});

const toggled = (list: readonly string[], one: string): string[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
