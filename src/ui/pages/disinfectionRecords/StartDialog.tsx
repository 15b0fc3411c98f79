/** Starts a disinfection of rooms, points or an area drawn on the plan, and shows what it will cover. */
import { useSelector } from '@xstate/react';
import { DISINFECTION_MODES, DOSES } from '../../../../contract/rules/disinfection.ts';
import {
  type DisinfectionRecordsRef,
  selectDisinfections,
  selectFault,
  selectIsLoadingPlaces,
  selectIsStarting,
} from '../../../machines/disinfectionRecords/disinfectionRecords.selectors.ts';
import { isDoseFine, withMode, type StartForm } from '../../../machines/disinfectionRecords/planForm.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { NumberField, PlaceList, PlanPicture } from '../../disinfection/PlanPlaces.tsx';
import { doseUnit, modeText } from '../../disinfection/planTexts.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { spanText } from '../../routeRuns/routeRunTexts.ts';

interface StartDialogProps {
  readonly screen: DisinfectionRecordsRef;
  readonly form: StartForm;
}
const KINDS = {
  rooms: 'disinfectionRecords.start.kind.rooms',
  points: 'common.points',
  area: 'disinfectionRecords.start.kind.area',
} as const;
const MISSING = {
  rooms: 'disinfectionRecords.start.fault.rooms',
  points: 'disinfectionRecords.start.fault.points',
  area: 'disinfectionRecords.start.fault.area',
} as const;

export function StartDialog({ screen, form }: StartDialogProps) {
  const t = useT();
  const { places, preview, startFailure } = useSelector(screen, selectDisinfections);
  const fault = useSelector(screen, selectFault);
  const starting = useSelector(screen, selectIsStarting);
  const loading = useSelector(screen, selectIsLoadingPlaces);
  const robots = useSelector(useFleet(), selectRobots).filter(
    ({ kind, serialNumber }) => kind === 'disinfection' || serialNumber === form.serialNumber,
  );
  const change = (next: Partial<StartForm>): void => screen.send({ type: 'start.change', form: { ...form, ...next } });
  const { min, max } = DOSES[form.mode];
  const unit = doseUnit(t, form.mode);
  return (
    <FormDialog
      wide
      title={t('disinfectionRecords.start.open')}
      submitLabel={t('shared.start')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={starting}
      refusal={startFailure ? t.failure(startFailure) : undefined}
      disabledReason={places ? undefined : t('shared.loadingTheMap')}
      onSubmit={() => screen.send({ type: 'start.submit' })}
      onCancel={() => screen.send({ type: 'start.close' })}
    >
      <Field label={t('common.robot')}>
        <Select
          label={t('common.robot')}
          value={form.serialNumber}
          options={robots.map(({ serialNumber, robotNickName }) => ({
            value: serialNumber,
            label: robotNickName || serialNumber,
          }))}
          onChange={(serialNumber) => change({ serialNumber, mapId: '' })}
        />
      </Field>
      {places && places.floors.length > 1 && (
        <Field label={t('common.map')}>
          <Select
            label={t('common.map')}
            value={places.map.id}
            options={places.floors.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(mapId) => change({ mapId })}
          />
        </Field>
      )}
      <SegmentedControl
        full
        label={t('disinfectionRecords.start.where')}
        value={form.kind}
        options={(['rooms', 'points', 'area'] as const).map((value) => ({ value, label: t(KINDS[value]) }))}
        onChange={(kind) => change({ kind })}
      />
      {loading && <SkeletonBlocks shape="text" count={6} label={t('shared.loadingTheMap')} />}
      {!loading && !places && <Button onClick={() => screen.send({ type: 'start.retry' })}>{t('common.retry')}</Button>}
      {places && (
        <>
          <PlanPicture
            form={form}
            map={places.map}
            grid={preview?.grid}
            planned={preview?.planned}
            onChange={(next) => screen.send({ type: 'start.change', form: next })}
          />
          <PlaceList
            form={form}
            map={places.map}
            onChange={(next) => screen.send({ type: 'start.change', form: next })}
          />
        </>
      )}
      {(fault === 'rooms' || fault === 'points' || fault === 'area') && <FieldError>{t(MISSING[fault])}</FieldError>}
      <SegmentedControl
        full
        label={t('shared.mode')}
        value={form.mode}
        options={DISINFECTION_MODES.map((value) => ({ value, label: modeText(t, value) }))}
        onChange={(mode) => screen.send({ type: 'start.change', form: withMode(form, mode) })}
      />
      <Field
        label={t('disinfectionRecords.column.dose', { unit })}
        hint={t('disinfectionRecords.start.doseHint', { min, max })}
        error={isDoseFine(form) ? undefined : t('disinfectionRecords.start.doseHint', { min, max })}
      >
        <NumberField key={form.mode} value={form.dose} onChange={(dose) => change({ dose })} />
      </Field>
      <Checkbox
        checked={form.waitUntilEmpty}
        label={t('disinfectionRecords.start.wait')}
        onChange={(waitUntilEmpty) => change({ waitUntilEmpty })}
      />
      {form.mode !== 'spray' && <p className="text-12 text-text-2">{t('disinfectionRecords.start.people')}</p>}
      <Estimate screen={screen} />
    </FormDialog>
  );
}

function Estimate({ screen }: Pick<StartDialogProps, 'screen'>) {
  const t = useT();
  const { preview } = useSelector(screen, selectDisinfections);
  if (!preview) return null;
  const { seconds, battery, agent, squareMetres } = preview.estimate;
  const filling = { area: squareMetres, span: spanText(seconds * 1000), battery, agent: agent ?? 0 };
  return (
    <p className="text-13 tabular-nums" role="status">
      {t(agent === null ? 'disinfectionRecords.start.estimate' : 'disinfectionRecords.start.estimateAgent', filling)}
    </p>
  );
}
