import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { sessionMachine } from './session.machine.ts';

export type SessionRef = ActorRefFrom<typeof sessionMachine>;

type Snapshot = SnapshotFrom<typeof sessionMachine>;

export const selectUser = ({ context }: Snapshot) => context.user;
/** The steps of the first set-up, while some are open; null otherwise. */
export const selectSetUp = ({ context: { user } }: Snapshot) => {
  const progress = user?.checklist ?? null;
  return progress !== null && progress.done < progress.total ? progress : null;
};
export const selectRoutes = ({ context }: Snapshot) => context.routes;
/** Navbar: nickname, else phone number, else e-mail (spec 2). */
export const selectDisplayName = ({ context: { user } }: Snapshot) =>
  user ? user.nickname || user.phoneNumber || user.email : '';
export const selectIsSignedIn = (snapshot: Snapshot) => snapshot.hasTag('signedIn');
export const selectSignInFailure = ({ context }: Snapshot) => context.failure;
/** The sign-out confirmation; null while it is closed. */
export const selectSignOutQuestion = ({ children }: Snapshot) => children.confirm ?? null;
