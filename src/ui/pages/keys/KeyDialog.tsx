/** Dialog for a new API key or a new app. */
import { useSelector } from '@xstate/react';
import { APP_ROLES } from '../../../../contract/entities/integratorApp.ts';
import { WALL_KEY_KINDS } from '../../../../contract/entities/wallKey.ts';
import { needsRobot } from '../../../machines/keys/keyForm.machine.ts';
import { type KeyFormRef, type KeysRef, selectKeyForm } from '../../../machines/keys/keys.selectors.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useT } from '../../hooks/useT.ts';
import { Field } from '../../kit/Field.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { TextInput } from '../../kit/TextInput.tsx';

const TITLE = { key: 'keys.newKey', app: 'keys.newApp' } as const;
const TEXT = { key: 'keys.form.keyText', app: 'keys.form.appText' } as const;
const SAVE = { key: 'keys.form.saveKey', app: 'keys.form.saveApp' } as const;
const KIND = { board: 'keys.kind.board', screen: 'keys.kind.screen' } as const;
const KIND_TEXT = { board: 'keys.kind.boardText', screen: 'keys.kind.screenText' } as const;
const ROLE = { viewer: 'common.viewer', operator: 'common.operator' } as const;
const ROLE_TEXT = { viewer: 'keys.role.viewerText', operator: 'keys.role.operatorText' } as const;

export function KeyDialog({ screen }: { readonly screen: KeysRef }) {
  const form = useSelector(screen, selectKeyForm);
  return form && <Editor form={form} onCancel={() => screen.send({ type: 'dialog.close' })} />;
}

function Editor({ form, onCancel }: { readonly form: KeyFormRef; readonly onCancel: () => void }) {
  const t = useT();
  const { draft, saving, errorOf, refusalBeside, submit, change, textOf } = useForm(form);
  const { what, kind, role } = draft;
  const withRobot = needsRobot(draft);
  return (
    <FormDialog
      title={t(TITLE[what])}
      description={t(TEXT[what])}
      submitLabel={t(SAVE[what])}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      refusal={withRobot ? refusalBeside('name', 'serialNumber') : refusalBeside('name')}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field
        label={t('shared.name')}
        error={errorOf('name')}
        hint={t(what === 'key' ? 'keys.form.keyHint' : 'keys.form.appHint')}
      >
        <TextInput autoComplete="off" {...textOf('name')} />
      </Field>
      {what === 'key' ? (
        <div className="grid gap-1.5">
          <SegmentedControl
            full
            label={t('keys.form.kind')}
            value={kind}
            options={WALL_KEY_KINDS.map((value) => ({ value, label: t(KIND[value]) }))}
            onChange={(value) => change('kind', value)}
          />
          <p className="text-12 text-text-2">{t(KIND_TEXT[kind])}</p>
        </div>
      ) : (
        <div className="grid gap-1.5">
          <SegmentedControl
            full
            label={t('shared.role')}
            value={role}
            options={APP_ROLES.map((value) => ({ value, label: t(ROLE[value]) }))}
            onChange={(value) => change('role', value)}
          />
          <p className="text-12 text-text-2">{t(ROLE_TEXT[role])}</p>
        </div>
      )}
      {withRobot && (
        <Field label={t('keys.form.serialNumber')} error={errorOf('serialNumber')}>
          <TextInput autoComplete="off" {...textOf('serialNumber')} />
        </Field>
      )}
    </FormDialog>
  );
}
