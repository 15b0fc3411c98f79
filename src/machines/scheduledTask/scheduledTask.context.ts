/** Context of the editor of a scheduled task, and functions of it. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap, MapFloor, MapPoint } from '../../../contract/entities/map.ts';
import type { CellGrid } from '../../../contract/rules/cellGrid.ts';
import type { DisinfectionPlan } from '../../../contract/rules/disinfection.ts';
import type { ScheduledTask, TaskStop, TimetableRun } from '../../../contract/entities/schedule.ts';
import { keptStops } from '../../../contract/rules/schedule/scheduledTask.ts';
import type { RouteLeg } from '../../../contract/rules/planPath/routePlan.ts';
import type { Query } from '../app/events.ts';
import type { DraftContext } from '../factories/draftEditor.ts';
import { onMap } from '../disinfectionRecords/planForm.ts';
import type { Failure } from '../failure.ts';
import {
  faultsIn,
  isOnlyNow,
  isSameDraft,
  NEW_TASK,
  requestOf,
  roundsOf,
  type TaskDraft,
  type TaskRequest,
  type TaskRobot,
  type TaskSite,
} from './taskDraft.ts';

/** A draft that was stored in the browser. */
export interface KeptTask {
  /** Its base revision. */
  revision: number;
  /** The server's clock, ms. */
  at: number;
  draft: TaskDraft;
}
export interface StoredTask {
  userId: string;
  keptAs: string;
  kept: Omit<KeptTask, 'at'> | null;
}
export interface LoadedTask {
  sites: readonly TaskSite[];
  /** null for a new task, and if it does not exist any more. */
  task: ScheduledTask | null;
  kept: KeptTask | null;
  seed: string;
  /** Runs of the task in the next days that fall out when it is deleted, and whether one is under way. */
  ahead: RunsAhead;
}
export interface RunsAhead {
  runs: number;
  isUnderWay: boolean;
}
/** The maps of a robot's site, and the one to choose places on. */
export interface LoadedPlaces {
  floors: readonly MapFloor[];
  map: IndoorMap;
}
/** A map and the stops of the chosen route. */
export interface LoadedPath {
  map: IndoorMap;
  stops: readonly TaskStop[];
}
export interface Preview {
  metres: number | null;
  seconds: number | null;
  totalSeconds: number | null;
  battery: number | null;
  perWeek: number;
  runs: readonly TimetableRun[];
  /** What a disinfection covers; null for a cruise. */
  cells: { grid: CellGrid; planned: readonly number[]; squareMetres: number; agent: number | null } | null;
}
export interface PreviewRequest extends TaskRequest {
  id: string;
  serialNumber: string;
}
/** What became of a robot's task or start; no failure: accepted. */
export interface RobotAnswer {
  serialNumber: string;
  did: 'started' | 'saved';
  failure: Failure | null;
}
export interface SaveRequest {
  /** Empty for a new task. */
  id: string;
  serialNumber: string;
  others: readonly string[];
  revision: number | null;
  task: TaskRequest;
  attempt: string;
}
export interface SaveResult {
  task: ScheduledTask;
  answers: readonly RobotAnswer[];
}
export interface StartRequest {
  serialNumbers: readonly string[];
  pathId: string;
  rounds: number;
  speech: string;
  /** JSON text as in a task. */
  pointSettings: string | null;
  /** null: a run along the route. */
  disinfection: DisinfectionPlan | null;
  attempt: string;
}
/** Where the user goes after a save. */
export type AfterSave = 'timetable' | 'another';

export interface ScheduledTaskContext extends DraftContext<KeptTask> {
  query: Query;
  userId: string;
  language: Language;
  /** Empty for a new task. */
  taskId: string;
  /** The robot of the task, or the first one of a new task. */
  serialNumber: string;
  sites: readonly TaskSite[];
  task: ScheduledTask | null;
  base: TaskDraft;
  draft: TaskDraft;
  /** A save was attempted: missing fields are shown as errors from then on. */
  tried: boolean;
  /** Text of the stay time of a stop while it is typed. */
  typed: { areaId: string; text: string } | null;
  /** The stop whose settings are open. */
  opened: string | null;
  routes: { of: string; paths: readonly CruisePathChoice[] } | null;
  path: { of: string; map: Omit<IndoorMap, 'points'>; points: readonly MapPoint[]; stops: readonly TaskStop[] } | null;
  /** The maps on which a disinfection is planned. */
  places: ({ of: string } & LoadedPlaces) | null;
  plan: { of: string; legs: readonly RouteLeg[] } | null;
  preview: ({ of: string } & Preview) | null;
  /** Keys of what is being loaded. */
  loadingRoutes: string;
  loadingPath: string;
  loadingPlaces: string;
  planning: string;
  previewing: string;
  previewFailure: Failure | null;
  pathFailure: Failure | null;
  answers: readonly RobotAnswer[];
  unanswered: boolean;
  /** The next save replaces what somebody else saved meanwhile. */
  overwrites: boolean;
  after: AfterSave;
  leaveTo: string;
  ahead: RunsAhead;
}

/** Before anything is loaded. */
export const INITIAL = {
  sites: [],
  task: null,
  base: NEW_TASK,
  draft: NEW_TASK,
  tried: false,
  typed: null,
  opened: null,
  routes: null,
  path: null,
  places: null,
  plan: null,
  preview: null,
  loadingRoutes: '',
  loadingPath: '',
  loadingPlaces: '',
  planning: '',
  previewing: '',
  previewFailure: null,
  pathFailure: null,
  answers: [],
  unanswered: false,
  overwrites: false,
  after: 'timetable',
  leaveTo: '',
  ahead: { runs: 0, isUnderWay: false },
  kept: null,
  seed: '',
  attempt: 0,
  failure: null,
} as const;

export const isChanged = ({ draft, base }: Pick<ScheduledTaskContext, 'draft' | 'base'>): boolean =>
  !isSameDraft(draft, base);
export const robotsIn = ({ sites }: Pick<ScheduledTaskContext, 'sites'>): readonly TaskRobot[] =>
  sites.flatMap(({ robots }) => robots);
/** The site of the chosen robots: that of the first one. */
export const siteOfDraft = ({
  sites,
  draft,
  query,
}: Pick<ScheduledTaskContext, 'sites' | 'draft' | 'query'>): TaskSite | undefined =>
  sites.find(({ robots }) => robots.some(({ serialNumber }) => serialNumber === draft.robots[0])) ??
  sites.find(({ siteId }) => siteId === query['site']) ??
  sites[0];
/** Whether the user can save: a task of somebody else's robot is only shown. */
export const mayEdit = ({ sites, task }: Pick<ScheduledTaskContext, 'sites' | 'task'>): boolean => {
  const robots = robotsIn({ sites });
  return task
    ? (robots.find(({ serialNumber }) => serialNumber === task.serialNumber)?.canChange ?? false)
    : robots.some(({ canChange }) => canChange);
};
export const faultsOf = ({ draft, path }: Pick<ScheduledTaskContext, 'draft' | 'path'>) =>
  faultsIn(draft, path?.of.startsWith(`${draft.pathId} `) ? path.stops : null);

export const routesKey = ({ draft, language }: Pick<ScheduledTaskContext, 'draft' | 'language'>): string =>
  draft.robots[0] === undefined || draft.kind !== 'cruise' ? '' : `${draft.robots[0]} ${language}`;
/** Empty while the route's map is not known. */
export function pathKey({
  draft,
  routes,
  language,
}: Pick<ScheduledTaskContext, 'draft' | 'routes' | 'language'>): string {
  const route = routes?.paths.find(({ pathId }) => pathId === draft.pathId);
  return route && draft.robots[0] !== undefined && draft.kind === 'cruise'
    ? `${route.pathId} ${route.mapId} ${draft.robots[0]} ${language}`
    : '';
}
/** Robot, map and language; the map is empty until one is chosen. */
export const placesKey = ({ draft, language }: Pick<ScheduledTaskContext, 'draft' | 'language'>): string =>
  draft.robots[0] === undefined || draft.kind !== 'disinfection'
    ? ''
    : [draft.robots[0], draft.plan.mapId, language].join(' ');
/** The context with the maps; a plan whose map the robot's site does not have begins again. */
export function withPlaces(
  { base, draft, loadingPlaces }: Pick<ScheduledTaskContext, 'base' | 'draft' | 'loadingPlaces'>,
  loaded: LoadedPlaces,
) {
  const [serialNumber = '', , language = ''] = loadingPlaces.split(' ');
  return {
    places: { of: [serialNumber, loaded.map.id, language].join(' '), ...loaded },
    draft: { ...draft, plan: onMap(draft.plan, loaded.map.id) },
    // The robot's own map is no change by the user.
    ...(base.plan.mapId === '' && { base: { ...base, plan: onMap(base.plan, loaded.map.id) } }),
    pathFailure: null,
  };
}
/** Positions of the stops that this task visits. */
export function placesOf({ draft, path }: Pick<ScheduledTaskContext, 'draft' | 'path'>): Place[] {
  if (!path || draft.kind !== 'cruise') return [];
  const at = new Map(path.points.map((point) => [point.areaId, [point.worldX, point.worldY] as const]));
  return keptStops(path.stops, draft.settings).flatMap((i) => {
    const place = at.get(path.stops[i]?.areaId ?? '');
    return place ? [[...place] as Place] : [];
  });
}
export const planKey = (context: Pick<ScheduledTaskContext, 'draft' | 'path'>): string => {
  const places = placesOf(context);
  return places.length < 2 ? '' : `${roundsOf(context.draft) > 1 ? 'loop' : 'once'} ${places.join(' ')}`;
};
/** One request a robot; none while the draft cannot be previewed. */
export function previewRequests(context: Pick<ScheduledTaskContext, 'draft' | 'path' | 'taskId'>): PreviewRequest[] {
  const { draft, taskId } = context;
  const isFaulty = faultsOf(context).some(({ field }) => field !== 'executeTime');
  if (isFaulty || (draft.executeTime === '' && !isOnlyNow(draft))) return [];
  const task = requestOf(isOnlyNow(draft) && draft.executeTime === '' ? { ...draft, executeTime: '00:00' } : draft);
  return draft.robots.map((serialNumber, i) => ({ ...task, id: i === 0 ? taskId : '', serialNumber }));
}
export const previewKey = (context: Pick<ScheduledTaskContext, 'draft' | 'path' | 'taskId'>): string => {
  const requests = previewRequests(context);
  return requests.length === 0 ? '' : JSON.stringify(requests);
};

const keptAs = ({ taskId }: Pick<ScheduledTaskContext, 'taskId'>): string => taskId || 'new';
export const toForget = (context: ScheduledTaskContext): StoredTask => ({
  userId: context.userId,
  keptAs: keptAs(context),
  kept: null,
});
export const toStore = (context: ScheduledTaskContext): StoredTask => ({
  ...toForget(context),
  kept: isChanged(context) ? { revision: context.task?.revision ?? 0, draft: context.draft } : null,
});

/** The context after the task was loaded. */
export function withTask(
  context: ScheduledTaskContext,
  { sites, task, kept, seed, ahead }: LoadedTask,
  base: TaskDraft,
): ScheduledTaskContext {
  const robots = robotsIn({ sites });
  const isKnown = (serialNumber: string): boolean => robots.some((robot) => robot.serialNumber === serialNumber);
  // A stored draft can name robots that are gone since.
  const draft = kept && { ...NEW_TASK, ...kept.draft, robots: kept.draft.robots.filter(isKnown) };
  return {
    ...context,
    sites,
    task,
    seed,
    ahead,
    base,
    draft: base,
    kept: kept && draft && !isSameDraft(draft, base) ? { ...kept, draft } : null,
    failure: null,
  };
}
