/**
 * API keys for wall displays and robots' screens, and integrators' apps, for administrators: an editor for new ones and
 * confirmed actions (machines/factories/recordPage.ts). Secrets are shown once.
 */
import { setup } from 'xstate';
import type { IntegratorApp } from '../../../contract/entities/integratorApp.ts';
import type { WallKey } from '../../../contract/entities/wallKey.ts';
import { type QuestionTexts, questionWith } from '../factories/confirm.machine.ts';
import type { ListResult } from '../factories/pagedList.ts';
import { secretPage } from '../factories/recordPage.ts';
import { type KeyFields, keyFormMachine, type RevealedSecret } from './keyForm.machine.ts';

/** All keys in one page, and all apps. */
export interface KeysResult extends ListResult<WallKey> {
  apps: readonly IntegratorApp[];
}
export type KeyAct = 'revokeKey' | 'revokeApp' | 'renewSecret';
/** An action on a key or an app. */
export interface KeyTask {
  act: KeyAct;
  id: string;
  name: string;
}

const QUESTIONS: Readonly<Record<KeyAct, QuestionTexts>> = {
  revokeKey: ['keys.ask.revokeKey.title', 'keys.ask.revokeKey.text', 'keys.ask.revokeKey.yes'],
  revokeApp: ['keys.ask.revokeApp.title', 'keys.ask.revokeApp.text', 'keys.ask.revokeApp.yes'],
  renewSecret: ['keys.ask.renewSecret.title', 'keys.ask.renewSecret.text', 'keys.ask.renewSecret.yes'],
};

const page = secretPage<KeysResult, Record<never, never>, KeyFields, KeyTask, RevealedSecret>({
  requestOf: () => ({}),
  typed: [],
  nothing: { apps: [] },
  form: keyFormMachine,
  // A new key or app always has a secret to show.
  savedOf: ({ name }) => ({ key: 'common.done', params: { name } }),
  questionOf: ({ act, name }) => questionWith(QUESTIONS[act], { name }),
  doneOf: ({ name }) => ({ key: 'keys.revoked', params: { name } }),
});

export const keysMachine = setup(page.setup).createMachine({ id: 'keys', ...page.config });
