/** What a scheduled task disinfects: map, places with minutes and dose, mode, dose, and whether it waits for an empty room. */
import { useSelector } from '@xstate/react';
import { DISINFECTION_MODES, DOSES } from '../../../../contract/rules/disinfection.ts';
import { isDoseFine, PLAN_KINDS, withMode, type PlanForm } from '../../../machines/disinfectionRecords/planForm.ts';
import {
  type ScheduledTaskRef,
  selectPlaces,
  selectTask,
} from '../../../machines/scheduledTask/scheduledTask.selectors.ts';
import { NumberField, PlaceList } from '../../disinfection/PlanPlaces.tsx';
import { doseUnit, modeText } from '../../disinfection/planTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';

const KINDS = {
  points: 'common.points',
  rooms: 'disinfectionRecords.start.kind.rooms',
  area: 'disinfectionRecords.start.kind.area',
} as const;

interface FieldsProps {
  readonly screen: ScheduledTaskRef;
  readonly error: string | undefined;
}

export function DisinfectionFields({ screen, error }: FieldsProps) {
  const t = useT();
  const {
    draft: { plan, robots },
    pathFailure,
  } = useSelector(screen, selectTask);
  const places = useSelector(screen, selectPlaces);
  const change = (next: PlanForm) => screen.send({ type: 'plan.change', plan: next });
  const { min, max } = DOSES[plan.mode];
  const doseHint = t('disinfectionRecords.start.doseHint', { min, max });
  return (
    <>
      <div className="grid gap-2">
        <span className="text-13 font-medium">{t('scheduledTask.places')}</span>
        {places && places.floors.length > 1 && (
          <Select
            label={t('common.map')}
            value={plan.mapId}
            options={places.floors.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(mapId) => change({ ...plan, mapId })}
          />
        )}
        <SegmentedControl
          label={t('disinfectionRecords.start.where')}
          value={plan.kind}
          options={PLAN_KINDS.map((value) => ({ value, label: t(KINDS[value]) }))}
          onChange={(kind) => change({ ...plan, kind })}
        />
        {places ? (
          <PlaceList form={plan} map={places.map} onChange={change} />
        ) : robots.length === 0 ? (
          <p className="text-13 text-text-2">{t('scheduledTask.robotFirst')}</p>
        ) : pathFailure ? (
          <FieldError>{t.failure(pathFailure)}</FieldError>
        ) : (
          <SkeletonBlocks shape="text" count={4} label={t('shared.loadingTheMap')} />
        )}
        {error && <FieldError>{error}</FieldError>}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <div className="grid gap-1.5">
          <span className="text-13 font-medium">{t('shared.mode')}</span>
          <SegmentedControl
            label={t('shared.mode')}
            value={plan.mode}
            options={DISINFECTION_MODES.map((value) => ({ value, label: modeText(t, value) }))}
            onChange={(mode) => change(withMode(plan, mode))}
          />
        </div>
        <Field
          label={t('disinfectionRecords.column.dose', { unit: doseUnit(t, plan.mode) })}
          hint={doseHint}
          error={isDoseFine(plan) ? undefined : doseHint}
          className="w-40"
        >
          <NumberField key={plan.mode} value={plan.dose} onChange={(dose) => change({ ...plan, dose })} />
        </Field>
      </div>
      <Checkbox
        checked={plan.waitUntilEmpty}
        label={t('disinfectionRecords.start.wait')}
        onChange={(waitUntilEmpty) => change({ ...plan, waitUntilEmpty })}
      />
    </>
  );
}
