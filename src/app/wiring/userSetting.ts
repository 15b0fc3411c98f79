/** Wires personal settings: the API call of each form, and drafts kept in this tab until they are saved. */
import { fromPromise } from 'xstate';
import { profile } from '../../../contract/endpoints/profile.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import type { AccountSession } from '../../../contract/entities/user.ts';
import type { FormFields } from '../../machines/factories/form.ts';
import { avatarMachine, type ReadPicture } from '../../machines/userSetting/avatar.machine.ts';
import { type Crop, squareOf } from '../../machines/userSetting/crop.ts';
import { contactMachine } from '../../machines/userSetting/contact.machine.ts';
import { contactFormMachine, contactTarget } from '../../machines/userSetting/contactForm.machine.ts';
import { nicknameMachine } from '../../machines/userSetting/nickname.machine.ts';
import { ownSessionsMachine } from '../../machines/userSetting/ownSessions.machine.ts';
import { passwordMachine } from '../../machines/userSetting/password.machine.ts';
import { timeZoneMachine } from '../../machines/userSetting/timeZone.machine.ts';
import { userSettingMachine } from '../../machines/userSetting/userSetting.machine.ts';
import { createClient } from '../../services/api.ts';
import { createPictures } from '../../services/pictures.ts';
import type { Services } from '../services.ts';
import { keptForm } from './keptForm.ts';
import { wireContactCode } from './verification.ts';

export function wireUserSetting(services: Services) {
  const api = createClient(profile, services.transport);
  const pictures = createPictures({ page: document });
  const saving = (save: (fields: FormFields, signal: AbortSignal) => Promise<unknown>) =>
    fromPromise<unknown, { fields: FormFields }>(({ input, signal }) => save(input.fields, signal));
  const wired = (form: string, save: Parameters<typeof saving>[0]) => {
    const { recall, keep } = keptForm<FormFields>(services, form);
    return {
      actors: { recallDraft: recall, save: saving(save) },
      actions: { keepDraft: (_: unknown, { draft }: { draft: FormFields | null }) => keep(draft) },
    };
  };

  return userSettingMachine.provide({
    actors: {
      avatar: avatarMachine.provide({
        actors: {
          readPicture: fromPromise<ReadPicture, { file: File }>(({ input: { file } }) => pictures.read(file)),
          savePicture: fromPromise<unknown, { picture: ReadPicture | null; crop: Crop }>(
            async ({ input: { picture, crop }, signal }) =>
              api.updateAvatar(
                { avatarUrl: picture ? pictures.cut(picture.url, squareOf(picture, crop)) : '' },
                { signal },
              ),
          ),
        },
        actions: { forgetPicture: (_, { url }) => pictures.forget(url) },
      }),
      nickname: nicknameMachine.provide(
        wired('nickname', async ({ nickname = '' }, signal) => api.updateNickname({ nickname }, { signal })),
      ),
      timeZone: timeZoneMachine.provide(
        wired('timeZone', async ({ timeZone = '' }, signal) => api.updateTimeZone({ timeZone }, { signal })),
      ),
      password: passwordMachine.provide(
        wired('password', async ({ oldPassword = '', password = '' }, signal) =>
          api.updatePassword(
            { oldPassword: encodePassword(oldPassword), password: encodePassword(password) },
            { signal },
          ),
        ),
      ),
      contact: contactMachine.provide({
        actors: {
          contactForm: contactFormMachine.provide(
            wired('contact', async (draft, signal) => {
              const { email, phoneNumber, country } = contactTarget(draft);
              const proof = {
                verificationCode: (draft['code'] ?? '').trim(),
                password: encodePassword(draft['password'] ?? ''),
              };
              const { updateEmail, updatePhoneNumber } = api;
              return draft['by'] === 'email'
                ? updateEmail({ email, ...proof }, { signal })
                : updatePhoneNumber({ phoneNumber, countryAreaCode: country, ...proof }, { signal });
            }),
          ),
          codeRequest: wireContactCode(services),
        },
      }),
      ownSessions: ownSessionsMachine.provide({
        actors: {
          loadSessions: fromPromise<readonly AccountSession[]>(async ({ signal }) => api.sessions({}, { signal })),
          endSessions: fromPromise<unknown, { sessionId: string | null }>(async ({ input: { sessionId } }) =>
            sessionId === null ? api.endOtherSessions({}) : api.endSession({ sessionId }),
          ),
        },
      }),
    },
  });
}
