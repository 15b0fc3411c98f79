/** Redaction rules of the frame: what is open, never what is typed. */
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { FrameEvent } from '../app/events.ts';
import type { FrameContext } from './frame.machine.ts';

const TAB_MENU = { path: 'path', x: true, y: true } as const satisfies RedactionRule;

export const frameRedaction = defineRedaction<FrameContext, FrameEvent>()({
  // The palette's search text is typed and therefore left out.
  context: { pointed: true, groups: true, tabMenu: TAB_MENU, isFaultOn: true },
  events: {
    'group.toggle': { name: true, open: true },
    'palette.point': { id: true },
    'tabMenu.open': { menu: TAB_MENU },
    'layout.measured': { width: true },
    'fault.noticed': { isOn: true },
  },
  defaults: { tabMenu: null, isFaultOn: false },
});
