/**
 * Disinfection runs (design 21): what can be asked for, cells and lanes, the estimate, results and reasons. Shared by
 * console, server and simulated robots. Pure.
 */
import * as v from 'valibot';
import { place, type Place } from '../entities/floorPlan.ts';
import { disinfectionId, mapId, pointId } from '../entities/values.ts';
import { drainOf } from './battery.ts';
import { cellCentre, type CellGrid } from './cellGrid.ts';

export const DISINFECTION_MODES = ['spray', 'uv', 'mist'] as const;
export type DisinfectionMode = (typeof DISINFECTION_MODES)[number];
export const DISINFECTION_STATES = ['inProgress', 'finished', 'partiallyCompleted', 'failed'] as const;
export type DisinfectionState = (typeof DISINFECTION_STATES)[number];
/** `paused`: a person is seen. Stop, lease and lost connection are part of the robot's live state. */
export const DISINFECTION_PHASES = ['starting', 'working', 'paused'] as const;
export type DisinfectionPhase = (typeof DISINFECTION_PHASES)[number];
export const SECTION_STATES = ['waiting', 'underway', 'done', 'person', 'unreachable'] as const;
export type SectionState = (typeof SECTION_STATES)[number];

/** An end reason is one of these or a robot's own error type (wire/actions.ts). */
export const DISINFECTION_REASONS = [
  'ended',
  'cancelledBy',
  'charging',
  /** The robot did all it could, but places are left. */
  'missed',
  /** A person stayed in a room for too long. */
  'person',
  'agentEmpty',
  'batteryLow',
  'replaced',
  'cancelled',
  'robotSilent',
  'notTaken',
  'robotRestarted',
  'robotGone',
  'robotMoved',
  /** A scheduled run that did not start. */
  'exception',
  'placesDeleted',
  'elevatorOut',
  'doorOut',
  'serverDown',
  'taskOff',
  'notChecked',
] as const;
export type DisinfectionReason = (typeof DISINFECTION_REASONS)[number];
/** Results of a list's head and filter: each run has one of them. */
export const DISINFECTION_RESULTS = [...DISINFECTION_STATES, 'notStarted', 'unknown'] as const;
export type DisinfectionResult = (typeof DISINFECTION_RESULTS)[number];
/** Nobody heard how the run ended: what was covered is known up to the last report only. */
export const isEndUnknown = ({ reason }: { reason: { type: string } | null }): boolean =>
  reason?.type === 'robotSilent';
/** The result of a run; the database derives its stored column in the same way (server/db/disinfectionTables.ts). */
export const disinfectionResultOf = (run: {
  state: DisinfectionState;
  /** Or planned cells. */
  squareMetres: number;
  reason: { type: string } | null;
}): DisinfectionResult =>
  // A scheduled run that never started has no cells.
  run.state === 'failed' && run.squareMetres === 0 ? 'notStarted' : isEndUnknown(run) ? 'unknown' : run.state;

/** ml/m2 for spray and mist, mJ/cm2 for UV. `perSecond`: what the robot gives per second, in the unit times m2. */
export const DOSES = {
  spray: { min: 1, max: 50, initial: 8, perSecond: 2 },
  uv: { min: 5, max: 200, initial: 30, perSecond: 7.5 },
  mist: { min: 1, max: 30, initial: 5, perSecond: 1.25 },
} as const satisfies Record<DisinfectionMode, { min: number; max: number; initial: number; perSecond: number }>;
export const POINT_MINUTES = { min: 1, max: 60, initial: 3 } as const;
export const MOST_POINTS = 50;
export const MOST_ROOMS = 50;
export const MOST_CORNERS = 100;
/** 2,000 m2. */
export const MOST_CELLS = 8_000;

/** Width of a lane, and the reach of the jet around the robot, metres. */
export const LANE_M = 1;
export const REACH_M = 1;
/** Radius disinfected around a point, metres. */
export const POINT_RADIUS_M = 2;
const SPEEDS = { min: 0.05, max: 0.4 };
/** Speed on the way to the first place and between places, m/s. */
const TRAVEL_SPEED = 0.4;
/** UV and mist go on this long after the person has left. */
export const CLEAR_MS = 30_000;
/** The robot leaves out a place where a person stays longer. */
export const PERSON_PATIENCE_MS = 5 * 60_000;
/** A cell with at least this share of the dose is covered. */
export const COVERED_FROM = 0.5;
/** A run with at least this share of its cells covered is finished. */
export const FINISHED_FROM = 0.9;

const dose = v.pipe(v.number(), v.finite(), v.minValue(0.1), v.maxValue(200));
const point = v.object({
  areaId: pointId,
  minutes: v.pipe(v.number(), v.minValue(POINT_MINUTES.min), v.maxValue(POINT_MINUTES.max)),
  /** Without one, the dose of the plan. */
  dose: v.optional(dose),
});
const target = v.variant('kind', [
  v.object({
    kind: v.literal('points'),
    points: v.pipe(v.array(point), v.minLength(1), v.maxLength(MOST_POINTS)),
  }),
  v.object({
    kind: v.literal('rooms'),
    rooms: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.minLength(1), v.maxLength(MOST_ROOMS)),
  }),
  /** Corners of a polygon on the plan, metres. */
  v.object({
    kind: v.literal('area'),
    polygon: v.pipe(v.array(place), v.minLength(3), v.maxLength(MOST_CORNERS)),
  }),
  /** What an earlier run of the same robot missed. */
  v.object({ kind: v.literal('missed'), recordId: disinfectionId }),
]);
export type DisinfectionTarget = v.InferOutput<typeof target>;

/** What a robot is asked to do. Doses are checked against the mode by `planFault`. */
export const disinfectionPlan = v.object({
  mapId,
  target,
  mode: v.picklist(DISINFECTION_MODES),
  dose,
  /** Before a room or point, wait until nobody is seen there. */
  waitUntilEmpty: v.optional(v.boolean(), true),
});
export type DisinfectionPlan = v.InferOutput<typeof disinfectionPlan>;

/** The first field with a value that the mode does not permit; null if all are fine. */
export function planFault({
  mode,
  dose: wanted,
  target: { kind, ...rest },
}: DisinfectionPlan): 'dose' | 'target' | null {
  const { min, max } = DOSES[mode];
  const isFine = (value: number): boolean => value >= min && value <= max;
  if (!isFine(wanted)) return 'dose';
  if (kind === 'points' && 'points' in rest) {
    if (rest.points.some(({ dose: one }) => one !== undefined && !isFine(one))) return 'target';
    if (new Set(rest.points.map(({ areaId }) => areaId)).size < rest.points.length) return 'target';
  }
  return null;
}

/** m/s at which a lane receives the dose. */
export const laneSpeed = (mode: DisinfectionMode, wanted: number): number =>
  Math.min(SPEEDS.max, Math.max(SPEEDS.min, DOSES[mode].perSecond / (wanted * LANE_M)));

/** A part of a run: a room, a point or the drawn area, by the numbers that its estimate needs. */
export interface SectionSize {
  cells: number;
  /** Of a point; null for what is covered in lanes. */
  minutes: number | null;
  dose: number;
}
export interface DisinfectionEstimate {
  seconds: number;
  /** Per cent. */
  battery: number;
  /** Litres; null for UV. */
  agent: number | null;
  squareMetres: number;
}
const SECONDS_BETWEEN = 20;

/** Seconds for a part, with the way to it. */
export const sectionSeconds = (
  mode: DisinfectionMode,
  { cells, minutes, dose: wanted }: SectionSize,
  cellM2: number,
): number =>
  SECONDS_BETWEEN + (minutes === null ? (cells * cellM2) / (laneSpeed(mode, wanted) * LANE_M) : minutes * 60);

/** @param way metres to the first place */
export function estimateOf(
  mode: DisinfectionMode,
  sections: readonly SectionSize[],
  cellM2: number,
  way = 0,
): DisinfectionEstimate {
  let seconds = way / TRAVEL_SPEED;
  let agent = 0;
  let squareMetres = 0;
  for (const section of sections) {
    const area = section.cells * cellM2;
    squareMetres += area;
    agent += area * section.dose;
    seconds += sectionSeconds(mode, section, cellM2);
  }
  return {
    seconds: Math.round(seconds),
    battery: Math.ceil((seconds / 60) * drainOf(mode === 'uv' ? 1 : 0.6)),
    agent: mode === 'uv' ? null : Math.round(agent) / 1000,
    squareMetres: Math.round(squareMetres * 10) / 10,
  };
}

/**
 * Places to drive through, up one lane and down the next, a lane every metre. Gaps in a lane are driven around.
 * @param isPlanned whether the cell belongs to the part
 */
export function lanesOf(grid: CellGrid, isPlanned: (cell: number) => boolean): Place[] {
  const { columns, rows } = grid;
  const step = Math.max(1, Math.round(LANE_M / grid.cellM));
  const places: Place[] = [];
  for (let lane = 0, row = 0; row < rows; lane += 1, row += step) {
    const line: Place[] = [];
    for (let column = 0; column < columns; column += 1) {
      // The rows of a lane, the middle one first.
      const found = Array.from({ length: step }, (_, i) => row + i)
        .filter((one) => one < rows)
        .map((one) => one * columns + column)
        .findLast(isPlanned);
      if (found !== undefined) line.push(cellCentre(grid, found));
    }
    places.push(...(lane % 2 ? line.reverse() : line));
  }
  return places;
}

export interface DisinfectionOutcome {
  /** Finished normally, ended by a person, or ended by a fault. */
  by: 'itself' | 'person' | 'fault';
  planned: number;
  covered: number;
}
export function disinfectionResult({
  by,
  planned,
  covered,
}: DisinfectionOutcome): Exclude<DisinfectionState, 'inProgress'> {
  if (covered === 0) return 'failed';
  return by === 'itself' && covered >= planned * FINISHED_FROM ? 'finished' : 'partiallyCompleted';
}
