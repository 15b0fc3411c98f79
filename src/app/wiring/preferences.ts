/** Connects the user's settings to the browser storage (spec 3: keys and cookies). */
import { type KeptPreferences, preferencesMachine } from '../../machines/preferences/preferences.machine.ts';
import type { BrowserStorage } from '../../services/storage.ts';
import type { Services } from '../services.ts';

export function wirePreferences({ world: { storage, head } }: Services) {
  const keep = ({
    language,
    theme,
    sidebarOpen,
    panelOpen,
    panelNarrow,
    viewOrder,
    stickSide,
    size,
  }: Partial<KeptPreferences>): void => {
    if (language !== undefined) storage.keepLanguage(language);
    if (theme !== undefined) {
      storage.keepTheme(theme);
      head.theme(theme);
    }
    if (sidebarOpen !== undefined) storage.keepSidebar(sidebarOpen);
    if (panelOpen !== undefined) storage.keepPanel(panelOpen);
    if (panelNarrow !== undefined) storage.keepPanelNarrow(panelNarrow);
    if (viewOrder !== undefined) storage.keepViewOrder(viewOrder);
    if (size !== undefined) {
      storage.keepSize(size);
      head.size(size);
    }
    if (stickSide !== undefined) storage.keepStickSide(stickSide);
  };
  return preferencesMachine.provide({ actions: { keep: (_, { kept }) => keep(kept) } });
}

export const keptPreferences = (storage: BrowserStorage): KeptPreferences => ({
  language: storage.language(),
  theme: storage.theme(),
  sidebarOpen: storage.isSidebarOpen(),
  panelOpen: storage.isPanelOpen(),
  panelNarrow: storage.isPanelNarrow(),
  viewOrder: storage.viewOrder(),
  stickSide: storage.stickSide(),
  size: storage.size(),
});
