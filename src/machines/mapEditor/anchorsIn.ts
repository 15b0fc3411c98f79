/** The lifts and doors of the edited map, computed once per list of points. */
import { anchorsOf, type Anchor } from './anchors.ts';
import type { MapEditorContext } from './mapEditor.setup.ts';

type Asked = Pick<MapEditorContext, 'map' | 'points' | 'elevators' | 'entrances'>;
let last: { asked: Asked; anchors: readonly Anchor[] } | null = null;
const NONE: readonly Anchor[] = [];

export function anchorsIn({ map, points, elevators, entrances }: Asked): readonly Anchor[] {
  if (!map) return NONE;
  const asked = { map, points, elevators, entrances };
  if (last === null || (Object.keys(asked) as (keyof Asked)[]).some((part) => last?.asked[part] !== asked[part])) {
    last = {
      asked,
      anchors: anchorsOf(
        { plan: map.plan, elevators, entrances: entrances.filter(({ mapId }) => mapId === map.id) },
        points,
      ),
    };
  }
  return last.anchors;
}
