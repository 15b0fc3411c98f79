import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { navigationMachine } from './navigation.machine.ts';

export type NavigationRef = ActorRefFrom<typeof navigationMachine>;

type Snapshot = SnapshotFrom<typeof navigationMachine>;

export const selectPath = ({ context }: Snapshot) => context.path;
/** With its question mark, or empty. */
export const selectSearch = ({ context }: Snapshot) => context.search;
export const selectShownPage = ({ context }: Snapshot) => context.shown;
/** The page names of this console: the menu shows no others. */
export const selectKnownPages = ({ context }: Snapshot) => context.knownPages;
