import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';

export type AppRef = ActorRefFrom<typeof appMachine>;

type Snapshot = SnapshotFrom<typeof appMachine>;

/** The page whose machine is the child `screen`; null before the first one. */
export const selectPage = ({ context }: Snapshot) => context.page;
/** The next page is being loaded. */
export const selectIsPageLoading = (snapshot: Snapshot) => snapshot.hasTag('pageLoading');
export const selectPageFailure = ({ context }: Snapshot) => context.failure;
export const selectIsPresent = (snapshot: Snapshot) => snapshot.matches({ account: 'present' });
export const selectChildren = ({ children }: Snapshot) => children;
/**
 * The frame will probably come at once. A page that also works without it waits: drawn before and again inside the frame,
 * it would lose its focus and an open file dialog.
 */
export const selectIsFrameDue = (snapshot: Snapshot) => snapshot.hasTag('frameDue');
