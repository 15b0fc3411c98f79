/** The form of a new drawn floor: where it belongs, and its size. */
import type { FloorDrawing } from '../../../contract/entities/floorDrawing.ts';
import { frameFault } from '../../../contract/rules/drawFloor/faults.ts';
import { FLOOR_MAX, MAP_NAME_MAX } from '../../../contract/rules/mapLimits.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

export interface DrawnFloorFields {
  readonly siteId: string;
  readonly floor: string;
  readonly name: string;
  /** Metres, as typed. */
  readonly width: string;
  readonly height: string;
}
export const NEW_FLOOR: DrawnFloorFields = { siteId: '', floor: '', name: '', width: '20', height: '12' };

/** A typed number of metres; NaN: not a number. Both decimal separators are understood. */
export const metresIn = (text: string): number =>
  /^\d+([.,]\d+)?$/u.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

export function drawnFloorFaults({
  siteId,
  floor,
  name,
  width,
  height,
}: DrawnFloorFields): FormFaults<DrawnFloorFields> {
  const fault = frameFault({ width: metresIn(width), height: metresIn(height) });
  return {
    ...(siteId === '' && { siteId: 'shared.chooseASite' }),
    ...((floor.trim() === '' || floor.trim().length > FLOOR_MAX) && { floor: 'maps.draw.fault.floor' }),
    ...((name.trim() === '' || name.trim().length > MAP_NAME_MAX) && { name: 'maps.draw.fault.name' }),
    ...(fault === 'side' && { width: 'maps.draw.fault.side' }),
    ...(fault === 'area' && { width: 'maps.draw.fault.area' }),
  };
}

export const drawnFloorMachine = createForm<DrawnFloorFields, FloorDrawing>({
  id: 'drawnFloor',
  faultsOf: drawnFloorFaults,
  once: true,
});
