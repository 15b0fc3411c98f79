/** The editor of a site, a lift or an access door. */
import { useSelector } from '@xstate/react';
import { type AccessDoor, OPENED_BY, type Lift } from '../../../../contract/entities/site.ts';
import { changesZone, type SiteFields } from '../../../machines/sites/siteForm.machine.ts';
import {
  type SiteFormRef,
  selectSite,
  selectSiteForm,
  selectSites,
  type SitesRef,
} from '../../../machines/sites/sites.selectors.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useT } from '../../hooks/useT.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { timeOfDay } from '../../shell/siteTime.ts';
import { ZoneSelect } from '../../shell/ZoneSelect.tsx';
import { ZoneMoves } from './ZoneMoves.tsx';
import { stopOptions } from './stopOptions.ts';

const TITLE = {
  site: ['sites.add', 'sites.edit'],
  lift: ['sites.form.newLift', 'sites.form.editLift'],
  door: ['sites.form.newDoor', 'sites.form.editDoor'],
} as const;
const FIELDS: Record<SiteFields['what'], readonly (keyof SiteFields)[]> = {
  site: [
    'zhCN',
    'enUS',
    'timeZone',
    'zoneConfirmed',
    'address',
    'phoneNumber',
    'latitude',
    'longitude',
    'batteryReserve',
  ],
  lift: ['zhCN', 'enUS', 'openSeconds', 'relayUrl'],
  door: ['zhCN', 'enUS', 'mapId', 'openSeconds', 'relayUrl'],
};

export function SiteDialog({ screen }: { readonly screen: SitesRef }) {
  const form = useSelector(screen, selectSiteForm);
  return form && <Editor screen={screen} form={form} />;
}

function Editor({ screen, form }: { readonly screen: SitesRef; readonly form: SiteFormRef }) {
  const t = useT();
  const { draft, saving, errorOf, refusalBeside, submit, textOf } = useForm(form);
  const { what, id } = draft;
  const cancel = (): void => {
    screen.send({ type: 'dialog.close' });
    // Somebody else may have saved meanwhile.
    screen.send({ type: 'list.reload' });
  };
  return (
    <FormDialog
      title={t(TITLE[what][id === '' ? 0 : 1])}
      submitLabel={t('shared.save')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      refusal={refusalBeside(...FIELDS[what])}
      onSubmit={submit}
      onCancel={cancel}
    >
      <div className="grid grid-cols-2 gap-3 max-desk:grid-cols-1">
        <Field label={t('shared.nameInChinese')} error={errorOf('zhCN')}>
          <TextInput autoComplete="off" {...textOf('zhCN')} />
        </Field>
        <Field label={t('shared.nameInEnglish')} error={errorOf('enUS')}>
          <TextInput autoComplete="off" {...textOf('enUS')} />
        </Field>
      </div>
      {what === 'site' && <PlaceFields screen={screen} form={form} />}
      {what === 'lift' && <StopFields screen={screen} form={form} />}
      {what === 'door' && <DoorFields screen={screen} form={form} />}
      {what !== 'site' && <OpeningFields form={form} />}
    </FormDialog>
  );
}

interface PartProps {
  readonly screen: SitesRef;
  readonly form: SiteFormRef;
}

function PlaceFields({ screen, form }: PartProps) {
  const t = useT();
  const live = useLive();
  const { draft, errorOf, change, textOf } = useForm(form);
  const { timeZone, timeZoneBefore, zoneConfirmed } = draft;
  return (
    <>
      <Field label={t('shared.timeZone')} error={errorOf('timeZone')}>
        <ZoneSelect value={timeZone} onChange={(value) => change('timeZone', value)} />
      </Field>
      {changesZone(draft) && (
        <FieldGroup
          label={t('sites.form.zoneTitle')}
          error={errorOf('zoneConfirmed')}
          className="rounded bg-attn-soft p-3"
        >
          <p className="text-12">
            {t('sites.form.zoneText', {
              before: timeOfDay(live.now(), timeZoneBefore),
              after: timeOfDay(live.now(), timeZone),
            })}
          </p>
          <ZoneMoves screen={screen} fields={draft} />
          <Checkbox
            label={t('sites.form.zoneYes')}
            checked={zoneConfirmed}
            onChange={(on) => change('zoneConfirmed', on)}
          />
        </FieldGroup>
      )}
      <Field label={t('sites.form.address')} error={errorOf('address')}>
        <TextInput autoComplete="off" {...textOf('address')} />
      </Field>
      <Field label={t('sites.form.phoneNumber')} error={errorOf('phoneNumber')} hint={t('sites.form.phoneHint')}>
        <TextInput type="tel" autoComplete="off" {...textOf('phoneNumber')} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('sites.form.latitude')} error={errorOf('latitude')} hint={t('sites.form.coordinatesHint')}>
          <TextInput autoComplete="off" inputMode="decimal" {...textOf('latitude')} />
        </Field>
        <Field label={t('sites.form.longitude')} error={errorOf('longitude')}>
          <TextInput autoComplete="off" inputMode="decimal" {...textOf('longitude')} />
        </Field>
      </div>
      <Field
        label={t('sites.form.batteryReserve')}
        error={errorOf('batteryReserve')}
        hint={t('sites.form.batteryReserveHint')}
      >
        <TextInput autoComplete="off" inputMode="numeric" {...textOf('batteryReserve')} />
      </Field>
    </>
  );
}

function StopFields({ screen, form }: PartProps) {
  const t = useT();
  const { equipment } = useSelector(screen, selectSites);
  const floors = useSelector(screen, selectSite)?.floors ?? [];
  const {
    draft: { id, stops },
    change,
  } = useForm(form);
  if (!equipment || floors.length === 0) return null;
  const lift: Pick<Lift, 'id' | 'stops'> = equipment.lifts.find((one) => one.id === id) ?? { id, stops: [] };
  return (
    <FieldGroup label={t('sites.form.stops')}>
      {floors.map((map) => (
        <Field key={map.mapId} label={`${map.floor} ${map.name}`}>
          <Select
            value={stops[map.mapId] ?? ''}
            options={stopOptions(lift, map.mapId, equipment.points, t('sites.noStop'))}
            onChange={(areaId) => change('stops', { ...stops, [map.mapId]: areaId })}
          />
        </Field>
      ))}
    </FieldGroup>
  );
}

function DoorFields({ screen, form }: PartProps) {
  const t = useT();
  const { equipment } = useSelector(screen, selectSites);
  const floors = useSelector(screen, selectSite)?.floors ?? [];
  const {
    draft: { id, mapId, areaIds },
    errorOf,
    change,
  } = useForm(form);
  const door: Pick<AccessDoor, 'id'> = { id };
  const points = (equipment?.points ?? []).filter(
    (point) => point.use === 'door' && point.mapId === mapId && (point.tiedTo === null || point.tiedTo === door.id),
  );
  return (
    <>
      <Field label={t('shared.floor')} error={errorOf('mapId')}>
        <Select
          value={mapId}
          options={floors.map((map) => ({ value: map.mapId, label: `${map.floor} ${map.name}` }))}
          onChange={(value) => {
            change('mapId', value);
            change('areaIds', []);
          }}
        />
      </Field>
      <FieldGroup
        label={t('sites.form.doorPoints')}
        hint={points.length === 0 ? t('sites.form.noDoorPoints') : t('sites.form.doorPointsHint')}
      >
        {points.map(({ areaId, name }) => (
          <Checkbox
            key={areaId}
            label={name}
            checked={areaIds.includes(areaId)}
            onChange={(on) => change('areaIds', on ? [...areaIds, areaId] : areaIds.filter((one) => one !== areaId))}
          />
        ))}
      </FieldGroup>
    </>
  );
}

const OPENING = { robot: 'common.robot', staff: 'sites.opening.staff', relay: 'sites.opening.relay' } as const;
const OPENING_TEXT = {
  robot: 'sites.openingText.robot',
  staff: 'sites.openingText.staff',
  relay: 'sites.openingText.relay',
} as const;

function OpeningFields({ form }: { readonly form: SiteFormRef }) {
  const t = useT();
  const { draft, errorOf, change, textOf } = useForm(form);
  return (
    <>
      <div className="grid gap-1.5">
        <SegmentedControl
          full
          label={t('sites.openedBy')}
          value={draft.openedBy}
          options={OPENED_BY.map((value) => ({ value, label: t(OPENING[value]) }))}
          onChange={(value) => change('openedBy', value)}
        />
        <p className="text-12 text-text-2">{t(OPENING_TEXT[draft.openedBy])}</p>
      </div>
      {draft.openedBy === 'relay' && (
        <Field label={t('sites.form.relayUrl')} error={errorOf('relayUrl')} hint={t('sites.form.relayHint')}>
          <TextInput type="url" autoComplete="off" {...textOf('relayUrl')} />
        </Field>
      )}
      <Field label={t('sites.form.openSeconds')} error={errorOf('openSeconds')}>
        <TextInput autoComplete="off" inputMode="numeric" {...textOf('openSeconds')} />
      </Field>
      <div className="grid gap-1">
        <Checkbox
          label={t('sites.form.outOfService')}
          checked={draft.isOutOfService}
          onChange={(isOut) => change('isOutOfService', isOut)}
        />
        <p className="text-12 text-text-2">{t('sites.form.outOfServiceHint')}</p>
      </div>
    </>
  );
}
