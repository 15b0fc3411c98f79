/** What the start dialog holds, and the plan that it makes. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import {
  DOSES,
  MOST_CORNERS,
  MOST_POINTS,
  MOST_ROOMS,
  POINT_MINUTES,
  type DisinfectionMode,
  type DisinfectionPlan,
} from '../../../contract/rules/disinfection.ts';

export interface StartForm {
  serialNumber: string;
  mapId: string;
  kind: 'rooms' | 'points' | 'area';
  roomIds: readonly string[];
  /** In the order of the visits. */
  points: readonly { areaId: string; minutes: number | null }[];
  /** Corners, metres. */
  polygon: readonly Place[];
  mode: DisinfectionMode;
  /** null while the field is empty. */
  dose: number | null;
  waitUntilEmpty: boolean;
}
export const emptyForm = (serialNumber: string): StartForm => ({
  serialNumber,
  mapId: '',
  kind: 'rooms',
  roomIds: [],
  points: [],
  polygon: [],
  mode: 'spray',
  dose: DOSES.spray.initial,
  waitUntilEmpty: true,
});

/** Another mode has another unit, so its usual dose is offered. */
export const withMode = (form: StartForm, mode: DisinfectionMode): StartForm => ({
  ...form,
  mode,
  dose: DOSES[mode].initial,
});
export const withRoom = (form: StartForm, id: string): StartForm => ({
  ...form,
  roomIds: form.roomIds.includes(id)
    ? form.roomIds.filter((one) => one !== id)
    : [...form.roomIds, id].slice(0, MOST_ROOMS),
});
export const withPoint = (form: StartForm, areaId: string): StartForm => ({
  ...form,
  points: form.points.some((point) => point.areaId === areaId)
    ? form.points.filter((point) => point.areaId !== areaId)
    : [...form.points, { areaId, minutes: POINT_MINUTES.initial }].slice(0, MOST_POINTS),
});
export const withCorner = (form: StartForm, corner: Place): StartForm => ({
  ...form,
  polygon: [...form.polygon, corner].slice(0, MOST_CORNERS),
});

export const isDoseFine = ({ mode, dose }: Pick<StartForm, 'mode' | 'dose'>): boolean =>
  dose !== null && dose >= DOSES[mode].min && dose <= DOSES[mode].max;
export const areMinutesFine = (minutes: number | null): boolean =>
  minutes !== null && minutes >= POINT_MINUTES.min && minutes <= POINT_MINUTES.max;

/** What keeps the form from being a plan; null if nothing does. */
export function formFault(form: StartForm): 'rooms' | 'points' | 'area' | 'minutes' | 'dose' | null {
  if (form.kind === 'rooms' && form.roomIds.length === 0) return 'rooms';
  if (form.kind === 'points' && form.points.length === 0) return 'points';
  if (form.kind === 'area' && form.polygon.length < 3) return 'area';
  if (form.kind === 'points' && form.points.some(({ minutes }) => !areMinutesFine(minutes))) return 'minutes';
  return isDoseFine(form) ? null : 'dose';
}

export function planOf(form: StartForm): DisinfectionPlan | null {
  if (form.mapId === '' || form.dose === null || formFault(form) !== null) return null;
  const { mapId, kind, mode, dose, waitUntilEmpty } = form;
  const target: DisinfectionPlan['target'] =
    kind === 'rooms'
      ? { kind, rooms: [...form.roomIds] }
      : kind === 'area'
        ? { kind, polygon: form.polygon.map(([x, y]) => [x, y]) }
        : { kind, points: form.points.map(({ areaId, minutes }) => ({ areaId, minutes: minutes ?? 0 })) };
  return { mapId, target, mode, dose, waitUntilEmpty };
}
