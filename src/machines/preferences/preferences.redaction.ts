/** Redaction rules of `preferences` (machines/recording/redaction.ts). */
import { VIEW } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PreferencesEvent } from '../app/events.ts';
import type { KeptPreferences, PreferencesContext } from './preferences.machine.ts';

const KEPT = {
  language: true,
  theme: true,
  sidebarOpen: true,
  panelOpen: true,
  panelNarrow: true,
  viewOrder: true,
  stickSide: true,
  size: true,
} as const;

export const preferencesRedaction = defineRedaction<PreferencesContext, PreferencesEvent, KeptPreferences>()({
  context: { ...KEPT, sidebarAtOnce: true, tabs: { '*': VIEW }, tab: 'path' },
  input: KEPT,
  events: {
    'language.choose': { language: true },
    'theme.choose': { theme: true },
    'stick.choose': { side: true },
    'size.choose': { size: true },
    'sidebar.close': { withoutAnimation: true },
    'views.order': { order: true },
    'tab.visited': { view: VIEW },
    'tab.scrolled': { path: 'path', search: 'query', scroll: true },
    'tab.close': { path: 'path' },
    'tab.closeOthers': { path: 'path' },
    'tabs.affixed': { views: { '*': VIEW } },
    'layout.measured': { width: true },
  },
});
