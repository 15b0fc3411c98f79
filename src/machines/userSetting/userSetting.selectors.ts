/** Selectors of personal settings. The forms have their own selectors (factories/form.selectors.ts). */
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

/** The page's child actors by name; they live as long as the page. */
export const selectParts = ({
  children: { avatar, nickname, email, phoneNumber, password, timeZone, sessions },
}: Page) => ({ avatar, nickname, email, phoneNumber, password, timeZone, sessions });

export const selectRows = ({ context }: Sessions) => context.rows;
export const selectListFailure = ({ context }: Sessions) => context.failure;
export const selectIsListLoading = (snapshot: Sessions) => snapshot.hasTag('waiting');
export const selectIsEnding = (snapshot: Sessions) => snapshot.hasTag('ending');
/** The confirmation before ending sessions; null while it is closed. */
export const selectEndQuestion = ({ children }: Sessions) => children.confirm ?? null;

export const selectPicture = ({ context }: Avatar) => context.picture;
export const selectCrop = ({ context }: Avatar) => context.crop;
export const selectAvatarFailure = ({ context }: Avatar) => context.failure;
export const selectIsCropping = (snapshot: Avatar) => snapshot.hasTag('cropping');
export const selectIsAvatarSaving = (snapshot: Avatar) => snapshot.hasTag('saving');
export const selectIsAvatarWaiting = (snapshot: Avatar) => snapshot.hasTag('waiting');
/** The confirmation before removing the avatar; null while it is closed. */
export const selectAvatarQuestion = ({ children }: Avatar) => children.confirm ?? null;

/** The form in the dialog; null while it is closed. The children live as long as the dialog is open. */
export const selectContactForm = ({ children }: Contact) => children.form ?? null;
export const selectContactCode = ({ children }: Contact) => children.code ?? null;
/** Whether there was a value when the dialog was opened. */
export const selectHadContact = ({ context }: Contact) => context.current !== '';
