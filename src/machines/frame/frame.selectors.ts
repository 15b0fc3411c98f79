import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { frameMachine } from './frame.machine.ts';

export type FrameRef = ActorRefFrom<typeof frameMachine>;

type Snapshot = SnapshotFrom<typeof frameMachine>;

export const selectIsPaletteOpen = (snapshot: Snapshot): boolean => snapshot.matches({ palette: 'open' });
export const selectPaletteKeyword = ({ context }: Snapshot): string => context.keyword;
export const selectPointed = ({ context }: Snapshot): string | null => context.pointed;
export const selectIsDrawerOpen = (snapshot: Snapshot): boolean => snapshot.matches({ drawer: 'open' });
/** Too narrow for the full sidebar: it is collapsed unless the user opens it. */
export const selectIsNarrowDesk = (snapshot: Snapshot): boolean => snapshot.matches({ sidebar: 'narrow' });
export const selectIsPeeking = (snapshot: Snapshot): boolean => snapshot.matches({ sidebar: { narrow: 'peeking' } });
export const selectGroups = ({ context }: Snapshot) => context.groups;
/** A fault of the demo was switched on. */
export const selectIsFaultOn = ({ context }: Snapshot): boolean => context.isFaultOn;
/** null while no tab menu is open. */
export const selectTabMenu = ({ context }: Snapshot) => context.tabMenu;
