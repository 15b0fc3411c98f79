/** The dialogs of a case in which a robot is chosen: one that is sent to the place, or one that speaks there. */
import { assertEvent, assign } from 'xstate';
import { failureOf } from '../failure.ts';
import { alarmCase, caseId, type CaseRobots, NO_ROBOTS } from './alarmCase.setup.ts';

export const sendRobot = alarmCase.enqueueActions(({ context: { robots, chosen }, event, enqueue }) => {
  assertEvent(event, 'send.confirm');
  const comer = robots.comers.find(({ serialNumber }) => serialNumber === chosen);
  if (!comer) return;
  const { serialNumber, robotName, stop } = comer;
  enqueue.sendTo('robotActions', {
    type: 'action.ask',
    serialNumber,
    robotName,
    request: { kind: 'goTo', ...stop },
    at: event.at,
  });
});
export const letSpeak = alarmCase.enqueueActions(({ context: { robots, chosen }, event, enqueue }) => {
  assertEvent(event, 'speak.confirm');
  const speaker = robots.speakers.find(({ serialNumber }) => serialNumber === chosen);
  if (!speaker) return;
  const { serialNumber, robotName } = speaker;
  enqueue.sendTo('robotActions', { type: 'phrase.say', serialNumber, robotName, text: event.text, at: event.at });
});

/** A dialog with the robots for the place: loaded each time, because they move. */
export const choosingRobot = (
  confirm: 'send.confirm' | 'speak.confirm',
  carryOut: typeof sendRobot,
  of: (robots: CaseRobots) => readonly { serialNumber: string }[],
) =>
  alarmCase.createStateConfig({
    on: { 'dialog.close': 'closed', 'page.queryChanged': 'closed' },
    initial: 'loading',
    states: {
      loading: {
        tags: 'robotsLoading',
        invoke: {
          src: 'loadRobots',
          input: caseId,
          onDone: {
            target: 'choosing',
            actions: assign(({ event }) => ({
              robots: event.output,
              robotsFailure: null,
              chosen: of(event.output)[0]?.serialNumber ?? '',
            })),
          },
          onError: {
            target: 'choosing',
            actions: assign(({ event }) => ({
              robots: NO_ROBOTS,
              robotsFailure: failureOf(event.error),
              chosen: '',
            })),
          },
        },
      },
      choosing: {
        on: {
          'robots.retry': 'loading',
          'robot.pick': { actions: alarmCase.assign({ chosen: ({ event }) => pickedIn(event) }) },
          [confirm]: { target: '#alarmCase.dialog.closed', actions: carryOut },
        },
      },
    },
  });
const pickedIn = (event: { type: string; serialNumber?: string }): string => event.serialNumber ?? '';
