/** Dialog for a new key or app: its name, and what it gives access to. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type FormEvent, useId } from 'react';
import { APP_ROLES } from '../../../../contract/entities/integratorApp.ts';
import { WALL_KEY_KINDS } from '../../../../contract/entities/wallKey.ts';
import type { KeyFault } from '../../../machines/keys/keyDraft.ts';
import {
  type KeysRef,
  selectIsKeyBusy,
  selectIsKeyDraftOpen,
  selectKeys,
} from '../../../machines/keys/keys.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { TextInput } from '../../kit/TextInput.tsx';

const FAULT = {
  nameEmpty: 'keys.fault.nameEmpty',
  nameLong: 'keys.fault.nameLong',
  serialNumberEmpty: 'keys.fault.serialNumberEmpty',
} as const satisfies Record<KeyFault, string>;
const TITLE = { key: 'keys.newKey', app: 'keys.newApp' } as const;
const TEXT = { key: 'keys.form.keyText', app: 'keys.form.appText' } as const;
const SAVE = { key: 'keys.form.saveKey', app: 'keys.form.saveApp' } as const;
const KIND = { board: 'keys.kind.board', screen: 'keys.kind.screen' } as const;
const KIND_TEXT = { board: 'keys.kind.boardText', screen: 'keys.kind.screenText' } as const;
const ROLE = { viewer: 'keys.role.viewer', operator: 'keys.role.operator' } as const;
const ROLE_TEXT = { viewer: 'keys.role.viewerText', operator: 'keys.role.operatorText' } as const;

export function KeyDialog({ screen }: { readonly screen: KeysRef }) {
  const t = useT();
  const form = useId();
  const { draft, faults, refusal } = useSelector(screen, selectKeys);
  const open = useSelector(screen, selectIsKeyDraftOpen);
  const busy = useSelector(screen, selectIsKeyBusy);
  if (!draft || !open) return null;
  const { what, name, kind, serialNumber, role } = draft;
  const close = (): void => {
    if (!busy) screen.send({ type: 'dialog.close' });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) screen.send({ type: 'draft.submit' });
  };
  const errorOf = (field: 'name' | 'serialNumber'): string | undefined => {
    const fault = faults[field];
    return fault ? t(FAULT[fault]) : refusal?.field === field ? t.failure(refusal) : undefined;
  };
  const isPlaced =
    refusal?.field === 'name' || (refusal?.field === 'serialNumber' && what === 'key' && kind === 'screen');
  return (
    <Dialog
      open
      title={t(TITLE[what])}
      description={t(TEXT[what])}
      closeLabel={t('keys.close')}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('keys.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t(SAVE[what])}
          </Button>
        </>
      }
    >
      <form id={form} className="accounts-form" noValidate onSubmit={submit}>
        <Field
          label={t('keys.form.name')}
          error={errorOf('name')}
          hint={t(what === 'key' ? 'keys.form.keyHint' : 'keys.form.appHint')}
        >
          <TextInput
            name="name"
            autoComplete="off"
            value={name}
            onChange={(value) => screen.send({ type: 'draft.change', change: { name: value } })}
          />
        </Field>
        {what === 'key' && (
          <div className="keys-choice">
            <SegmentedControl
              full
              label={t('keys.form.kind')}
              value={kind}
              options={WALL_KEY_KINDS.map((value) => ({ value, label: t(KIND[value]) }))}
              onChange={(value) => screen.send({ type: 'draft.change', change: { kind: value } })}
            />
            <p>{t(KIND_TEXT[kind])}</p>
          </div>
        )}
        {what === 'key' && kind === 'screen' && (
          <Field label={t('keys.form.serialNumber')} error={errorOf('serialNumber')}>
            <TextInput
              name="serialNumber"
              autoComplete="off"
              value={serialNumber}
              onChange={(value) => screen.send({ type: 'draft.change', change: { serialNumber: value } })}
            />
          </Field>
        )}
        {what === 'app' && (
          <div className="keys-choice">
            <SegmentedControl
              full
              label={t('keys.form.role')}
              value={role}
              options={APP_ROLES.map((value) => ({ value, label: t(ROLE[value]) }))}
              onChange={(value) => screen.send({ type: 'draft.change', change: { role: value } })}
            />
            <p>{t(ROLE_TEXT[role])}</p>
          </div>
        )}
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
