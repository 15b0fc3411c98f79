/** What the page of personal settings shows. The forms have selectors of their own (factories/form.selectors.ts). */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { avatarMachine } from './avatar.machine.ts';
import type { contactMachine } from './contact.machine.ts';
import type { ownSessionsMachine } from './ownSessions.machine.ts';
import type { userSettingMachine } from './userSetting.machine.ts';

export type ContactRef = ActorRefFrom<typeof contactMachine>;
export type OwnSessionsRef = ActorRefFrom<typeof ownSessionsMachine>;
export type AvatarRef = ActorRefFrom<typeof avatarMachine>;
export type UserSettingRef = ActorRefFrom<typeof userSettingMachine>;

type Page = SnapshotFrom<typeof userSettingMachine>;
type Avatar = SnapshotFrom<typeof avatarMachine>;
type Contact = SnapshotFrom<typeof contactMachine>;
type Sessions = SnapshotFrom<typeof ownSessionsMachine>;

/** The page's parts, by name; they live as long as it does. */
export const selectParts = ({
  children: { avatar, nickname, email, phoneNumber, password, timeZone, sessions },
}: Page) => ({ avatar, nickname, email, phoneNumber, password, timeZone, sessions });

export const selectRows = ({ context }: Sessions) => context.rows;
export const selectListFailure = ({ context }: Sessions) => context.failure;
export const selectIsListLoading = (snapshot: Sessions) => snapshot.hasTag('waiting');
export const selectIsEnding = (snapshot: Sessions) => snapshot.hasTag('ending');
/** The question before ending; null while nobody asks. */
export const selectEndQuestion = ({ children }: Sessions) => children.confirm ?? null;

export const selectPicture = ({ context }: Avatar) => context.picture;
export const selectCrop = ({ context }: Avatar) => context.crop;
export const selectAvatarFailure = ({ context }: Avatar) => context.failure;
export const selectIsCropping = (snapshot: Avatar) => snapshot.hasTag('cropping');
export const selectIsAvatarSaving = (snapshot: Avatar) => snapshot.hasTag('saving');
export const selectIsAvatarWaiting = (snapshot: Avatar) => snapshot.hasTag('waiting');
/** The question before the picture is taken away; null while nobody asks. */
export const selectAvatarQuestion = ({ children }: Avatar) => children.confirm ?? null;

/** The window in which a new one is asked for; null while it is closed. Its children live as long as it is open. */
export const selectContactForm = ({ children }: Contact) => children.form ?? null;
export const selectContactCode = ({ children }: Contact) => children.code ?? null;
/** Whether there was one when the window was opened. */
export const selectHadContact = ({ context }: Contact) => context.current !== '';
