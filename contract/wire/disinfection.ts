/**
 * What a robot is told of a disinfection, in the parameter `plan` of the action `disinfect` (as JSON), and what it
 * reports. Cells are run-length coded (rules/cellGrid.ts).
 */
import * as v from 'valibot';
import { id, time } from '../entities/values.ts';
import { cellGrid, cellRuns } from '../rules/cellGrid.ts';
import { DISINFECTION_MODES, MOST_POINTS, SECTION_STATES } from '../rules/disinfection.ts';

/** Longest reports, in cells and pauses. */
export const MOST_PAUSES = 50;
/** Value of a cell in `doses`: tenths of the aim; a robot stops counting at twice the aim. */
export const DOSE_STEPS = 10;
export const DOSE_TOP = 20;
/** The robot could not get there. */
export const CELL_SKIPPED = 99;

const metre = v.pipe(v.number(), v.finite());
export const disinfectOrder = v.object({
  runId: id,
  /** The robot's name of the map. */
  mapId: v.string(),
  mode: v.picklist(DISINFECTION_MODES),
  waitUntilEmpty: v.boolean(),
  grid: cellGrid,
  /** 0: not planned; otherwise the number of the section, from 1. */
  planned: cellRuns,
  sections: v.pipe(
    v.array(
      v.object({
        dose: v.number(),
        /** A point to stand at; null: cover the cells in lanes. */
        stand: v.nullable(v.object({ nodeId: v.string(), x: metre, y: metre, seconds: v.number() })),
      }),
    ),
    v.minLength(1),
    v.maxLength(MOST_POINTS),
  ),
});
export type DisinfectOrder = v.InferOutput<typeof disinfectOrder>;

/** A person was seen; `until`: when the robot went on, or gave the place up; null while it waits. */
const pause = v.object({ at: time, until: v.nullable(time), x: metre, y: metre });
export type DisinfectionPause = v.InferOutput<typeof pause>;

/** Sent every few seconds during a run, and repeated for some minutes after its end. */
export const disinfectionReport = v.object({
  runId: id,
  /** Counts the reports of the run: an older one that arrives late is ignored. */
  sequence: v.pipe(v.number(), v.integer(), v.minValue(0)),
  doses: cellRuns,
  /** In the order's order. */
  sections: v.pipe(
    v.array(v.object({ state: v.picklist(SECTION_STATES), seconds: v.pipe(v.number(), v.minValue(0)) })),
    v.maxLength(MOST_POINTS),
  ),
  pauses: v.pipe(v.array(pause), v.maxLength(MOST_PAUSES)),
  /** Litres; null if the robot does not know or has no tank. */
  agentLeft: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000))),
  agentFull: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000))),
  /** Why it ended; null while it goes on. */
  over: v.nullable(v.picklist(['done', 'agentEmpty', 'interrupted'])),
});
export type DisinfectionReport = v.InferOutput<typeof disinfectionReport>;
