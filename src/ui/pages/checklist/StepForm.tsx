/** The form of the open step, with the other ways to do it. */
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { Checklist } from '../../../../contract/entities/checklist.ts';
import { maps } from '../../../../contract/pages/maps.ts';
import { robotFleet } from '../../../../contract/pages/robotFleet.ts';
import {
  type ChecklistFormRef,
  type ChecklistRef,
  selectChecklistForm,
  selectIsSimulating,
} from '../../../machines/checklist/checklist.selectors.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { ModelFields } from '../../robotRegistration/ModelFields.tsx';
import { timeOfDay } from '../../shell/siteTime.ts';
import { ZoneSelect } from '../../shell/ZoneSelect.tsx';

interface StepFormProps {
  readonly screen: ChecklistRef;
  readonly checklist: Checklist;
}
const PAIR = 'grid grid-cols-2 gap-3 max-desk:grid-cols-1';
const SUBMIT = {
  site: 'checklist.site.create',
  floor: 'checklist.floor.create',
  robot: 'shared.registerRobot',
} as const;

export function StepForm({ screen, checklist }: StepFormProps) {
  const form = useSelector(screen, selectChecklistForm);
  return form && <Editor screen={screen} form={form} checklist={checklist} />;
}

function Editor({ screen, form, checklist }: StepFormProps & { readonly form: ChecklistFormRef }) {
  const t = useT();
  const { draft, saving, refusalBeside, submit } = useForm(form);
  const focus = useFocusFault(submit);
  const { what } = draft;
  const refusal = refusalBeside('name', 'timeZone', 'floor', 'width', 'manufacturer', 'serialNumber', 'robotModel');
  return (
    <form noValidate className="grid gap-3" {...focus}>
      {what === 'site' && <SiteFields form={form} />}
      {what === 'floor' && <FloorFields form={form} />}
      {what === 'robot' && <RobotFields form={form} />}
      {refusal !== undefined && <FieldError>{refusal}</FieldError>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={saving}>
          {t(SUBMIT[what])}
        </Button>
        {what === 'floor' && (
          <Link className="text-13" href={`${maps.path}?${query(checklist)}`}>
            {t('checklist.floor.instead')}
          </Link>
        )}
        {what === 'robot' && (
          <Link className="text-13" href={robotFleet.path}>
            {t('shared.registerMany')}
          </Link>
        )}
        {what === 'robot' && <SimulateButton screen={screen} checklist={checklist} />}
      </div>
    </form>
  );
}

/** The server simulates robots on floors that were drawn here. */
function SimulateButton({ screen, checklist }: StepFormProps) {
  const t = useT();
  const busy = useSelector(screen, selectIsSimulating);
  const isDrawn = checklist.steps.floor?.source === 'drawn';
  return (
    <Button
      variant="ghost"
      busy={busy}
      disabledReason={isDrawn ? undefined : t('checklist.robot.simulateNeeds')}
      onClick={() => screen.send({ type: 'robot.simulate' })}
    >
      {t('checklist.robot.simulate')}
    </Button>
  );
}

const query = ({ steps: { site } }: Checklist): string => new URLSearchParams({ site: site?.siteId ?? '' }).toString();

interface FieldsProps {
  readonly form: ChecklistFormRef;
}

function SiteFields({ form }: FieldsProps) {
  const t = useT();
  const now = useServerNow(10_000);
  const { draft, errorOf, change, textOf } = useForm(form);
  const { timeZone } = draft;
  return (
    <>
      <p className="text-13">{t('checklist.site.text')}</p>
      <div className={PAIR}>
        <Field label={t('checklist.site.name')} error={errorOf('name')}>
          <TextInput autoComplete="off" {...textOf('name')} />
        </Field>
        <Field
          label={t('shared.timeZone')}
          error={errorOf('timeZone')}
          hint={timeZone === '' ? undefined : t('checklist.site.clock', { time: timeOfDay(now, timeZone) })}
        >
          <ZoneSelect value={timeZone} onChange={(value) => change('timeZone', value)} />
        </Field>
      </div>
    </>
  );
}

function FloorFields({ form }: FieldsProps) {
  const t = useT();
  const { errorOf, textOf } = useForm(form);
  return (
    <>
      <p className="text-13">{t('checklist.floor.text')}</p>
      <div className="grid grid-cols-3 gap-3">
        <Field label={t('shared.floor')} error={errorOf('floor')}>
          <TextInput autoComplete="off" {...textOf('floor')} />
        </Field>
        <Field label={t('checklist.floor.width')} error={errorOf('width')}>
          <TextInput autoComplete="off" inputMode="decimal" {...textOf('width')} />
        </Field>
        <Field label={t('checklist.floor.height')} error={errorOf('height')}>
          <TextInput autoComplete="off" inputMode="decimal" {...textOf('height')} />
        </Field>
      </div>
    </>
  );
}

function RobotFields({ form }: FieldsProps) {
  const t = useT();
  const fields = useForm(form);
  const { draft, errorOf, change, textOf } = fields;
  return (
    <>
      <p className="text-13">{t('robotFleet.form.nextPassword')}</p>
      <div className={PAIR}>
        <Field label={t('shared.manufacturer')} error={errorOf('manufacturer')}>
          <TextInput autoComplete="off" {...textOf('manufacturer')} />
        </Field>
        <Field label={t('shared.serialNumber')} error={errorOf('serialNumber')} hint={t('robotFleet.form.serialHint')}>
          <TextInput autoComplete="off" {...textOf('serialNumber')} />
        </Field>
      </div>
      <ModelFields fields={fields} />
      <div className={PAIR}>
        <Field label={t('shared.name')} error={errorOf('name')}>
          <TextInput autoComplete="off" {...textOf('name')} />
        </Field>
        {draft.mapId !== '' && (
          <Field label={t('checklist.robot.mapName')} hint={t('checklist.robot.mapNameHint')}>
            <TextInput autoComplete="off" {...textOf('mapName')} />
          </Field>
        )}
      </div>
      <Checkbox label={t('checklist.robot.mine')} checked={draft.isMine} onChange={(on) => change('isMine', on)} />
    </>
  );
}
