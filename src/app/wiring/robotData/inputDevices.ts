/** Input of a robot's page: keys, gamepads, Escape, and the outgoing teleop messages. */
import { fromCallback, type EventObject } from 'xstate';
import type { TeleopPulse } from '../../../machines/robotData/teleop.setup.ts';
import { publishTeleop as send } from '../../../services/teleopPublisher.ts';
import { listenGamepad } from '../../../services/gamepad.ts';
import { listenDriving } from '../../../services/keyboardDriving.ts';
import { listenEscape, watchEscape } from '../../../services/keyboardEscape.ts';
import type { RobotNeeds, RobotShared } from './needs.ts';

export const keyboard = ({ browser }: RobotNeeds) =>
  fromCallback(({ sendBack }) =>
    listenDriving(browser.window, (stick) => sendBack({ type: 'stick.set', source: 'keyboard', ...stick })),
  );

/** @param stop presses Stop on the page that the gamepad controls */
export const gamepad = ({ browser, clock }: RobotNeeds) =>
  fromCallback(({ sendBack, system }) =>
    listenGamepad(
      { window: browser.window, pads: browser.pads, nextFrame: browser.nextFrame },
      {
        moved: (stick) => sendBack({ type: 'stick.set', source: 'gamepad', ...stick }),
        stopPressed: () => system.get('screen')?.send({ type: 'stop.press', at: clock.now() }),
      },
    ),
  );

export const escapeKey = ({ browser, clock }: RobotNeeds) =>
  fromCallback<EventObject, { first: boolean }>(({ input: { first }, sendBack }) => {
    const stops = [
      listenEscape(browser.window, browser.document, first, () =>
        sendBack({ type: 'escape.pressed', at: clock.now() }),
      ),
      watchEscape(browser.document, first, (reaches) => sendBack({ type: 'escape.reaches', reaches })),
    ];
    return () => stops.forEach((stop) => stop());
  });

export const sendPulse =
  ({ links, ticks }: RobotNeeds, { terms, pulses }: RobotShared) =>
  ({ serialNumber, ...pulse }: TeleopPulse): void => {
    const at = ticks();
    const left = send(
      {
        bufferedAmount: () => links.bufferedAmount(serialNumber),
        publish: (topic, payload) => links.publish(serialNumber, topic, payload),
      },
      terms.get(serialNumber)?.mqttSubTopic ?? '',
      pulse,
    );
    if (left) pulses.note({ ...pulse, serialNumber }, at);
  };
