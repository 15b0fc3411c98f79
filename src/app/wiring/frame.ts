/** Connects the frame to the window's width. */
import { type EventObject, fromCallback } from 'xstate';
import { frameMachine } from '../../machines/frame/frame.machine.ts';
import type { FrameEvent } from '../../machines/app/events.ts';
import type { Services } from '../services.ts';

export const wireFrame = ({ world: { media } }: Pick<Services, 'world'>) =>
  frameMachine.provide({
    actors: {
      measure: fromCallback<EventObject>(({ sendBack }) =>
        media.onWidth((width) => sendBack({ type: 'layout.measured', width } satisfies FrameEvent)),
      ),
    },
  });
