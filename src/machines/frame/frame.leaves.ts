/** Of the frame: what is open, never what is typed. */
import { leavesOf } from '../capsule/leaves.ts';
import type { FrameEvent } from '../app/messages.ts';
import type { FrameContext } from './frame.machine.ts';

export const frameLeaves = leavesOf<FrameContext, FrameEvent>()({
  // The palette's words are typed.
  context: { pointed: true, groups: true },
  events: {
    'group.toggle': { name: true, open: true },
    'palette.point': { id: true },
    'layout.measured': { width: true },
  },
});
