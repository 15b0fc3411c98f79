/** Redaction rules of personal settings (machines/recording/redaction.ts): no name, no address, no device. */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import type { AvatarContext, AvatarEvent } from './avatar.machine.ts';
import type { ContactContext, ContactEvent, ContactInput } from './contact.machine.ts';
import type { OwnSessionsContext, OwnSessionsEvent } from './ownSessions.machine.ts';
import type { UserSettingContext } from './userSetting.machine.ts';

const SESSION = { id: true, current: true, way: true, startedAt: true, lastUsedAt: true } as const;

export const userSettingRedaction = defineRedaction<UserSettingContext, PageEvent, PageInput>()({
  context: { language: true },
  input: PAGE_INPUT,
  events: PAGE_EVENTS,
});
export const ownSessionsRedaction = defineRedaction<OwnSessionsContext, OwnSessionsEvent>()({
  context: { rows: { '*': SESSION }, failure: 'failure', asked: SESSION },
  events: { 'session.end': { session: SESSION } },
  outputs: { loadSessions: { '*': SESSION } },
});
/** Neither the image nor its name; the crop reveals nothing about it. */
export const avatarRedaction = defineRedaction<AvatarContext, AvatarEvent>()({
  context: { picture: { width: true, height: true }, crop: true, failure: 'failure' },
  events: { 'crop.change': { crop: true } },
  outputs: { readPicture: { width: true, height: true } },
});
/** Neither old nor new address or number; the country code is not personal. */
export const contactRedaction = defineRedaction<ContactContext, ContactEvent, ContactInput>()({
  context: { kind: true, language: true },
  input: { kind: true, language: true },
});
export const contactFormRedaction = defineRedaction<FormContext, FormEvent, FormInput>()(
  formRules({ by: true, country: true }),
);

export {
  FORM_RULES as nicknameRedaction,
  FORM_RULES as passwordRedaction,
  FORM_RULES as timeZoneRedaction,
} from '../factories/form.redaction.ts';
