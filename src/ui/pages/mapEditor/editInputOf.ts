/**
 * What the canvas draws of the editor's state. Unchanged parts keep their identity, so that a layer can skip redrawing.
 */
import type { SnapshotFrom } from 'xstate';
import type { AttachmentTarget } from '../../../machines/mapEditor/attachments.ts';
import { pointIn, type Change } from '../../../machines/mapEditor/draft.ts';
import {
  selectAttachmentTargets,
  selectChanges,
  selectDraftStage,
  selectEditor,
  selectFaults,
  selectLinks,
  selectTool,
  selectToVersion,
} from '../../../machines/mapEditor/mapEditor.selectors.ts';
import type { ConnectTarget, EditedMap, MapEditorContext } from '../../../machines/mapEditor/mapEditor.setup.ts';
import type { mapEditorMachine } from '../../../machines/mapEditor/mapEditor.machine.ts';
import { pannedCamera } from '../../../machines/factories/cameraPan.ts';
import type { EditInput, Ghost } from '../../canvas/editInput.ts';
import type { MapPicture } from '../../canvas/scene.ts';

type Snapshot = SnapshotFrom<typeof mapEditorMachine>;
const NO_GUIDES = { x: null, y: null };
const NO_TARGETS: readonly AttachmentTarget[] = [];
const NO_LINKS: EditInput['links'] = [];
const NOBODY: ReadonlySet<string> = new Set();

export function createEditInput(measureText: (metres: number) => string) {
  const sets = new WeakMap<object, ReadonlySet<string>>();
  const setOf = (key: object, ids: () => Iterable<string>): ReadonlySet<string> => {
    const found = sets.get(key) ?? new Set(ids());
    sets.set(key, found);
    return found;
  };
  const lists = new WeakMap<object, Map<string, unknown>>();
  const listOf = <List>(what: 'gone' | 'moved' | 'links', key: object, make: () => List): List => {
    const of = lists.get(key) ?? new Map<string, unknown>();
    lists.set(key, of);
    if (!of.has(what)) of.set(what, make());
    return of.get(what) as List;
  };

  return (snapshot: Snapshot, picture: MapPicture | null): EditInput | null => {
    const { map, points, base, selection, gesture, measured, snap, camera, looked } = selectEditor(snapshot);
    if (!map) return null;
    if (looked) return versionInput(snapshot, { map, base, camera, gesture }, picture);
    const changes = selectChanges(snapshot);
    const faults = selectFaults(snapshot);
    const reviewing = selectDraftStage(snapshot) === 'review';
    const links = selectLinks(snapshot);
    const line = gesture?.kind === 'measure' ? gesture : measured;
    const held = gesture?.kind === 'move' ? pointIn(points, gesture.held) : null;
    const target = gesture?.kind === 'connect' ? gesture.target : null;
    const targets = selectTool(snapshot) === 'connect' ? selectAttachmentTargets(snapshot) : NO_TARGETS;
    const nameOf = ({ kind, id }: ConnectTarget): string =>
      (kind === 'point'
        ? pointIn(points, id)?.name
        : targets.find((one) => one.kind === kind && one.id === id)?.name) ?? '';
    return {
      plan: map.plan,
      picture,
      points,
      // Deleted points are drawn only while changes are reviewed; during editing they would be in the way.
      ghosts: reviewing
        ? listOf('gone', changes, () => ghostsOf(changes))
        : listOf('moved', changes, () => ghostsOf(changes).filter(({ now }) => now !== null)),
      links: listOf('links', links, () =>
        links.flatMap(([areaId, to]) => {
          const point = pointIn(points, areaId);
          return point ? [{ areaId, from: [point.worldX, point.worldY] as const, to }] : [];
        }),
      ),
      selected: setOf(selection, () => selection),
      faulty: setOf(faults.of, () => faults.of.keys()),
      added: setOf(changes, () => changes.flatMap(({ areaId, kind }) => (kind === 'added' ? [areaId] : []))),
      carried:
        gesture?.kind === 'move'
          ? {
              ids: setOf(gesture.ids, () => gesture.ids),
              dx: gesture.dx,
              dy: gesture.dy,
              from: held && [held.worldX, held.worldY],
              text: measureText(Math.hypot(gesture.dx, gesture.dy)),
            }
          : null,
      guides: gesture?.kind === 'move' || gesture?.kind === 'add' ? gesture.guides : NO_GUIDES,
      box: gesture?.kind === 'box' ? [gesture.from, gesture.to] : null,
      placing: gesture?.kind === 'add' ? gesture.at : null,
      targets: targets.flatMap(({ kind, id, name, at }) =>
        at ? [{ at, name, on: target?.kind === kind && target.id === id }] : [],
      ),
      connecting:
        gesture?.kind === 'connect' && gesture.moved
          ? { from: gesture.from, to: gesture.to, isMet: target !== null, text: target ? nameOf(target) : '' }
          : null,
      measure: line ? [line.from, line.to] : null,
      measureText: line ? measureText(Math.hypot(line.to[0] - line.from[0], line.to[1] - line.from[1])) : '',
      grid: snap.toGrid ? snap.grid : null,
      camera: gesture?.kind === 'pan' ? pannedCamera(gesture) : camera,
    };
  };

  /** An earlier version over the saved one: points it had elsewhere, and points that no longer exist. */
  function versionInput(
    snapshot: Snapshot,
    { map, base, camera, gesture }: Pick<MapEditorContext, 'base' | 'camera' | 'gesture'> & { map: EditedMap },
    picture: MapPicture | null,
  ): EditInput {
    const changes = selectToVersion(snapshot);
    return {
      plan: map.plan,
      picture,
      points: base.points,
      links: NO_LINKS,
      targets: [],
      connecting: null,
      selected: NOBODY,
      faulty: NOBODY,
      ghosts: listOf('gone', changes, () =>
        ghostsOf(changes.map(({ from, to, ...rest }) => ({ ...rest, from: to, to: from }))),
      ),
      added: setOf(changes, () => changes.flatMap(({ areaId, kind }) => (kind === 'deleted' ? [areaId] : []))),
      carried: null,
      guides: NO_GUIDES,
      box: null,
      placing: null,
      measure: null,
      measureText: '',
      grid: null,
      camera: gesture?.kind === 'pan' ? pannedCamera(gesture) : camera,
    };
  }
}

/** Old and new positions of points that moved or were deleted. */
const ghostsOf = (changes: readonly Change[]): readonly Ghost[] =>
  changes.flatMap(({ from, to }): Ghost[] => {
    if (!from || (to && from.worldX === to.worldX && from.worldY === to.worldY)) return [];
    return [{ name: from.name, was: [from.worldX, from.worldY], now: to && [to.worldX, to.worldY] }];
  });
