/** Where a disinfection takes place: on the plan, and as lists, so that everything but drawing works by keyboard. */
import { useState } from 'react';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import type { CellGrid } from '../../../contract/rules/cellGrid.ts';
import { DOSES, POINT_MINUTES } from '../../../contract/rules/disinfection.ts';
import {
  areMinutesFine,
  changePoint,
  isPointDoseFine,
  withCorner,
  withPoint,
  withRoom,
  type PlanForm,
  type PlanPoint,
} from '../../machines/disinfectionRecords/planForm.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { FieldError } from '../kit/FieldError.tsx';
import { NumberInput } from '../kit/NumberInput.tsx';
import { boxOfMap, FloorPicture } from './FloorPicture.tsx';
import { doseUnit } from './planTexts.ts';
import { VisitOrder } from './VisitOrder.tsx';

interface PlacesProps<Form extends PlanForm> {
  readonly form: Form;
  readonly map: IndoorMap;
  readonly onChange: (form: Form) => void;
}
interface PictureProps<Form extends PlanForm> extends PlacesProps<Form> {
  readonly grid?: CellGrid | undefined;
  readonly planned?: readonly number[] | undefined;
}

/** How far from a point a press chooses it, metres. */
const NEAR_M = 2;
const LIST = 'grid max-h-48 content-start gap-1 overflow-auto rounded border border-line p-2';

/** The plan of the floor: a press chooses a room or a point, or sets a corner. */
export function PlanPicture<Form extends PlanForm>({ form, map, grid, planned, onChange }: PictureProps<Form>) {
  const t = useT();
  const press = ([x, y]: readonly [number, number]): void => {
    if (form.kind === 'area') return onChange(withCorner(form, [x, y]));
    if (form.kind === 'rooms') {
      const room = map.plan.rooms
        .filter((one) => x >= one.x && x <= one.x + one.w && y >= one.y && y <= one.y + one.h)
        .sort((a, b) => a.w * a.h - b.w * b.h)[0];
      return room && onChange(withRoom(form, room.id));
    }
    const nearest = map.points
      .map((point) => ({ point, far: Math.hypot(point.worldX - x, point.worldY - y) }))
      .sort((a, b) => a.far - b.far)[0];
    if (nearest && nearest.far < NEAR_M) onChange(withPoint(form, nearest.point.areaId));
  };
  return (
    <FloorPicture
      label={t('disinfectionRecords.start.plan')}
      map={map}
      box={boxOfMap(map)}
      rooms={form.kind === 'rooms' ? form.roomIds : []}
      polygon={form.kind === 'area' ? form.polygon : []}
      grid={grid}
      planned={planned}
      onPress={press}
    />
  );
}

export function PlaceList<Form extends PlanForm>({ form, map, onChange }: PlacesProps<Form>) {
  const t = useT();
  const named = map.plan.rooms.filter(({ name }) => name !== '');
  switch (form.kind) {
    case 'rooms':
      return (
        <>
          <div className={LIST} role="group" aria-label={t('disinfectionRecords.start.kind.rooms')}>
            {named.length === 0 && <p className="text-12 text-text-2">{t('disinfectionRecords.start.noRooms')}</p>}
            {named.map(({ id, name }) => (
              <Checkbox
                key={id}
                checked={form.roomIds.includes(id)}
                label={name}
                onChange={() => onChange(withRoom(form, id))}
              />
            ))}
          </div>
          <VisitOrder
            form={form}
            nameOf={(id) => named.find((room) => room.id === id)?.name ?? id}
            onChange={onChange}
          />
        </>
      );
    case 'points':
      return (
        <>
          <div className={LIST} role="group" aria-label={t('common.points')}>
            {map.points.map(({ areaId, name }) => (
              <PointRow key={areaId} form={form} areaId={areaId} name={name} onChange={onChange} />
            ))}
          </div>
          <VisitOrder
            form={form}
            nameOf={(id) => map.points.find(({ areaId }) => areaId === id)?.name ?? id}
            onChange={onChange}
          />
        </>
      );
    case 'area':
      return (
        <div className="flex flex-wrap items-center gap-2 text-12 text-text-2">
          <span>{t('disinfectionRecords.start.draw')}</span>
          <Button
            size="s"
            disabledReason={form.polygon.length === 0 ? t('disinfectionRecords.start.noCorner') : undefined}
            onClick={() => onChange({ ...form, polygon: form.polygon.slice(0, -1) })}
          >
            {t('disinfectionRecords.start.undo')}
          </Button>
          <Button
            size="s"
            disabledReason={form.polygon.length === 0 ? t('disinfectionRecords.start.noCorner') : undefined}
            onClick={() => onChange({ ...form, polygon: [] })}
          >
            {t('shared.clear')}
          </Button>
        </div>
      );
  }
}

interface PointRowProps<Form extends PlanForm> extends Pick<PlacesProps<Form>, 'form' | 'onChange'> {
  readonly areaId: string;
  readonly name: string;
}
/** A point with its number in the order of the visits, its minutes and its dose. */
function PointRow<Form extends PlanForm>({ form, areaId, name, onChange }: PointRowProps<Form>) {
  const t = useT();
  const at = form.points.findIndex((point) => point.areaId === areaId);
  const chosen = form.points[at];
  const { min, max } = DOSES[form.mode];
  const change = (to: Partial<Omit<PlanPoint, 'areaId'>>): void => onChange(changePoint(form, areaId, to));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Checkbox
        checked={chosen !== undefined}
        label={chosen ? `${name} (${at + 1})` : name}
        onChange={() => onChange(withPoint(form, areaId))}
      />
      {chosen && (
        <span className="flex flex-wrap items-center gap-2">
          <NumberField
            value={chosen.minutes}
            unit={t('shared.minutesUnit')}
            label={t('disinfectionRecords.start.minutesAt', { name })}
            onChange={(minutes) => change({ minutes })}
          />
          <NumberField
            key={form.mode}
            value={chosen.dose ?? null}
            unit={doseUnit(t, form.mode)}
            placeholder={form.dose === null ? '' : String(form.dose)}
            label={t('disinfectionRecords.start.doseAt', { name })}
            onChange={(dose) => change({ dose })}
          />
          {!areMinutesFine(chosen.minutes) && (
            <FieldError>{t('disinfectionRecords.start.minutesHint', POINT_MINUTES)}</FieldError>
          )}
          {!isPointDoseFine(form, chosen) && (
            <FieldError>{t('disinfectionRecords.start.doseHint', { min, max })}</FieldError>
          )}
        </span>
      )}
    </div>
  );
}

interface NumberFieldProps {
  readonly value: number | null;
  readonly label?: string;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly onChange: (value: number | null) => void;
}
export function NumberField({ value, label, unit, placeholder, onChange }: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  return (
    <NumberInput
      text={text}
      unit={unit}
      placeholder={placeholder}
      aria-label={label}
      onNumber={onChange}
      onText={setText}
    />
  );
}
