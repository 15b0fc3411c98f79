/** Actions that show how an action or a job ended. */
import { type ActorRef, type EventObject, type MachineContext, sendTo, type Snapshot } from 'xstate';
import { errorNotice, type NoticesEvent, systemActor } from '../app/events.ts';
import type { Failure } from '../failure.ts';

/** Text of a success notice: its locale key, and its params. */
export interface DoneNotice {
  key: string;
  params?: Record<string, string | number>;
}
type NoticesRef = ActorRef<Snapshot<unknown>, NoticesEvent>;
const notices = ({ system }: { system: { get(key: string): unknown } }): NoticesRef => systemActor(system, 'notices');

export const noticeActions = <Context extends MachineContext, Event extends EventObject>() => ({
  notifyDone: sendTo<Context, Event, { notice: DoneNotice }, NoticesRef, Event, never, never>(
    notices,
    (_, { notice }) => ({ type: 'notice.show', notice: { tone: 'success', ...notice } }),
  ),
  notifyFailed: sendTo<Context, Event, { failure: Failure }, NoticesRef, Event, never, never>(
    notices,
    (_, { failure }) => ({ type: 'notice.show', notice: errorNotice(failure) }),
  ),
});
