/** The draft of a scheduled task: what the form holds, and what is sent of it. */
import type { DisinfectionPlan } from '../../../contract/rules/disinfection.ts';
import type { PointSetting, ScheduledTask, TaskStop, Timetable } from '../../../contract/entities/schedule.ts';
import { PATIENCE_MIN, type ScheduledKind } from '../../../contract/rules/schedule/scheduleLimits.ts';
import {
  changesStop,
  daysOf,
  daysText,
  faultsOfTask,
  readCruiseSetting,
  readPointSettings,
  type TaskFault,
} from '../../../contract/rules/schedule/scheduledTask.ts';
import { EMPTY_PLAN, formFault, formOf, planOf, type PlanForm } from '../disinfectionRecords/planForm.ts';

export type TaskRobot = Omit<Timetable['robots'][number], 'line' | 'lowest'>;
export interface TaskSite {
  siteId: string;
  name: string;
  timeZone: string;
  robots: readonly TaskRobot[];
}
export interface TaskDraft {
  kind: ScheduledKind;
  /** Serial numbers: one task each. */
  robots: readonly string[];
  pathId: string;
  when: 'now' | 'later';
  /** HH:mm. */
  executeTime: string;
  /** 1 is Monday; empty: once. */
  days: readonly number[];
  isLoop: boolean;
  /** Rounds of a loop, as typed. */
  rounds: string;
  speech: string;
  settings: readonly PointSetting[];
  /** Of the kind `disinfection`. */
  plan: PlanForm;
  /** Minutes. */
  patience: number;
  /** A start now is kept as a task too. */
  keep: boolean;
}
export const NEW_TASK: TaskDraft = {
  kind: 'cruise',
  robots: [],
  pathId: '',
  when: 'later',
  executeTime: '',
  days: [1, 2, 3, 4, 5, 6, 7],
  isLoop: false,
  rounds: '2',
  speech: '',
  settings: [],
  plan: EMPTY_PLAN,
  patience: PATIENCE_MIN.usual,
  keep: false,
};

export const draftOf = (task: ScheduledTask): TaskDraft => ({
  ...NEW_TASK,
  kind: task.kind,
  robots: [task.serialNumber],
  pathId: task.pathId,
  executeTime: task.executeTime,
  days: daysOf(task.checkboxRespeatDays),
  isLoop: task.cruiseCount > 1,
  rounds: String(Math.max(2, task.cruiseCount)),
  speech: task.speech,
  settings: readPointSettings(task.pointSettings) ?? [],
  plan: task.disinfection ? formOf(task.disinfection) : EMPTY_PLAN,
  patience: readCruiseSetting(task.cruiseSetting)?.patience ?? PATIENCE_MIN.usual,
});

/** NaN while the text is no number. */
export const roundsOf = ({ isLoop, rounds }: Pick<TaskDraft, 'isLoop' | 'rounds'>): number =>
  isLoop ? (rounds.trim() === '' ? Number.NaN : Number(rounds)) : 1;
/** Only a start now, which has no times. */
export const isOnlyNow = ({ when, keep }: Pick<TaskDraft, 'when' | 'keep'>): boolean => when === 'now' && !keep;
export const isSameDraft = (one: TaskDraft, other: TaskDraft): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of a task as they are sent, without its robot. */
export interface TaskRequest {
  kind: ScheduledKind;
  executeTime: string;
  pathId: string;
  cruiseCount: number;
  checkboxRespeatDays: string;
  speech: string;
  pointSettings: string | null;
  cruiseSetting: string | null;
  disinfection: DisinfectionPlan | null;
}
export function requestOf(draft: TaskDraft): TaskRequest {
  const settings = draft.settings.filter(changesStop);
  const common = {
    kind: draft.kind,
    executeTime: draft.executeTime,
    checkboxRespeatDays: daysText(draft.days),
    cruiseSetting: draft.patience === PATIENCE_MIN.usual ? null : JSON.stringify({ patience: draft.patience }),
  };
  if (draft.kind === 'disinfection')
    return { ...common, pathId: '', cruiseCount: 1, speech: '', pointSettings: null, disinfection: planOf(draft.plan) };
  return {
    ...common,
    pathId: draft.pathId,
    cruiseCount: roundsOf(draft),
    speech: draft.speech,
    pointSettings: settings.length === 0 ? null : JSON.stringify(settings),
    disinfection: null,
  };
}

type PlanFault = { field: 'disinfection'; error: 'placesEmpty' | 'minutesWrong' | 'doseWrong'; stop: null };
export type DraftFault = TaskFault | PlanFault | { field: 'robots'; error: 'robotsEmpty'; stop: null };
export function faultsIn(draft: TaskDraft, stops: readonly TaskStop[] | null): DraftFault[] {
  const isDisinfection = draft.kind === 'disinfection';
  const fields = { ...draft, cruiseCount: roundsOf(draft), pointSettings: draft.settings, disinfection: null };
  const found: DraftFault[] = faultsOfTask(fields, stops ?? undefined).filter(
    ({ field }) => field !== 'disinfection' && (!isOnlyNow(draft) || field !== 'executeTime'),
  );
  const plan = isDisinfection ? planFaultOf(draft.plan) : null;
  return [
    ...(draft.robots.length === 0 ? [{ field: 'robots', error: 'robotsEmpty', stop: null } as const] : []),
    ...(plan ? [{ field: 'disinfection', error: plan, stop: null } as const] : []),
    ...found,
  ];
}
/** What keeps the form from being a plan. Without a map nothing can be chosen. */
function planFaultOf(plan: PlanForm): PlanFault['error'] | null {
  const fault = formFault(plan);
  if (fault === 'minutes') return 'minutesWrong';
  if (fault === 'dose') return 'doseWrong';
  return fault === null && plan.mapId !== '' ? null : 'placesEmpty';
}

/** The setting of a stop after a change; without any difference to the route it is left out. */
export function withSetting(
  settings: readonly PointSetting[],
  areaId: string,
  change: Partial<Omit<PointSetting, 'areaId'>>,
): PointSetting[] {
  const before = settings.find((each) => each.areaId === areaId) ?? {
    areaId,
    skip: false,
    stayTime: null,
    speech: null,
  };
  const after = { ...before, ...change };
  const others = settings.filter((each) => each.areaId !== areaId);
  return changesStop(after) ? [...others, after] : others;
}
