/** Points in the map editor's format. */
import type { EditedPoint } from '../../contract/entities/mapEdit.ts';
import type { DraftPoint, Points } from '../../src/machines/mapEditor/draft.ts';

export const pointOf = (areaId: string, change: Partial<EditedPoint> = {}): DraftPoint => ({
  areaId,
  name: `Point ${areaId}`,
  departWord: '',
  arrivedWord: '',
  angle: 0,
  stayTime: 0,
  attributes: ['none'],
  chargeBase: [],
  worldX: 1,
  worldY: 1,
  elevatorId: null,
  doorId: null,
  ...change,
});
/** On a square grid with a spacing of 1 m. */
export const pointsOf = (count: number): Points => {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, at) =>
    pointOf(`p${String(at).padStart(4, '0')}`, {
      name: `P${at}`,
      worldX: 1 + (at % side),
      worldY: 1 + Math.floor(at / side),
    }),
  );
};
