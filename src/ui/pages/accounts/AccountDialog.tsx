/** Dialog for a new account, an existing account or an invitation. Errors are shown at their fields. */
import { useSelector } from '@xstate/react';
import { ACCOUNT_ROLES } from '../../../../contract/entities/constants.ts';
import { type AccountFormKind, withRole } from '../../../machines/accounts/accountForm.machine.ts';
import {
  type AccountFormRef,
  type AccountsRef,
  selectAccountForm,
} from '../../../machines/accounts/accounts.selectors.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useOwnId } from '../../hooks/useOwnId.ts';
import { useT } from '../../hooks/useT.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { ROLE_KEYS, ROLE_TEXT_KEYS } from '../../labels/roleTexts.ts';

const TITLE = {
  create: 'accounts.create',
  edit: 'accounts.form.edit',
  invite: 'accounts.form.invite',
} as const satisfies Record<AccountFormKind, string>;
const TEXT = {
  create: 'accounts.form.createText',
  edit: 'accounts.form.editText',
  invite: 'accounts.form.inviteText',
} as const satisfies Record<AccountFormKind, string>;
const SAVE = {
  create: 'accounts.form.createSave',
  edit: 'accounts.form.editSave',
  invite: 'accounts.form.inviteSave',
} as const satisfies Record<AccountFormKind, string>;
const LABEL = {
  nickname: 'shared.personName',
  email: 'common.email',
  phoneNumber: 'shared.phoneNumber',
  target: 'shared.emailOrPhoneNumber',
} as const;
const TYPE = { nickname: 'text', email: 'email', phoneNumber: 'tel', target: 'text' } as const;
const FIELDS = {
  create: ['nickname', 'email', 'phoneNumber'],
  edit: ['nickname', 'email', 'phoneNumber'],
  invite: ['target'],
} as const;

export function AccountDialog({ screen }: { readonly screen: AccountsRef }) {
  const form = useSelector(screen, selectAccountForm);
  return form && <Editor form={form} onCancel={() => screen.send({ type: 'dialog.close' })} />;
}

function Editor({ form, onCancel }: { readonly form: AccountFormRef; readonly onCancel: () => void }) {
  const t = useT();
  const { draft, saving, errorOf, refusalBeside, submit, textOf } = useForm(form);
  const { kind, demo } = draft;
  const fields = FIELDS[kind];
  return (
    <FormDialog
      title={t(TITLE[kind])}
      description={t(TEXT[kind])}
      submitLabel={t(SAVE[kind])}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      refusal={refusalBeside(...fields, 'roles')}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {fields.map((field) => (
        <Field
          key={field}
          label={t(LABEL[field])}
          error={errorOf(field)}
          hint={field === 'phoneNumber' ? t('accounts.form.phoneHint') : undefined}
        >
          <TextInput type={TYPE[field]} autoComplete="off" {...textOf(field)} />
        </Field>
      ))}
      <Roles form={form} />
      {demo && <p className="field-hint">{t('accounts.form.demo')}</p>}
    </FormDialog>
  );
}

function Roles({ form }: { readonly form: AccountFormRef }) {
  const t = useT();
  const ownId = useOwnId();
  const {
    draft: { roles, accountId },
    errorOf,
    change,
  } = useForm(form);
  return (
    <FieldGroup label={t('shared.roles')} error={errorOf('roles')}>
      {ACCOUNT_ROLES.map((role) => {
        const ownAdmin = role === 'admin' && accountId === ownId ? t('accounts.notOwnAdmin') : undefined;
        return (
          <div key={role}>
            <Checkbox
              label={t(ROLE_KEYS[role])}
              checked={roles.includes(role)}
              onChange={(on) => change('roles', withRole(roles, role, on))}
              disabledReason={ownAdmin}
            />
            <p className="mt-0.5 ml-6 text-12 text-text-2">{ownAdmin ?? t(ROLE_TEXT_KEYS[role])}</p>
          </div>
        );
      })}
    </FieldGroup>
  );
}
