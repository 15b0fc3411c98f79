/** What the forms of a disinfection hold, to start one now or in a scheduled task, and the plan that it makes. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { movedTo } from '../movedTo.ts';
import {
  DOSES,
  MOST_CORNERS,
  MOST_POINTS,
  MOST_ROOMS,
  POINT_MINUTES,
  type DisinfectionMode,
  type DisinfectionPlan,
} from '../../../contract/rules/disinfection.ts';

export const PLAN_KINDS = ['points', 'rooms', 'area'] as const;
export interface PlanPoint {
  areaId: string;
  minutes: number | null;
  /** null: as the plan has it. */
  dose?: number | null;
}
export interface PlanForm {
  mapId: string;
  kind: (typeof PLAN_KINDS)[number];
  /** In the order of the visits. */
  roomIds: readonly string[];
  /** In the order of the visits. */
  points: readonly PlanPoint[];
  /** Corners, metres. */
  polygon: readonly Place[];
  mode: DisinfectionMode;
  /** null while the field is empty. */
  dose: number | null;
  waitUntilEmpty: boolean;
}
export interface StartForm extends PlanForm {
  serialNumber: string;
}
export const EMPTY_PLAN: PlanForm = {
  mapId: '',
  kind: 'points',
  roomIds: [],
  points: [],
  polygon: [],
  mode: 'spray',
  dose: DOSES.spray.initial,
  waitUntilEmpty: true,
};
export const emptyForm = (serialNumber: string): StartForm => ({ ...EMPTY_PLAN, kind: 'rooms', serialNumber });

/** Another mode has another unit, so its usual dose is offered. */
export const withMode = <Form extends PlanForm>(form: Form, mode: DisinfectionMode): Form => ({
  ...form,
  mode,
  dose: DOSES[mode].initial,
  points: form.points.map(({ areaId, minutes }) => ({ areaId, minutes })),
});
/** Places of another map mean nothing on this one. */
export const onMap = <Form extends PlanForm>(form: Form, mapId: string): Form =>
  form.mapId === mapId ? form : { ...form, mapId, roomIds: [], points: [], polygon: [] };
export const withRoom = <Form extends PlanForm>(form: Form, id: string): Form => ({
  ...form,
  roomIds: form.roomIds.includes(id)
    ? form.roomIds.filter((one) => one !== id)
    : [...form.roomIds, id].slice(0, MOST_ROOMS),
});
export const withPoint = <Form extends PlanForm>(form: Form, areaId: string): Form => ({
  ...form,
  points: form.points.some((point) => point.areaId === areaId)
    ? form.points.filter((point) => point.areaId !== areaId)
    : [...form.points, { areaId, minutes: POINT_MINUTES.initial }].slice(0, MOST_POINTS),
});
export const changePoint = <Form extends PlanForm>(
  form: Form,
  areaId: string,
  change: Partial<Omit<PlanPoint, 'areaId'>>,
): Form => ({ ...form, points: form.points.map((one) => (one.areaId === areaId ? { ...one, ...change } : one)) });
/** The chosen rooms or points in the order of the visits; an area has none. */
export const placesOf = ({ kind, roomIds, points }: PlanForm): readonly string[] =>
  kind === 'rooms' ? roomIds : kind === 'points' ? points.map(({ areaId }) => areaId) : [];
/** @param to its place in the order of the visits, from 0 */
export const withPlaceAt = <Form extends PlanForm>(form: Form, id: string, to: number): Form => {
  const from = placesOf(form).indexOf(id);
  return form.kind === 'rooms'
    ? { ...form, roomIds: movedTo(form.roomIds, from, to) }
    : { ...form, points: movedTo(form.points, from, to) };
};
export const withCorner = <Form extends PlanForm>(form: Form, corner: Place): Form => ({
  ...form,
  polygon: [...form.polygon, corner].slice(0, MOST_CORNERS),
});

export const isDoseFine = ({ mode, dose }: Pick<PlanForm, 'mode' | 'dose'>): boolean =>
  dose !== null && dose >= DOSES[mode].min && dose <= DOSES[mode].max;
export const isPointDoseFine = ({ mode }: Pick<PlanForm, 'mode'>, { dose = null }: PlanPoint): boolean =>
  dose === null || isDoseFine({ mode, dose });
export const areMinutesFine = (minutes: number | null): boolean =>
  minutes !== null && minutes >= POINT_MINUTES.min && minutes <= POINT_MINUTES.max;

/** What keeps the form from being a plan; null if nothing does. */
export function formFault(form: PlanForm): PlanForm['kind'] | 'minutes' | 'dose' | null {
  if (form.kind === 'rooms' && form.roomIds.length === 0) return 'rooms';
  if (form.kind === 'points' && form.points.length === 0) return 'points';
  if (form.kind === 'area' && form.polygon.length < 3) return 'area';
  if (form.kind === 'points' && form.points.some(({ minutes }) => !areMinutesFine(minutes))) return 'minutes';
  if (form.kind === 'points' && !form.points.every((point) => isPointDoseFine(form, point))) return 'dose';
  return isDoseFine(form) ? null : 'dose';
}

export function planOf(form: PlanForm): DisinfectionPlan | null {
  if (form.mapId === '' || form.dose === null || formFault(form) !== null) return null;
  const { mapId, kind, mode, dose, waitUntilEmpty } = form;
  const target: DisinfectionPlan['target'] =
    kind === 'rooms'
      ? { kind, rooms: [...form.roomIds] }
      : kind === 'area'
        ? { kind, polygon: form.polygon.map(([x, y]) => [x, y]) }
        : {
            kind,
            points: form.points.map(({ areaId, minutes, dose: own }) => ({
              areaId,
              minutes: minutes ?? 0,
              ...(own != null && { dose: own }),
            })),
          };
  return { mapId, target, mode, dose, waitUntilEmpty };
}

/** The form of a stored plan. */
export function formOf({ mapId, target, mode, dose, waitUntilEmpty }: DisinfectionPlan): PlanForm {
  const form = { ...EMPTY_PLAN, mapId, mode, dose, waitUntilEmpty };
  switch (target.kind) {
    case 'points':
      return { ...form, points: target.points.map((point) => ({ ...point, dose: point.dose ?? null })) };
    case 'rooms':
      return { ...form, kind: 'rooms', roomIds: target.rooms };
    case 'area':
      return { ...form, kind: 'area', polygon: target.polygon };
    // A task cannot have it (scheduledPlan).
    case 'missed':
      return form;
  }
}
