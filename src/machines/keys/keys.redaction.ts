/** Redaction rules of `keys` (machines/recording/redaction.ts): which keys and apps exist; no secrets and no names. */
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import type { RecordEvent, SecretContext } from '../factories/recordPage.ts';
import { recordPageRules } from '../factories/recordPage.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { KeyFields, RevealedSecret } from './keyForm.machine.ts';
import type { KeysResult, KeyTask } from './keys.machine.ts';

const KEY = { id: true, kind: true, serialNumber: true, createdAt: true, lastUsedAt: true, revokedAt: true } as const;
const APP = {
  appId: true,
  userId: true,
  role: true,
  robots: true,
  createdAt: true,
  lastUsedAt: true,
  lockedAt: true,
  revokedAt: true,
} as const;
const MORE = { apps: { '*': APP } } as const;
const FIELDS = { what: true, kind: true, role: true } as const;
const REVEALED = { what: true, appId: true, userId: true, links: { '*': { page: true } } } as const;
const RULES = recordPageRules(KEY, { act: true, id: true }, FIELDS);

export const keysRedaction = defineRedaction<
  SecretContext<KeysResult, KeyFields, KeyTask, RevealedSecret>,
  RecordEvent<KeyFields, KeyTask>,
  PageInput
>()({
  ...RULES,
  context: { ...RULES.context, ...MORE, shown: REVEALED, leaveTo: 'path' },
  input: PAGE_INPUT,
  outputs: { ...RULES.outputs, loadList: { ...RULES.outputs.loadList, ...MORE }, act: REVEALED },
  defaults: { ...RULES.defaults, query: {}, total: 0, leaveTo: '' },
});

export const keyFormRedaction = defineRedaction<
  FormContext<KeyFields, RevealedSecret | null>,
  FormEvent<KeyFields>,
  FormInput<KeyFields>
>()({ ...formRules(FIELDS), outputs: { save: REVEALED } });
