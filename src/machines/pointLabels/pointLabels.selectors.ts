/** Selectors of the page of labels. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { PointAttribute } from '../../../contract/entities/robotConstants.ts';
import { LABELS_PER_FILE } from '../../../contract/rules/mapLimits.ts';
import { pagesOf } from '../../../contract/rules/pointLabels.ts';
import type { LabelFloor, LabelPoint, pointLabelsMachine, PointLabelsContext } from './pointLabels.machine.ts';

export type PointLabelsRef = ActorRefFrom<typeof pointLabelsMachine>;

type Snapshot = SnapshotFrom<typeof pointLabelsMachine>;

export const selectLabels = ({ context }: Snapshot): PointLabelsContext => context;
export const selectLabelStage = (snapshot: Snapshot) =>
  (['none', 'forbidden', 'failed'] as const).find((state) => snapshot.matches({ list: state })) ??
  (snapshot.context.floors.length === 0 && snapshot.hasTag('loading') ? 'loading' : 'ready');
export const selectIsPrinting = (snapshot: Snapshot): boolean => snapshot.hasTag('printing');

export const floorIn = ({ floors, mapId }: Pick<PointLabelsContext, 'floors' | 'mapId'>): LabelFloor | null =>
  floors.find((floor) => floor.mapId === mapId) ?? null;
const NOTHING: readonly LabelPoint[] = [];
/** The points that match the search and the attribute filter. */
export function listed(
  context: Pick<PointLabelsContext, 'floors' | 'mapId' | 'keyword' | 'attribute'>,
): readonly LabelPoint[] {
  const points = floorIn(context)?.points ?? NOTHING;
  const sought = context.keyword.trim().toLowerCase();
  if (sought === '' && context.attribute === '') return points;
  return points.filter(
    ({ name, attributes }) =>
      name.toLowerCase().includes(sought) && (context.attribute === '' || attributes.includes(context.attribute)),
  );
}
/** The distinct attributes on the floor. */
export const attributesOn = ({ points }: LabelFloor): PointAttribute[] =>
  [...new Set(points.flatMap(({ attributes }) => attributes))].filter((one) => one !== 'none');
/** The point in the preview. */
export function shownPoint(context: PointLabelsContext): LabelPoint | null {
  const points = floorIn(context)?.points ?? NOTHING;
  return (
    points.find(({ areaId }) => areaId === context.shown) ??
    points.find(({ areaId }) => areaId === context.ticked[0]) ??
    points[0] ??
    null
  );
}
/** The size of the current print job. */
export const amountOf = ({ ticked, sheet: { paper, size } }: PointLabelsContext): { files: number; pages: number } => ({
  files: Math.ceil(ticked.length / LABELS_PER_FILE),
  pages: pagesOf(ticked.length, paper, size),
});
