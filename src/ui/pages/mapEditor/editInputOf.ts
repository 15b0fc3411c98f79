/** What the map draws of the editor's state. Parts that did not change are the same objects, so that a layer knows whether to draw. */
import type { SnapshotFrom } from 'xstate';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { selectChanges, selectEditor, selectFaults } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import type { mapEditorMachine } from '../../../machines/mapEditor/mapEditor.machine.ts';
import { GRID_M } from '../../../machines/mapEditor/snap.ts';
import { pannedCamera } from '../../../machines/mapEditor/tools/gestures.ts';
import type { EditInput } from '../../canvas/editInput.ts';
import type { MapPicture } from '../../canvas/scene.ts';

type Snapshot = SnapshotFrom<typeof mapEditorMachine>;
const NO_GUIDES = { x: null, y: null };

export function createEditInput(measureText: (metres: number) => string) {
  const sets = new WeakMap<object, ReadonlySet<string>>();
  const setOf = (key: object, ids: () => Iterable<string>): ReadonlySet<string> => {
    const found = sets.get(key) ?? new Set(ids());
    sets.set(key, found);
    return found;
  };
  const ways = new WeakMap<object, readonly (readonly [Place, Place])[]>();

  return (snapshot: Snapshot, picture: MapPicture | null): EditInput | null => {
    const { map, points, selection, gesture, measured, snap, camera } = selectEditor(snapshot);
    if (!map) return null;
    const changes = selectChanges(snapshot);
    const faults = selectFaults(snapshot);
    const moved = ways.get(changes) ?? changes.flatMap(({ from, to }): (readonly [Place, Place])[] =>
      (from && to && (from.worldX !== to.worldX || from.worldY !== to.worldY) ? [[[from.worldX, from.worldY], [to.worldX, to.worldY]]] : []));
    ways.set(changes, moved);
    const line = gesture?.kind === 'measure' ? gesture : measured;
    return {
      plan: map.plan, picture, points, moved,
      selected: setOf(selection, () => selection),
      faulty: setOf(faults.of, () => faults.of.keys()),
      added: setOf(changes, () => changes.flatMap(({ areaId, kind }) => (kind === 'added' ? [areaId] : []))),
      carried: gesture?.kind === 'move' ? { ids: setOf(gesture.ids, () => gesture.ids), dx: gesture.dx, dy: gesture.dy } : null,
      guides: gesture?.kind === 'move' || gesture?.kind === 'add' ? gesture.guides : NO_GUIDES,
      box: gesture?.kind === 'box' ? [gesture.from, gesture.to] : null,
      placing: gesture?.kind === 'add' ? gesture.at : null,
      measure: line ? [line.from, line.to] : null,
      measureText: line ? measureText(Math.hypot(line.to[0] - line.from[0], line.to[1] - line.from[1])) : '',
      grid: snap.toGrid ? GRID_M : null,
      camera: gesture?.kind === 'pan' ? pannedCamera(gesture) : camera,
    };
  };
}
