/** What the first chunk reads of actors whose other selectors only later pages need. */
import type { SnapshotFrom } from 'xstate';
import type { pendingStopsMachine } from '../pendingStops/pendingStops.machine.ts';
import type { preferencesMachine } from '../preferences/preferences.machine.ts';
import type { sessionMachine } from '../session/session.machine.ts';

/** The bar of pending Stops has its code and its texts. Undefined: a recording from before that machine existed. */
export const selectIsBarDrawable = (snapshot: SnapshotFrom<typeof pendingStopsMachine> | undefined): boolean =>
  snapshot?.hasTag('drawable') ?? false;
/** Signed in by the stored token, but the server does not respond: retrying. */
export const selectIsCloudAway = (snapshot: SnapshotFrom<typeof sessionMachine>) => snapshot.hasTag('cloudAway');
export const selectLanguage = ({ context }: SnapshotFrom<typeof preferencesMachine>) => context.language;
