/** Connects the frame to the window's width, and to the demo's faults. */
import { type EventObject, fromCallback } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { frameMachine } from '../../machines/frame/frame.machine.ts';
import type { FrameEvent } from '../../machines/app/events.ts';
import { failureOf } from '../../machines/failure.ts';
import type { Services } from '../services.ts';

/** How often the server is asked whether a fault of the demo is on, ms. */
const FAULT_EVERY_MS = 10_000;

export const wireFrame = ({ present, world: { media } }: Pick<Services, 'world' | 'present'>) =>
  frameMachine.provide({
    actors: {
      measure: fromCallback<EventObject>(({ sendBack }) =>
        media.onWidth((width) => sendBack({ type: 'layout.measured', width } satisfies FrameEvent)),
      ),
      watchFault: fromCallback<EventObject>(({ sendBack }) => {
        const { api } = present();
        let wasOn = false;
        const look = async (): Promise<void> => {
          try {
            const { isOn } = await api.faults.isOn({}, { once: true });
            if (isOn !== wasOn) sendBack({ type: 'fault.noticed', isOn } satisfies FrameEvent);
            wasOn = isOn;
          } catch (error) {
            // Without the demo the path does not exist. Any other error is shown elsewhere, and the next look may succeed.
            if (failureOf(error).code === ERRORS.unknownPath) clearInterval(timer);
          }
        };
        const timer = setInterval(() => void look(), FAULT_EVERY_MS);
        void look();
        return () => clearInterval(timer);
      }),
    },
  });
