/** Selectors of the picture of a call that the user is not in. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { callPreviewMachine } from './callPreview.machine.ts';

export type CallPreviewRef = ActorRefFrom<typeof callPreviewMachine>;
type Snapshot = SnapshotFrom<typeof callPreviewMachine>;
export type PreviewPicture = 'connecting' | 'live' | 'lost' | 'blind';

export const selectPreview = ({ context }: Snapshot) => context;
export const selectPreviewPicture = (snapshot: Snapshot): PreviewPicture =>
  snapshot.hasTag('live')
    ? 'live'
    : snapshot.hasTag('lost')
      ? 'lost'
      : snapshot.hasTag('blind')
        ? 'blind'
        : 'connecting';
export const selectIsPreviewHeard = (snapshot: Snapshot): boolean => snapshot.matches({ speaker: 'on' });
