/** Starts a disinfection of rooms, points or an area drawn on the plan, and shows what it will cover. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import { DISINFECTION_MODES, DOSES, POINT_MINUTES } from '../../../../contract/rules/disinfection.ts';
import {
  type DisinfectionRecordsRef,
  selectDisinfections,
  selectFault,
  selectIsLoadingPlaces,
  selectIsStarting,
} from '../../../machines/disinfectionRecords/disinfectionRecords.selectors.ts';
import {
  areMinutesFine,
  isDoseFine,
  withCorner,
  withMode,
  withPoint,
  withRoom,
  type StartForm,
} from '../../../machines/disinfectionRecords/startForm.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { NumberInput } from '../../kit/NumberInput.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { spanText } from '../../routeRuns/routeRunTexts.ts';
import { doseUnit, modeText } from './disinfectionTexts.ts';
import { boxOfMap, FloorPicture } from './FloorPicture.tsx';

interface StartDialogProps {
  readonly screen: DisinfectionRecordsRef;
  readonly form: StartForm;
}
const KINDS = {
  rooms: 'disinfectionRecords.start.kind.rooms',
  points: 'disinfectionRecords.start.kind.points',
  area: 'disinfectionRecords.start.kind.area',
} as const;
const MISSING = {
  rooms: 'disinfectionRecords.start.fault.rooms',
  points: 'disinfectionRecords.start.fault.points',
  area: 'disinfectionRecords.start.fault.area',
} as const;
const LIST = 'grid max-h-48 content-start gap-1 overflow-auto rounded border border-line p-2';

export function StartDialog({ screen, form }: StartDialogProps) {
  const t = useT();
  const { places, startFailure } = useSelector(screen, selectDisinfections);
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
      title={t('disinfectionRecords.start.title')}
      submitLabel={t('disinfectionRecords.start.submit')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={starting}
      refusal={startFailure ? t.failure(startFailure) : undefined}
      disabledReason={places ? undefined : t('disinfectionRecords.start.loading')}
      onSubmit={() => screen.send({ type: 'start.submit' })}
      onCancel={() => screen.send({ type: 'start.close' })}
    >
      <Field label={t('disinfectionRecords.filter.robot')}>
        <Select
          label={t('disinfectionRecords.filter.robot')}
          value={form.serialNumber}
          options={robots.map(({ serialNumber, robotNickName }) => ({
            value: serialNumber,
            label: robotNickName || serialNumber,
          }))}
          onChange={(serialNumber) => change({ serialNumber, mapId: '' })}
        />
      </Field>
      {places && places.floors.length > 1 && (
        <Field label={t('disinfectionRecords.detail.map')}>
          <Select
            label={t('disinfectionRecords.detail.map')}
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
      {loading && <SkeletonBlocks shape="text" count={6} label={t('disinfectionRecords.start.loading')} />}
      {!loading && !places && <Button onClick={() => screen.send({ type: 'start.retry' })}>{t('common.retry')}</Button>}
      {places && <Places screen={screen} form={form} map={places.map} />}
      {(fault === 'rooms' || fault === 'points' || fault === 'area') && <FieldError>{t(MISSING[fault])}</FieldError>}
      <SegmentedControl
        full
        label={t('disinfectionRecords.column.mode')}
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

function NumberField({
  value,
  label,
  onChange,
}: {
  readonly value: number | null;
  readonly label?: string;
  readonly onChange: (value: number | null) => void;
}) {
  const [text, setText] = useState(value === null ? '' : String(value));
  return <NumberInput text={text} aria-label={label} onNumber={onChange} onText={setText} />;
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

/** Lists beside the plan, so that everything but drawing works by keyboard. */
function Places({ screen, form, map }: StartDialogProps & { readonly map: IndoorMap }) {
  const t = useT();
  const { preview } = useSelector(screen, selectDisinfections);
  const send = (next: StartForm): void => screen.send({ type: 'start.change', form: next });
  const named = map.plan.rooms.filter(({ name }) => name !== '');
  const press = ([x, y]: readonly [number, number]): void => {
    if (form.kind === 'area') return send(withCorner(form, [x, y]));
    if (form.kind === 'rooms') {
      const room = map.plan.rooms
        .filter((one) => x >= one.x && x <= one.x + one.w && y >= one.y && y <= one.y + one.h)
        .sort((a, b) => a.w * a.h - b.w * b.h)[0];
      return room && send(withRoom(form, room.id));
    }
    const nearest = map.points
      .map((point) => ({ point, far: Math.hypot(point.worldX - x, point.worldY - y) }))
      .sort((a, b) => a.far - b.far)[0];
    if (nearest && nearest.far < NEAR_M) send(withPoint(form, nearest.point.areaId));
  };
  return (
    <>
      <FloorPicture
        label={t('disinfectionRecords.start.plan')}
        map={map}
        box={boxOfMap(map)}
        rooms={form.kind === 'rooms' ? form.roomIds : []}
        polygon={form.kind === 'area' ? form.polygon : []}
        grid={preview?.grid}
        planned={preview?.planned}
        onPress={press}
      />
      {form.kind === 'rooms' && (
        <div className={LIST} role="group" aria-label={t('disinfectionRecords.start.kind.rooms')}>
          {named.length === 0 && <p className="text-12 text-text-2">{t('disinfectionRecords.start.noRooms')}</p>}
          {named.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={form.roomIds.includes(id)}
              label={name}
              onChange={() => send(withRoom(form, id))}
            />
          ))}
        </div>
      )}
      {form.kind === 'points' && (
        <div className={LIST} role="group" aria-label={t('disinfectionRecords.start.kind.points')}>
          {map.points.map(({ areaId, name }) => {
            const chosen = form.points.find((point) => point.areaId === areaId);
            return (
              <div key={areaId} className="flex flex-wrap items-center gap-2">
                <Checkbox checked={Boolean(chosen)} label={name} onChange={() => send(withPoint(form, areaId))} />
                {chosen && (
                  <span className="flex items-center gap-2">
                    <NumberField
                      value={chosen.minutes}
                      label={t('disinfectionRecords.start.minutesAt', { name })}
                      onChange={(minutes) =>
                        send({
                          ...form,
                          points: form.points.map((one) => (one.areaId === areaId ? { ...one, minutes } : one)),
                        })
                      }
                    />
                    <span>{t('disinfectionRecords.start.minutes')}</span>
                    {!areMinutesFine(chosen.minutes) && (
                      <FieldError>{t('disinfectionRecords.start.minutesHint', POINT_MINUTES)}</FieldError>
                    )}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      )}
      {form.kind === 'area' && (
        <div className="flex flex-wrap items-center gap-2 text-12 text-text-2">
          <span>{t('disinfectionRecords.start.draw')}</span>
          <Button
            size="s"
            disabledReason={form.polygon.length === 0 ? t('disinfectionRecords.start.noCorner') : undefined}
            onClick={() => send({ ...form, polygon: form.polygon.slice(0, -1) })}
          >
            {t('disinfectionRecords.start.undo')}
          </Button>
          <Button
            size="s"
            disabledReason={form.polygon.length === 0 ? t('disinfectionRecords.start.noCorner') : undefined}
            onClick={() => send({ ...form, polygon: [] })}
          >
            {t('disinfectionRecords.start.clear')}
          </Button>
        </div>
      )}
    </>
  );
}

/** How far from a point a press chooses it, metres. */
const NEAR_M = 2;
