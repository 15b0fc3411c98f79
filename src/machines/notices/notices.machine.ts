/**
 * The message box (spec 8): one message at a time, 5 s, with a close button; a new message replaces the current one.
 * The timer pauses while the pointer or the focus is on it. Alarms are not messages and do not come here.
 *
 *   empty ──show──▶ shown { counting ⇄ held } ──5 s, close, follow (to where it leads)──▶ empty
 */
import { assertEvent, setup } from 'xstate';
import { MESSAGE_DURATION_MS } from '../../../contract/rules/limits.ts';
import { type Notice, type NoticesEvent, REPORT_WAY, systemActor } from '../app/events.ts';

const notices = setup({
  types: {
    context: {} as {
      notice: Notice | null;
      /** Increments with every message: a React key, so that a repeated text is a new box. */
      number: number;
    },
    events: {} as NoticesEvent,
  },
  delays: { duration: MESSAGE_DURATION_MS },
});

const take = notices.assign(({ context, event }) => {
  assertEvent(event, 'notice.show');
  return { notice: event.notice, number: context.number + 1 };
});
const forget = notices.assign({ notice: null });
const follow = notices.enqueueActions(({ context: { notice }, enqueue }) => {
  if (notice?.way?.to === REPORT_WAY)
    enqueue.sendTo(({ system }) => systemActor(system, 'app'), { type: 'app.reportWanted' });
  else if (notice?.way)
    enqueue.sendTo(({ system }) => systemActor(system, 'navigation'), { type: 'navigation.go', to: notice.way.to });
});

export const noticesMachine = notices.createMachine({
  id: 'notices',
  context: { notice: null, number: 0 },
  initial: 'empty',
  on: { 'notice.show': { target: '.shown', actions: take, reenter: true } },
  states: {
    empty: { entry: forget },
    shown: {
      initial: 'counting',
      on: { 'notice.close': 'empty', 'notice.follow': { target: 'empty', actions: follow } },
      states: {
        counting: { after: { duration: '#notices.empty' }, on: { 'notice.hold': 'held' } },
        held: { on: { 'notice.letGo': 'counting' } },
      },
    },
  },
});
