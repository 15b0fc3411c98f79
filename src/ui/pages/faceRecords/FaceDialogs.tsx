/** Dialogs of the page: registering a person, the registered persons of a site, and what a site allows. */
import { useSelector } from '@xstate/react';
import type { FaceSetting } from '../../../../contract/entities/face.ts';
import { FACE_DAYS, FACE_PERSON_KINDS } from '../../../../contract/rules/faces.ts';
import {
  type FacePersonFormRef,
  type FaceRecordsRef,
  type FaceSettingFormRef,
  selectFaces,
  selectHasPersons,
  selectIsLoadingPersons,
  selectPersonForm,
  selectQuestion,
  selectSettingForm,
} from '../../../machines/faceRecords/faceRecords.selectors.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { Question } from '../../shell/Question.tsx';
import { timeStamp } from '../../shell/siteTime.ts';

const KIND = { staff: 'faceRecords.register.staff', visitor: 'faceRecords.register.visitor' } as const;
const KIND_TEXT = { staff: 'faceRecords.register.staffText', visitor: 'faceRecords.register.visitorText' } as const;

interface DialogsProps {
  readonly screen: FaceRecordsRef;
  readonly timeZone: string;
}

export function FaceDialogs({ screen, timeZone }: DialogsProps) {
  const personForm = useSelector(screen, selectPersonForm);
  const settingForm = useSelector(screen, selectSettingForm);
  const hasPersons = useSelector(screen, selectHasPersons);
  return (
    <>
      {personForm && <PersonDialog form={personForm} onCancel={() => screen.send({ type: 'dialog.close' })} />}
      {settingForm && <SettingDialog screen={screen} form={settingForm} timeZone={timeZone} />}
      {hasPersons && <PersonsDialog screen={screen} timeZone={timeZone} />}
      <Question question={useSelector(screen, selectQuestion)} />
    </>
  );
}

function PersonDialog({ form, onCancel }: { readonly form: FacePersonFormRef; readonly onCancel: () => void }) {
  const t = useT();
  const { draft, saving, errorOf, refusalBeside, submit, change, textOf } = useForm(form);
  const consentError = errorOf('consent');
  return (
    <FormDialog
      title={t('faceRecords.detail.register')}
      description={t('faceRecords.register.text')}
      submitLabel={t('faceRecords.register.submit')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      refusal={refusalBeside('name', 'consentNote')}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field label={t('shared.personName')} error={errorOf('name')}>
        <TextInput autoComplete="off" {...textOf('name')} />
      </Field>
      <div className="grid gap-1.5">
        <SegmentedControl
          full
          label={t('shared.category')}
          value={draft.personKind}
          options={FACE_PERSON_KINDS.map((value) => ({ value, label: t(KIND[value]) }))}
          onChange={(value) => change('personKind', value)}
        />
        <p className="text-12 text-text-2">{t(KIND_TEXT[draft.personKind])}</p>
      </div>
      <div className="grid gap-1">
        <Checkbox
          checked={draft.consent}
          invalid={consentError !== undefined}
          label={t('faceRecords.register.consent')}
          onChange={(checked) => change('consent', checked)}
        />
        {consentError !== undefined && <FieldError>{consentError}</FieldError>}
      </div>
      <Field
        label={t('faceRecords.register.consentNote')}
        hint={t('faceRecords.register.consentHint')}
        error={errorOf('consentNote')}
      >
        <TextInput autoComplete="off" {...textOf('consentNote')} />
      </Field>
    </FormDialog>
  );
}

function SettingDialog({ screen, form, timeZone }: DialogsProps & { readonly form: FaceSettingFormRef }) {
  const t = useT();
  const { settings, siteId } = useSelector(screen, selectFaces);
  const { draft, saving, errorOf, refusalBeside, submit, change, textOf } = useForm(form);
  const saved = settings.find((one) => one.siteId === siteId);
  const changeable = settings.filter(({ mayChange }) => mayChange !== 'nothing');
  return (
    <FormDialog
      title={t('faceRecords.setting.title')}
      description={t(draft.most ? 'faceRecords.setting.shorterText' : 'faceRecords.setting.text')}
      submitLabel={t('faceRecords.setting.submit')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      refusal={refusalBeside('ground', 'pictureDays', 'rowDays')}
      onSubmit={submit}
      onCancel={() => screen.send({ type: 'dialog.close' })}
    >
      {changeable.length > 1 && (
        <SiteSelect
          screen={screen}
          settings={changeable}
          onChange={(id) => screen.send({ type: 'setting.open', siteId: id })}
        />
      )}
      {!draft.most && (
        <>
          <div className="grid gap-1">
            <Checkbox
              checked={draft.isOn}
              label={t('faceRecords.setting.isOn')}
              onChange={(checked) => change('isOn', checked)}
            />
            {saved?.isOn === true && !draft.isOn && (
              <p className="text-12 text-text-2">{t('faceRecords.setting.off')}</p>
            )}
          </div>
          <Field
            label={t('faceRecords.setting.ground')}
            hint={t('faceRecords.setting.groundHint')}
            error={errorOf('ground')}
          >
            <TextArea rows={3} {...textOf('ground')} />
          </Field>
        </>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={t('shared.daysPicturesAreKept')}
          hint={t('faceRecords.setting.daysHint', { ...FACE_DAYS, max: draft.most?.pictureDays ?? FACE_DAYS.max })}
          error={errorOf('pictureDays')}
        >
          <TextInput inputMode="numeric" autoComplete="off" {...textOf('pictureDays')} />
        </Field>
        <Field
          label={t('shared.daysRecordsAreKept')}
          hint={t('faceRecords.setting.daysHint', { ...FACE_DAYS, max: draft.most?.rowDays ?? FACE_DAYS.max })}
          error={errorOf('rowDays')}
        >
          <TextInput inputMode="numeric" autoComplete="off" {...textOf('rowDays')} />
        </Field>
      </div>
      <p className="text-12 text-text-2">
        {saved && saved.at !== null
          ? t('faceRecords.setting.changed', { who: saved.byName, at: timeStamp(saved.at, timeZone) })
          : t('faceRecords.setting.never')}
      </p>
    </FormDialog>
  );
}

interface SiteSelectProps extends Pick<DialogsProps, 'screen'> {
  readonly settings: readonly FaceSetting[];
  readonly onChange: (id: string) => void;
}

function SiteSelect({ screen, settings, onChange }: SiteSelectProps) {
  const t = useT();
  const { siteId } = useSelector(screen, selectFaces);
  return (
    <Field label={t('shared.site')}>
      <Select
        value={siteId}
        options={settings.map((one) => ({ value: one.siteId, label: one.siteName }))}
        onChange={onChange}
      />
    </Field>
  );
}

function PersonsDialog({ screen, timeZone }: DialogsProps) {
  const t = useT();
  const { settings, persons, personsFailure } = useSelector(screen, selectFaces);
  const loading = useSelector(screen, selectIsLoadingPersons);
  return (
    <Dialog
      open
      wide
      title={t('faceRecords.persons.open')}
      description={t('faceRecords.persons.text')}
      closeLabel={t('common.close')}
      onClose={() => screen.send({ type: 'dialog.close' })}
    >
      {settings.length > 1 && (
        <SiteSelect
          screen={screen}
          settings={settings}
          onChange={(siteId) => screen.send({ type: 'persons.open', siteId })}
        />
      )}
      {loading && persons.length === 0 ? (
        <SkeletonBlocks shape="text" count={4} label={t('faceRecords.persons.loading')} />
      ) : personsFailure ? (
        <StatePanel state="failed" title={t('faceRecords.persons.failed')} text={t.failure(personsFailure)}>
          <Button size="s" onClick={() => screen.send({ type: 'persons.retry' })}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      ) : persons.length === 0 ? (
        <StatePanel
          state="empty"
          art="reception"
          title={t('faceRecords.persons.none')}
          text={t('faceRecords.persons.noneText')}
        />
      ) : (
        <ul className="grid" aria-label={t('faceRecords.persons.open')}>
          {persons.map(({ id, name, kind, consentAt, consentByName, consentNote, until, records }) => (
            <li key={id} className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <b className="block font-medium">{name}</b>
                <span className="block text-12 text-text-2">
                  {[
                    t(KIND[kind]),
                    t('faceRecords.persons.consent', { who: consentByName, date: timeStamp(consentAt, timeZone) }),
                    consentNote,
                    until === null ? '' : t('faceRecords.persons.until', { date: timeStamp(until, timeZone) }),
                    t('faceRecords.persons.records', { count: records }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <Button
                size="s"
                variant="danger"
                aria-label={t('faceRecords.persons.eraseName', { name })}
                onClick={() => screen.send({ type: 'record.act', task: { type: 'erase', id, name, records } })}
              >
                {t('faceRecords.persons.erase')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
