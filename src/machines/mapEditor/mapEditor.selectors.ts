/** Selectors of the map editor. Those that visit every point are computed once per list of points. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { frameOf } from '../../../contract/rules/mapFrame.ts';
import { createPointValidator, type PointFault, type PointReferences } from '../../../contract/rules/points.ts';
import { stageOf } from '../factories/draftEditor.selectors.ts';
import { linksOf, type AttachmentTarget } from './attachments.ts';
import { attachmentTargetsIn } from './attachmentTargetsIn.ts';
import { changesOf, pointIn, type Change, type DraftPoint, type Points } from './draft.ts';
import type { mapEditorMachine } from './mapEditor.machine.ts';
import { TOOLS, type MapEditorContext, type Tool } from './mapEditor.setup.ts';

export type MapEditorRef = ActorRefFrom<typeof mapEditorMachine>;

type Snapshot = SnapshotFrom<typeof mapEditorMachine>;

export const selectEditor = ({ context }: Snapshot): MapEditorContext => context;
export const selectStage = (snapshot: Snapshot) => stageOf(snapshot, ['none', 'forbidden', 'failed', 'offering']);
export const selectTool = (snapshot: Snapshot): Tool =>
  TOOLS.find((tool) => snapshot.matches({ editing: { tool } })) ?? 'select';
/** The dialog over the page: the review before a save, conflicts, or the versions. */
export const selectDraftStage = (snapshot: Snapshot) => {
  const at = (state: 'reviewing' | 'saving' | 'conflicting' | 'merging' | 'versions') =>
    snapshot.matches({ editing: { draft: state } });
  if (at('reviewing') || at('saving')) return 'review';
  if (at('conflicting') || at('merging')) return 'conflict';
  return at('versions') ? 'versions' : 'draft';
};
export const selectIsWaiting = (snapshot: Snapshot) => snapshot.hasTag('waiting');
export const selectIsRefused = (snapshot: Snapshot) =>
  snapshot.matches({ editing: { draft: { versions: 'refused' } } });
/** The browser could not store the draft: it is lost when the tab is closed. */
export const selectIsUnkept = (snapshot: Snapshot) => snapshot.matches({ editing: { keeping: 'refused' } });
export const selectIsSending = (snapshot: Snapshot) => snapshot.matches({ editing: { robot: 'sending' } });
/** The point shown in the panel: the only selected one. */
export const selectChosen = ({ context: { points, selection } }: Snapshot): DraftPoint | null => {
  const [only, ...more] = selection;
  return only !== undefined && more.length === 0 ? pointIn(points, only) : null;
};

export interface Faults {
  readonly all: readonly PointFault[];
  readonly of: ReadonlyMap<string, readonly PointFault[]>;
}
const validatorOf = remembered((map: NonNullable<MapEditorContext['map']>, references: PointReferences) =>
  createPointValidator(frameOf(map), references, map.picture === null ? map.plan : null),
);
const faultsOf = remembered(
  (points: Points, map: NonNullable<MapEditorContext['map']>, references: PointReferences): Faults => {
    const all = validatorOf(map, references).faultsAmong(new Map(points.map((point) => [point.areaId, point])));
    const of = new Map<string, PointFault[]>();
    for (const fault of all) of.set(fault.areaId, [...(of.get(fault.areaId) ?? []), fault]);
    return { all, of };
  },
);
const tiesOf = remembered(
  (
    elevators: MapEditorContext['elevators'],
    entrances: MapEditorContext['entrances'],
    mapId: string,
  ): PointReferences => ({
    elevators: new Set(elevators.map(({ id }) => id)),
    doors: new Set(entrances.filter((one) => one.mapId === mapId).map(({ id }) => id)),
  }),
);
const NO_FAULTS: Faults = { all: [], of: new Map() };
export const selectFaults = ({ context: { points, map, elevators, entrances } }: Snapshot): Faults =>
  map ? faultsOf(points, map, tiesOf(elevators, entrances, map.id)) : NO_FAULTS;

const changesIn = remembered((points: Points, base: Points): readonly Change[] => changesOf(base, points));
export const selectChanges = ({ context: { points, base } }: Snapshot): readonly Change[] =>
  changesIn(points, base.points);
const kindsIn = remembered(
  (changes: readonly Change[]): ReadonlyMap<string, Change['kind']> =>
    new Map(changes.map(({ areaId, kind }) => [areaId, kind])),
);
export const selectKinds = (snapshot: Snapshot) => kindsIn(selectChanges(snapshot));

/** What restoring a version would change: from the current points to the version's. */
const toVersion = remembered((then: Points, now: Points): readonly Change[] => changesOf(now, then));
export const selectToVersion = ({ context: { looked, base } }: Snapshot): readonly Change[] =>
  looked ? toVersion(looked.points, base.points) : [];

export const selectAttachmentTargets = ({ context }: Snapshot): readonly AttachmentTarget[] =>
  attachmentTargetsIn(context);
const linksIn = remembered((points: Points, targets: readonly AttachmentTarget[]) => linksOf(points, targets));
export const selectLinks = (snapshot: Snapshot) => linksIn(snapshot.context.points, selectAttachmentTargets(snapshot));

/** Natural order of names. */
const order = new Intl.Collator(undefined, { numeric: true });
const inOrder = (points: Points): readonly DraftPoint[] =>
  [...points].sort((a, b) => order.compare(a.name, b.name) || (a.areaId < b.areaId ? -1 : 1));
let ordered: { points: Points; places: readonly number[] } | null = null;
/** Keeps the order while no name has changed, because sorting thousands of points on every edit is slow. */
function named(points: Points): readonly DraftPoint[] {
  const before = ordered?.points;
  if (
    ordered &&
    before?.length === points.length &&
    points.every(
      (point, i) => point === before[i] || (point.areaId === before[i]?.areaId && point.name === before[i].name),
    )
  )
    return ordered.places.map((place) => points[place] as DraftPoint);
  const places = new Map(points.map((point, i) => [point, i]));
  const rows = inOrder(points);
  ordered = { points, places: rows.map((row) => places.get(row) ?? 0) };
  return rows;
}
const listed = remembered((points: Points, keyword: string): readonly DraftPoint[] => {
  const wanted = keyword.trim().toLowerCase();
  return wanted === '' ? named(points) : named(points).filter(({ name }) => name.toLowerCase().includes(wanted));
});
export const selectRows = ({ context: { points, keyword } }: Snapshot): readonly DraftPoint[] =>
  listed(points, keyword);

/** Memoises the last result by the identity of the arguments. */
function remembered<Asked extends readonly unknown[], Answer>(
  work: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  let last: { asked: Asked; answer: Answer } | null = null;
  return (...asked) => {
    if (last === null || last.asked.some((one, index) => one !== asked[index]))
      last = { asked, answer: work(...asked) };
    return last.answer;
  };
}
