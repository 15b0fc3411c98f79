/**
 * Personal settings (spec 2 /home/user-setting): each form and the list of sessions are separate machines, which the
 * page starts with the user's current data. Language and theme belong to `preferences`; they apply at once and to this
 * browser.
 */
import { sendTo, setup } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { avatarMachine } from './avatar.machine.ts';
import { contactMachine } from './contact.machine.ts';
import { nicknameMachine } from './nickname.machine.ts';
import { ownSessionsMachine } from './ownSessions.machine.ts';
import { EMPTY_PASSWORDS, passwordMachine } from './password.machine.ts';
import { timeZoneMachine } from './timeZone.machine.ts';

export interface UserSettingContext {
  /** As they were when the page was opened. */
  nickname: string;
  timeZone: string;
  language: Language;
}

export const userSettingMachine = setup({
  types: {
    context: {} as UserSettingContext,
    input: {} as PageInput,
    events: {} as PageEvent,
    children: {} as {
      avatar: 'avatar';
      nickname: 'nickname';
      email: 'contact';
      phoneNumber: 'contact';
      password: 'password';
      timeZone: 'timeZone';
      sessions: 'ownSessions';
    },
  },
  actors: {
    avatar: avatarMachine,
    nickname: nicknameMachine,
    contact: contactMachine,
    password: passwordMachine,
    timeZone: timeZoneMachine,
    ownSessions: ownSessionsMachine,
  },
}).createMachine({
  id: 'userSetting',
  context: ({ input: { user, language } }) => ({
    nickname: user?.nickname ?? '',
    timeZone: user?.timeZone ?? '',
    language,
  }),
  invoke: [
    { src: 'avatar', id: 'avatar' },
    { src: 'nickname', id: 'nickname', input: ({ context: { nickname } }) => ({ saved: { nickname } }) },
    { src: 'contact', id: 'email', input: ({ context: { language } }) => ({ kind: 'email', language }) },
    { src: 'contact', id: 'phoneNumber', input: ({ context: { language } }) => ({ kind: 'phone', language }) },
    { src: 'password', id: 'password', input: { saved: EMPTY_PASSWORDS } },
    { src: 'timeZone', id: 'timeZone', input: ({ context: { timeZone } }) => ({ saved: { timeZone } }) },
    { src: 'ownSessions', id: 'sessions' },
  ],
  on: {
    // A session ended, here or elsewhere, or updates were missed.
    'page.noticed': { actions: sendTo('sessions', { type: 'sessions.refresh' }) },
    'page.resumed': { actions: sendTo('sessions', { type: 'sessions.refresh' }) },
  },
});
