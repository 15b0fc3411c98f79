/**
 * Model of cruise route editing: a route is built stop by stop, can be saved only when it is complete, is not saved
 * twice after a lost response, and does not overwrite another user's change. Run on the real machine and in a real
 * browser.
 */
import { setup } from 'xstate';

export type Editing =
  | {
      type:
        | 'add a stop'
        | 'undo'
        | 'reorder'
        | 'save'
        | 'save without an answer'
        | 'save, somebody was faster'
        | 'save, it was deleted';
    }
  | { type: 'take theirs' | 'mine over theirs' | 'save as a new one' | 'leave' | 'stay' | 'leave unsaved' };

export const cruiseEditing = setup({ types: { events: {} as Editing } }).createMachine({
  initial: 'empty',
  states: {
    /** With a name, but without stops. */
    empty: { on: { 'add a stop': 'tooShort' } },
    tooShort: { on: { save: 'refused', 'add a stop': 'whole', undo: 'empty' } },
    /** Not sent; the missing parts are shown. */
    refused: { on: { 'add a stop': 'whole' } },
    whole: { on: { save: 'saved', 'save without an answer': 'unknown', leave: 'asked' } },
    unknown: { on: { save: 'saved', reorder: 'unknownAndChanged' } },
    unknownAndChanged: { on: { save: 'saved' } },
    saved: { on: { reorder: 'changed', leave: 'left' } },
    changed: {
      on: {
        undo: 'saved',
        'save, somebody was faster': 'conflict',
        'save, it was deleted': 'gone',
        leave: 'askedChanged',
      },
    },
    conflict: { on: { 'take theirs': 'theirs', 'mine over theirs': 'mine' } },
    gone: { on: { 'save as a new one': 'mine' } },
    asked: { on: { stay: 'wholeStill', 'leave unsaved': 'left' } },
    askedChanged: { on: { 'leave unsaved': 'left' } },
    wholeStill: {},
    theirs: {},
    mine: {},
    left: {},
  },
});
