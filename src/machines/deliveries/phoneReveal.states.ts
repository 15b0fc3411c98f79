/**
 * The phone number of the recipient or the loader in full: asked for, because each look is recorded, and copied if that
 * was wanted. A number that the browser could not copy stays on the page, to be selected.
 */
import { assign } from 'xstate';
import { failureOf } from '../failure.ts';
import { deliveryDetail, NO_PHONE } from './deliveryDetail.setup.ts';

const reveal = deliveryDetail.createAction(
  assign(({ event }) =>
    event.type === 'phone.reveal' ? { ...NO_PHONE, person: event.person, isCopyWanted: event.isCopyWanted } : {},
  ),
);

export const phoneStates = deliveryDetail.createStateConfig({
  initial: 'hidden',
  states: {
    hidden: {
      entry: assign({ phone: '', isPhoneCopied: null }),
      on: { 'phone.reveal': { target: 'revealing', actions: reveal } },
    },
    revealing: {
      tags: 'phoneRevealing',
      invoke: {
        src: 'revealPhone',
        input: ({ context: { deliveryId, person } }) => ({ deliveryId, person }),
        onDone: [
          {
            guard: 'isCopyWanted',
            target: 'copying',
            actions: [assign({ phone: ({ event }) => event.output.phoneNumber }), 'renew'],
          },
          { target: 'shown', actions: [assign({ phone: ({ event }) => event.output.phoneNumber }), 'renew'] },
        ],
        onError: { target: 'hidden', actions: assign({ phoneFailure: ({ event }) => failureOf(event.error) }) },
      },
    },
    copying: {
      tags: 'phoneRevealing',
      invoke: {
        src: 'copyPhone',
        input: ({ context: { phone } }) => ({ phone }),
        onDone: { target: 'shown', actions: assign({ isPhoneCopied: ({ event }) => event.output.isCopied }) },
        onError: { target: 'shown', actions: assign({ isPhoneCopied: false }) },
      },
    },
    shown: {
      on: { 'phone.hide': 'hidden', 'phone.reveal': { target: 'revealing', actions: reveal } },
      after: { phoneShown: 'hidden' },
    },
  },
});
