/** Dialog for a new account, an existing account or an invitation. Errors are shown at their fields. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type FormEvent, useId } from 'react';
import { ACCOUNT_ROLES } from '../../../../contract/entities/constants.ts';
import type { DraftFault, DraftField, DraftKind } from '../../../machines/accounts/draft.ts';
import { withRole } from '../../../machines/accounts/draft.ts';
import {
  type AccountsRef,
  selectAccounts,
  selectIsBusy,
  selectIsDraftOpen,
} from '../../../machines/accounts/accounts.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { ROLE_KEYS, ROLE_TEXT_KEYS } from './roleWords.ts';

const TITLE = {
  create: 'accounts.form.create',
  edit: 'accounts.form.edit',
  invite: 'accounts.form.invite',
} as const satisfies Record<DraftKind, string>;
const TEXT = {
  create: 'accounts.form.createText',
  edit: 'accounts.form.editText',
  invite: 'accounts.form.inviteText',
} as const satisfies Record<DraftKind, string>;
const SAVE = {
  create: 'accounts.form.createSave',
  edit: 'accounts.form.editSave',
  invite: 'accounts.form.inviteSave',
} as const satisfies Record<DraftKind, string>;
const FAULT = {
  nicknameEmpty: 'accounts.fault.nicknameEmpty',
  nicknameLong: 'accounts.fault.nicknameLong',
  contactEmpty: 'accounts.fault.contactEmpty',
  emailShape: 'accounts.fault.emailShape',
  phoneShape: 'accounts.fault.phoneShape',
  targetShape: 'accounts.fault.targetShape',
  rolesEmpty: 'accounts.fault.rolesEmpty',
} as const satisfies Record<DraftFault, string>;
const LABEL = {
  nickname: 'accounts.form.nickname',
  email: 'accounts.form.email',
  phoneNumber: 'accounts.form.phoneNumber',
  target: 'accounts.form.target',
} as const;
const TYPE = { nickname: 'text', email: 'email', phoneNumber: 'tel', target: 'text' } as const;

export function AccountDialog({ screen }: { readonly screen: AccountsRef }) {
  const t = useT();
  const form = useId();
  const { draft, refusal } = useSelector(screen, selectAccounts);
  const open = useSelector(screen, selectIsDraftOpen);
  const busy = useSelector(screen, selectIsBusy);
  if (!draft || !open) return null;
  const { kind, demo } = draft;
  const close = (): void => {
    if (!busy) screen.send({ type: 'dialog.close' });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) screen.send({ type: 'draft.submit' });
  };
  const fields = kind === 'invite' ? (['target'] as const) : (['nickname', 'email', 'phoneNumber'] as const);
  // An error shown at a field is not repeated at the form level.
  const isPlaced = refusal?.field !== undefined && ([...fields, 'roles'] as readonly string[]).includes(refusal.field);
  return (
    <Dialog
      open
      title={t(TITLE[kind])}
      description={t(TEXT[kind])}
      closeLabel={t('accounts.close')}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('accounts.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t(SAVE[kind])}
          </Button>
        </>
      }
    >
      <form id={form} className="accounts-form" noValidate onSubmit={submit}>
        {fields.map((field) => (
          <DraftInput key={field} screen={screen} field={field} />
        ))}
        <Roles screen={screen} />
        {demo && <p className="field-hint">{t('accounts.form.demo')}</p>}
        {refusal && !isPlaced && (
          <p className="field-error" role="alert">
            <Icon of={CircleAlert} size={14} />
            {t.failure(refusal)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function useFaultText(screen: AccountsRef): (field: DraftField) => string | undefined {
  const t = useT();
  const { faults, refusal } = useSelector(screen, selectAccounts);
  return (field) => {
    const fault = faults[field];
    return fault ? t(FAULT[fault]) : refusal?.field === field ? t.failure(refusal) : undefined;
  };
}

function DraftInput({ screen, field }: { readonly screen: AccountsRef; readonly field: keyof typeof LABEL }) {
  const t = useT();
  const { draft } = useSelector(screen, selectAccounts);
  const faultText = useFaultText(screen);
  return (
    <Field
      label={t(LABEL[field])}
      error={faultText(field)}
      hint={field === 'phoneNumber' ? t('accounts.form.phoneHint') : undefined}
    >
      <TextInput
        type={TYPE[field]}
        name={field}
        autoComplete="off"
        value={draft?.[field] ?? ''}
        onChange={(value) => screen.send({ type: 'draft.change', change: { [field]: value } })}
      />
    </Field>
  );
}

function Roles({ screen }: { readonly screen: AccountsRef }) {
  const t = useT();
  const { draft, ownId } = useSelector(screen, selectAccounts);
  const fault = useFaultText(screen)('roles');
  if (!draft) return null;
  const { roles, accountId } = draft;
  return (
    <fieldset className="accounts-roles">
      <legend>{t('accounts.form.roles')}</legend>
      {ACCOUNT_ROLES.map((role) => (
        <div key={role}>
          <Checkbox
            label={t(ROLE_KEYS[role])}
            checked={roles.includes(role)}
            onChange={(on) => screen.send({ type: 'draft.change', change: { roles: withRole(roles, role, on) } })}
            disabledReason={
              role === 'admin' && accountId !== '' && accountId === ownId ? t('accounts.notOwnAdmin') : undefined
            }
          />
          <p>
            {role === 'admin' && accountId !== '' && accountId === ownId
              ? t('accounts.notOwnAdmin')
              : t(ROLE_TEXT_KEYS[role])}
          </p>
        </div>
      ))}
      {fault !== undefined && (
        <p className="field-error" role="alert">
          <Icon of={CircleAlert} size={14} />
          {fault}
        </p>
      )}
    </fieldset>
  );
}
