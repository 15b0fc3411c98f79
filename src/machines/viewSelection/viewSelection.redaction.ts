/** Redaction rules of `viewSelection` (machines/recording/redaction.ts). */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { ViewSelectionContext, ViewSelectionEvent } from './viewSelection.machine.ts';

export const viewSelectionRedaction = defineRedaction<ViewSelectionContext, ViewSelectionEvent, PageInput>()({
  context: { views: true, marked: true, hasLast: true, remember: true },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'views.seen': { views: true, view: true },
    'view.pick': { view: true },
    'remember.set': { remember: true },
  },
  outputs: { hasLastView: { hasLast: true } },
});
