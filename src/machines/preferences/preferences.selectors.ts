import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { preferencesMachine } from './preferences.machine.ts';

export type PreferencesRef = ActorRefFrom<typeof preferencesMachine>;

type Snapshot = SnapshotFrom<typeof preferencesMachine>;

export const selectTheme = ({ context }: Snapshot) => context.theme;
export const selectIsMobile = (snapshot: Snapshot) => snapshot.hasTag('mobile');
export const selectIsSidebarOpen = ({ context }: Snapshot) => context.sidebarOpen;
/** Close without animation. */
export const selectIsSidebarAtOnce = ({ context }: Snapshot) => context.sidebarAtOnce;
export const selectIsPanelOpen = ({ context }: Snapshot) => context.panelOpen;
export const selectIsPanelNarrow = ({ context }: Snapshot) => context.panelNarrow;
export const selectStickSide = ({ context }: Snapshot) => context.stickSide;
export const selectSize = ({ context }: Snapshot) => context.size;
export const selectViewOrder = ({ context }: Snapshot) => context.viewOrder;
export const selectTabs = ({ context }: Snapshot) => context.tabs;
export const selectTabPath = ({ context }: Snapshot) => context.tab;
