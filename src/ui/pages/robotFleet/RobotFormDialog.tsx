/** Dialogs for a new robot, a list of new robots, a name, a registration, and the move to another site, and for a claim code. */
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import CalendarX from 'lucide-react/icons/calendar-x-2';
import MapPinned from 'lucide-react/icons/map-pinned';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { CLAIM_ROLES } from '../../../../contract/entities/registration.ts';
import { PROTOCOL_DIALECTS } from '../../../../contract/rules/dialect.ts';
import { BATCH_ROBOTS_MAX } from '../../../../contract/rules/limits.ts';
import type { Belongings } from '../../../machines/robotFleet/robotFleet.machine.ts';
import {
  type RobotFleetRef,
  type RobotFormRef,
  selectFleet,
  selectIsChecking,
  selectRobotForm,
} from '../../../machines/robotFleet/robotFleet.selectors.ts';
import { type RobotFields, serialNumbersIn } from '../../../machines/robotFleet/robotForm.machine.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useT } from '../../hooks/useT.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { Note } from '../../robotRegistration/Note.tsx';
import { ModelFields } from '../../robotRegistration/ModelFields.tsx';
import { CLAIM_ROLE, DIALECT } from '../../robotRegistration/robotLabels.ts';

const TITLE = {
  register: 'shared.registerARobot',
  batch: 'robotFleet.form.batch',
  rename: 'robotFleet.form.rename',
  edit: 'robotFleet.form.edit',
  move: 'robotFleet.form.move',
  claim: 'robotFleet.ask.claim.title',
} as const;
const SAVE = {
  register: 'shared.registerRobot',
  batch: 'robotFleet.form.saveBatch',
  rename: 'robotFleet.act.rename',
  edit: 'robotFleet.form.saveEdit',
  move: 'robotFleet.form.saveMove',
  claim: 'robotFleet.ask.claim.yes',
} as const;
const PAIR = 'grid grid-cols-2 gap-3 max-desk:grid-cols-1';

export function RobotFormDialog({ screen }: { readonly screen: RobotFleetRef }) {
  const form = useSelector(screen, selectRobotForm);
  return form && <Editor screen={screen} form={form} />;
}

function Editor({ screen, form }: { readonly screen: RobotFleetRef; readonly form: RobotFormRef }) {
  const t = useT();
  const fields = useForm(form);
  const { draft, saving, submit, refusalBeside } = fields;
  const { check, belongings, rows } = useSelector(screen, selectFleet);
  const { mode, serialNumber } = draft;
  const name = rows.find((row) => row.serialNumber === serialNumber)?.robotNickName || serialNumber;
  const isNew = mode === 'register' || mode === 'batch';
  const taken = mode === 'register' && check?.typed === serialNumber.trim() && check.takenBy !== null;
  return (
    <FormDialog
      title={t(TITLE[mode], { name })}
      description={
        isNew ? t('robotFleet.form.nextPassword') : mode === 'claim' ? t('robotFleet.ask.claim.text') : undefined
      }
      submitLabel={t(SAVE[mode])}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      disabledReason={taken ? t('robotFleet.form.takenReason') : undefined}
      refusal={refusalBeside('serialNumber', 'serialNumbers', 'manufacturer', 'robotModel', 'nameEn', 'nameZh')}
      onSubmit={submit}
      onCancel={() => screen.send({ type: 'dialog.close' })}
    >
      {mode === 'move' && <StaysBehind belongings={belongings} />}
      {isNew && <Identity screen={screen} fields={fields} />}
      {(isNew || mode === 'edit') && <ModelFields fields={fields} />}
      {(mode === 'register' || mode === 'rename') && <Names fields={fields} />}
      {mode !== 'rename' && mode !== 'claim' && <Place screen={screen} fields={fields} />}
      {(isNew || mode === 'claim') && <ClaimRoleField fields={fields} />}
    </FormDialog>
  );
}

interface PartProps {
  readonly fields: ReturnType<typeof useForm<RobotFields>>;
}

function Identity({ screen, fields }: PartProps & { readonly screen: RobotFleetRef }) {
  const t = useT();
  const list = useId();
  const { draft, errorOf, textOf } = fields;
  const { manufacturers, check } = useSelector(screen, selectFleet);
  const checking = useSelector(screen, selectIsChecking);
  const serial = textOf('serialNumber');
  const takenBy = check?.typed === draft.serialNumber.trim() ? check.takenBy : null;
  const found = takenBy && {
    name: takenBy.robotNickName || takenBy.serialNumber,
    text: takenBy.retired ? ('robotFleet.form.takenRetired' as const) : ('robotFleet.form.taken' as const),
  };
  const many = serialNumbersIn(draft.serialNumbers).length;
  return (
    <>
      <div className={PAIR}>
        <Field label={t('shared.manufacturer')} error={errorOf('manufacturer')}>
          <TextInput autoComplete="off" list={list} {...textOf('manufacturer')} />
          <datalist id={list}>
            {manufacturers.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </Field>
        {draft.mode === 'register' && (
          <Field
            label={t('shared.serialNumber')}
            error={found ? t(found.text, { name: found.name }) : errorOf('serialNumber')}
            hint={checking ? t('robotFleet.form.checking') : t('robotFleet.form.serialHint')}
          >
            <TextInput
              autoComplete="off"
              {...serial}
              onChange={(typed) => {
                serial.onChange(typed);
                screen.send({ type: 'serial.typed', typed });
              }}
            />
          </Field>
        )}
      </div>
      {draft.mode === 'batch' && (
        <Field
          label={t('robotFleet.form.serialNumbers')}
          error={errorOf('serialNumbers')}
          hint={t('robotFleet.form.listHint', { max: BATCH_ROBOTS_MAX })}
          aside={<span className="font-normal text-text-2">{t('robotFleet.form.listCount', { count: many })}</span>}
        >
          <TextArea rows={6} spellCheck={false} {...textOf('serialNumbers')} />
        </Field>
      )}
    </>
  );
}

/** What a new claim code adds to the roles of the account that uses it. */
function ClaimRoleField({ fields: { draft, change } }: PartProps) {
  const t = useT();
  return (
    <FieldGroup label={t('robotFleet.form.claimRole')} hint={t('robotFleet.form.claimRoleHint')}>
      <SegmentedControl
        full
        label={t('robotFleet.form.claimRole')}
        value={draft.claimRole}
        options={[
          { value: '', label: t('shared.noneOption') },
          ...CLAIM_ROLES.map((value) => ({ value, label: t(CLAIM_ROLE[value]) })),
        ]}
        onChange={(value) => change('claimRole', value)}
      />
    </FieldGroup>
  );
}

function Names({ fields: { errorOf, textOf } }: PartProps) {
  const t = useT();
  return (
    <div className={PAIR}>
      <Field label={t('shared.nameInEnglish')} error={errorOf('nameEn')}>
        <TextInput autoComplete="off" {...textOf('nameEn')} />
      </Field>
      <Field label={t('shared.nameInChinese')} error={errorOf('nameZh')}>
        <TextInput autoComplete="off" {...textOf('nameZh')} />
      </Field>
    </div>
  );
}

function Place({ screen, fields }: PartProps & { readonly screen: RobotFleetRef }) {
  const t = useT();
  const { draft, errorOf, change } = fields;
  const { sites, rows } = useSelector(screen, selectFleet);
  const { mode, siteId, serialNumber, dialect, maps } = draft;
  const from = mode === 'move' ? rows.find((row) => row.serialNumber === serialNumber)?.siteId : undefined;
  const site = sites.find((one) => one.siteId === siteId);
  return (
    <>
      <div className={PAIR}>
        {mode !== 'edit' && (
          <Field label={t(mode === 'move' ? 'robotFleet.form.toSite' : 'shared.site')} error={errorOf('siteId')}>
            <Select
              value={siteId}
              options={[
                ...(siteId === '' ? [{ value: '', label: t('robotFleet.form.chooseSite') }] : []),
                ...sites
                  .filter((one) => one.siteId !== from)
                  .map((one) => ({ value: one.siteId, label: one.siteName })),
              ]}
              onChange={(chosen) => {
                change('siteId', chosen);
                change('maps', {});
              }}
            />
          </Field>
        )}
        {mode !== 'move' && (
          <Field label={t('robotFleet.form.dialect')} hint={t('robotFleet.form.dialectHint')}>
            <Select
              value={dialect}
              options={PROTOCOL_DIALECTS.map((value) => ({ value, label: t(DIALECT[value]) }))}
              onChange={(chosen) => change('dialect', chosen)}
            />
          </Field>
        )}
      </div>
      {site && site.maps.length > 0 && (
        <FieldGroup label={t('robotFleet.form.maps')} error={errorOf('maps')} hint={t('robotFleet.form.mapsHint')}>
          {site.maps.map(({ mapId, mapName, floor }) => (
            <label key={mapId} className="grid grid-cols-[112px_minmax(0,1fr)] items-center gap-2 text-12">
              <span className="truncate text-text-2">{t('robotFleet.form.mapOf', { floor, map: mapName })}</span>
              <TextInput
                size="s"
                autoComplete="off"
                value={maps[mapId] ?? ''}
                onChange={(name) => change('maps', { ...maps, [mapId]: name })}
              />
            </label>
          ))}
        </FieldGroup>
      )}
    </>
  );
}

/** What a robot leaves at its old site; or why it cannot leave. */
function StaysBehind({ belongings }: { readonly belongings: Belongings | null }) {
  const t = useT();
  if (!belongings) return <p className="text-12 text-text-2">{t('robotFleet.stays.loading')}</p>;
  const { maps, defaultRoute, routes, points, tasks, deliveries, obstacle } = belongings;
  const ends = [
    ...(tasks === 0 ? [] : [t('robotFleet.stays.tasks', { count: tasks })]),
    ...(deliveries.handedOn === 0 ? [] : [t('robotFleet.stays.handedOn', { count: deliveries.handedOn })]),
    ...(deliveries.failing === 0 ? [] : [t('robotFleet.stays.failing', { count: deliveries.failing })]),
  ];
  return (
    <>
      {obstacle !== null && (
        <Note icon={TriangleAlert} tone="attn" fact={t.failure({ code: obstacle, said: '' })}>
          {t('robotFleet.stays.obstacle')}
        </Note>
      )}
      <Note icon={MapPinned} fact={t('robotFleet.stays.title')}>
        {[
          t('robotFleet.stays.routes', { count: routes }),
          t('shared.pointCount', { count: points }),
          ...(defaultRoute === null ? [] : [t('robotFleet.stays.defaultRoute', { route: defaultRoute })]),
          ...(maps.length === 0 ? [] : [t('robotFleet.stays.maps', { maps: maps.join(t('shared.listSeparator')) })]),
          t('robotFleet.stays.position'),
        ].join(t('shared.listSeparator'))}
        {t('robotFleet.stays.users')}
      </Note>
      {ends.length > 0 && (
        <Note icon={CalendarX} tone="attn" fact={t('robotFleet.stays.ends')}>
          {ends.map((end) => (
            <span key={end} className="block">
              {end}
            </span>
          ))}
        </Note>
      )}
    </>
  );
}
