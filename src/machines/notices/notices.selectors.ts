import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { noticesMachine } from './notices.machine.ts';

export type NoticesRef = ActorRefFrom<typeof noticesMachine>;

type Snapshot = SnapshotFrom<typeof noticesMachine>;

export const selectNotice = ({ context }: Snapshot) => context.notice;
export const selectNoticeNumber = ({ context }: Snapshot) => context.number;
/** While it is held, the progress line of its timer is paused. */
export const selectIsNoticeHeld = (snapshot: Snapshot) => snapshot.matches({ shown: 'held' });
