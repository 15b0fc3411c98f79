/**
 * A disinfection as a scheduled task (design 20, 21): what can be planned, the parts of a run in their order, and when it
 * reaches them. Pure.
 */
import * as v from 'valibot';
import {
  disinfectionPlan,
  estimateOf,
  sectionSeconds,
  type DisinfectionMode,
  type DisinfectionPlan,
  type SectionSize,
} from '../disinfection.ts';
import type { TaskEstimate } from './expand.ts';

/** A task repeats: what one earlier run missed cannot be planned. */
export const scheduledPlan = v.pipe(
  disinfectionPlan,
  v.check(({ target }) => target.kind !== 'missed', 'target'),
);

/** Ids of the points or rooms in the order of their visits; an empty id stands for the drawn area. */
export function partsOf({ target }: Pick<DisinfectionPlan, 'target'>): string[] {
  switch (target.kind) {
    case 'points':
      return target.points.map(({ areaId }) => areaId);
    case 'rooms':
      return [...new Set(target.rooms)];
    case 'area':
    case 'missed':
      return [''];
  }
}

/** The plan without the parts that exceptions leave out; null if none is left. @param skipped indexes of parts */
export function withoutParts(plan: DisinfectionPlan, skipped: ReadonlySet<number>): DisinfectionPlan | null {
  if (skipped.size === 0) return plan;
  const { target } = plan;
  const isKept = (_: unknown, i: number): boolean => !skipped.has(i);
  if (!partsOf(plan).some(isKept)) return null;
  switch (target.kind) {
    case 'points':
      return { ...plan, target: { ...target, points: target.points.filter(isKept) } };
    case 'rooms':
      return { ...plan, target: { ...target, rooms: partsOf(plan).filter(isKept) } };
    case 'area':
    case 'missed':
      return plan;
  }
}

/**
 * How long a run takes and when it reaches its parts. A part without a section, because it has no cells, takes no time.
 * @param parts as `partsOf` gives them
 */
export function estimateOfDisinfection(
  mode: DisinfectionMode,
  parts: readonly string[],
  sections: readonly (SectionSize & { id: string })[],
  cellM2: number,
): TaskEstimate {
  const { seconds, battery } = estimateOf(mode, sections, cellM2);
  let at = 0;
  return {
    stops: parts.map((areaId) => {
      const reached = at;
      const section = sections.find(({ id }) => id === areaId);
      if (section) at += sectionSeconds(mode, section, cellM2);
      return { areaId, at: Math.round(reached), ...(!section && { hasNoCells: true }) };
    }),
    roundSeconds: seconds,
    metres: 0,
    battery,
    paths: [],
  };
}

/** The id of a run of a task: the task, and the time for which the run was planned. Also its key in URLs. */
export const taskRunIdOf = (taskId: string, plannedAt: number): string => `${taskId}@${plannedAt}`;
/** null for a text that is no such id. */
export function taskRunOf(id: string): { id: string; plannedAt: number } | null {
  const at = id.lastIndexOf('@');
  const plannedAt = Number(id.slice(at + 1));
  return at > 0 && Number.isSafeInteger(plannedAt) && id.length > at + 1 ? { id: id.slice(0, at), plannedAt } : null;
}
