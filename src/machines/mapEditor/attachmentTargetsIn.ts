/** The lifts and doors of the edited map, computed once per list of points. */
import { attachmentTargets, type AttachmentTarget } from './attachments.ts';
import type { MapEditorContext } from './mapEditor.setup.ts';

type Asked = Pick<MapEditorContext, 'map' | 'points' | 'elevators' | 'entrances'>;
let last: { asked: Asked; targets: readonly AttachmentTarget[] } | null = null;
const NONE: readonly AttachmentTarget[] = [];

export function attachmentTargetsIn({ map, points, elevators, entrances }: Asked): readonly AttachmentTarget[] {
  if (!map) return NONE;
  const asked = { map, points, elevators, entrances };
  if (last === null || (Object.keys(asked) as (keyof Asked)[]).some((part) => last?.asked[part] !== asked[part])) {
    last = {
      asked,
      targets: attachmentTargets(
        { plan: map.plan, elevators, entrances: entrances.filter(({ mapId }) => mapId === map.id) },
        points,
      ),
    };
  }
  return last.targets;
}
