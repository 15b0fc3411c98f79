/** Dialog for a new software file. The file is uploaded while the rest is filled in. */
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { maxMebibytes } from '../../../../contract/rules/files.ts';
import {
  type DownloadsRef,
  selectDownloads,
  selectSoftwareForm,
  selectIsAdding,
  selectUpload,
  type SoftwareFormRef,
} from '../../../machines/downloads/downloads.selectors.ts';
import type { UploadRef } from '../../../machines/factories/upload.machine.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { FileDrop } from '../../mapImport/FileDrop.tsx';
import { fileSize } from '../../shell/fileSize.ts';

export function SoftwareDialog({ screen }: { readonly screen: DownloadsRef }) {
  const form = useSelector(screen, selectSoftwareForm);
  return form && <Editor screen={screen} form={form} />;
}

function Editor({ screen, form }: { readonly screen: DownloadsRef; readonly form: SoftwareFormRef }) {
  const t = useT();
  const { models } = useSelector(screen, selectDownloads);
  const upload = useSelector(screen, selectUpload);
  const adding = useSelector(screen, selectIsAdding);
  const { saving, errorOf, refusalBeside, submit, textOf } = useForm(form);
  return (
    <FormDialog
      wide
      title={t('downloads.form.title')}
      submitLabel={t('shared.add')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      refusal={refusalBeside('fileId', 'models', 'version', 'releasedOn', 'notesZh', 'notesEn', 'makerSha256')}
      disabledReason={upload || adding ? t('downloads.form.uploading') : undefined}
      onSubmit={submit}
      onCancel={() => screen.send({ type: 'dialog.close' })}
    >
      <FieldGroup label={t('downloads.column.file')} error={upload ? undefined : errorOf('fileId')}>
        {upload ? <Progress screen={screen} upload={upload} /> : <Chooser screen={screen} form={form} />}
      </FieldGroup>
      <Field
        label={t('downloads.column.models')}
        error={errorOf('models')}
        hint={t('downloads.form.modelsHint', { models: models.join(', ') || '–' })}
      >
        <TextInput autoComplete="off" {...textOf('models')} />
      </Field>
      <div className="grid grid-cols-2 gap-4 max-desk:grid-cols-1">
        <Field label={t('downloads.column.version')} error={errorOf('version')}>
          <TextInput autoComplete="off" {...textOf('version')} />
        </Field>
        <Field label={t('downloads.form.releasedOn')} error={errorOf('releasedOn')}>
          <TextInput type="date" {...textOf('releasedOn')} />
        </Field>
      </div>
      <Field label={t('downloads.form.notesZh')} error={errorOf('notesZh')}>
        <TextArea rows={3} {...textOf('notesZh')} />
      </Field>
      <Field label={t('downloads.form.notesEn')} error={errorOf('notesEn')} hint={t('downloads.form.notesHint')}>
        <TextArea rows={3} {...textOf('notesEn')} />
      </Field>
      <Field label={t('downloads.form.sum')} error={errorOf('makerSha256')} hint={t('downloads.form.sumHint')}>
        <TextInput autoComplete="off" spellCheck={false} {...textOf('makerSha256')} />
      </Field>
    </FormDialog>
  );
}

function Chooser({ screen, form }: { readonly screen: DownloadsRef; readonly form: SoftwareFormRef }) {
  const t = useT();
  const { chosenFailure } = useSelector(screen, selectDownloads);
  const { draft, saving } = useForm(form);
  const adding = useSelector(screen, selectIsAdding);
  const hasFile = draft.fileId !== '';
  return (
    <FileDrop
      quiet
      fault={chosenFailure && t.failure(chosenFailure)}
      about={hasFile ? t('downloads.form.uploaded', { name: draft.fileName }) : t('downloads.form.choose')}
      hint={t('downloads.form.limit', { limit: maxMebibytes('software') })}
      choose={t(hasFile ? 'downloads.form.chooseAnother' : 'downloads.form.chooseFile')}
      accept=""
      disabledReason={saving ? t('downloads.form.saving') : adding ? t('downloads.form.uploading') : undefined}
      onFiles={([file]) => file && screen.send({ type: 'file.choose', file })}
    />
  );
}

/** By the state of the upload; the first one is over at once. */
const STEP_KEYS: Readonly<Record<'idle' | 'hashing' | 'uploading' | 'waiting' | 'completing', Key>> = {
  idle: 'downloads.upload.hashing',
  hashing: 'downloads.upload.hashing',
  uploading: 'downloads.upload.uploading',
  waiting: 'downloads.upload.waiting',
  completing: 'downloads.upload.completing',
};
const isStep = (value: string): value is keyof typeof STEP_KEYS => Object.hasOwn(STEP_KEYS, value);

function Progress({ screen, upload }: { readonly screen: DownloadsRef; readonly upload: UploadRef }) {
  const t = useT();
  const id = useId();
  const { chosen } = useSelector(screen, selectDownloads);
  const { value, context } = useSelector(upload, (snapshot) => snapshot);
  const stepKey = isStep(value) ? STEP_KEYS[value] : null;
  return (
    <div className="grid gap-2 text-13">
      <span className="wrap-anywhere">
        {chosen?.name} · {fileSize(t, context.size)}
      </span>
      {stepKey === null ? (
        <p className="field-error" role="alert">
          {context.failure && t.failure(context.failure)}
        </p>
      ) : (
        <>
          <label htmlFor={id} className="text-12 text-text-2">
            {t(stepKey)}
          </label>
          <progress className="w-full" id={id} max={context.size} value={context.done} />
        </>
      )}
      <span className="flex gap-2">
        {stepKey === null && (
          <Button size="s" onClick={() => upload.send({ type: 'upload.retry' })}>
            {t('common.retry')}
          </Button>
        )}
        <Button size="s" onClick={() => screen.send({ type: 'file.cancel' })}>
          {t('downloads.upload.cancel')}
        </Button>
      </span>
    </div>
  );
}
