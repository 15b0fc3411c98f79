/** A disinfection run, in progress or ended, and its record (spec 2 "Robot activities", design 21). */
import * as v from 'valibot';
import { cellGrid, cellRuns } from '../rules/cellGrid.ts';
import {
  DISINFECTION_MODES,
  DISINFECTION_PHASES,
  DISINFECTION_STATES,
  SECTION_STATES,
  type DisinfectionTarget,
} from '../rules/disinfection.ts';
import { drivenWay } from './drivenWay.ts';
import { flag, id, serialNumber, time } from './values.ts';

export const TARGET_KINDS = [
  'points',
  'rooms',
  'area',
  'missed',
] as const satisfies readonly DisinfectionTarget['kind'][];

export const disinfectionEstimate = v.object({
  seconds: v.number(),
  battery: v.number(),
  agent: v.nullable(v.number()),
  squareMetres: v.number(),
});

const section = v.object({
  /** Of the point or room; empty for a drawn area. */
  id: v.string(),
  /** In the reader's language; empty for a drawn area. */
  name: v.string(),
  state: v.picklist(SECTION_STATES),
  squareMetres: v.number(),
  /** Share of the planned cells, 0..1. */
  coverage: v.number(),
  /** Mean over the planned cells; null before the first report. */
  dose: v.nullable(v.number()),
  aim: v.number(),
  seconds: v.number(),
});
export type DisinfectionSection = v.InferOutput<typeof section>;

export const disinfection = v.object({
  id,
  serialNumber,
  robotName: v.string(),
  mapId: v.string(),
  mapName: v.string(),
  floor: v.string(),
  kind: v.picklist(TARGET_KINDS),
  mode: v.picklist(DISINFECTION_MODES),
  /** ml/m2, or mJ/cm2 for UV. */
  aim: v.number(),
  waitUntilEmpty: flag,
  state: v.picklist(DISINFECTION_STATES),
  /** null after the end. */
  phase: v.nullable(v.picklist(DISINFECTION_PHASES)),
  /** One of DISINFECTION_REASONS, or the robot's errorType; null while in progress and when it finished. */
  reason: v.nullable(v.object({ type: v.string(), description: v.string() })),
  startedBy: v.object({ userId: v.string(), name: v.string() }),
  /** The scheduled task, and the time for which this run was planned; null if a person started it. */
  task: v.nullable(v.object({ id: v.string(), plannedAt: time })),
  startedAt: time,
  endedAt: v.nullable(time),
  estimate: disinfectionEstimate,
  squareMetres: v.number(),
  coverage: v.number(),
  /** null before the first report. */
  dose: v.nullable(v.number()),
  /** Litres. */
  agentLeft: v.nullable(v.number()),
  agentFull: v.nullable(v.number()),
  sections: v.array(section),
  /** Incremented by every change. */
  revision: v.number(),
  /** Sample record of the demo: the run never took place. */
  demo: flag,
});
export type Disinfection = v.InferOutput<typeof disinfection>;

export const disinfectionDetails = v.object({
  run: disinfection,
  grid: cellGrid,
  /** Section numbers from 1, and doses in tenths of the aim (wire/disinfection.ts). */
  planned: cellRuns,
  doses: cellRuns,
  pauses: v.array(v.object({ at: time, until: v.nullable(time), x: v.number(), y: v.number() })),
  /** Where its tracks are stored. */
  track: v.optional(drivenWay, []),
});
export type DisinfectionDetails = v.InferOutput<typeof disinfectionDetails>;

/** What a plan would do. */
export const disinfectionPreview = v.object({
  estimate: disinfectionEstimate,
  grid: cellGrid,
  planned: cellRuns,
  sections: v.array(v.object({ id: v.string(), name: v.string(), squareMetres: v.number() })),
});
export type DisinfectionPreview = v.InferOutput<typeof disinfectionPreview>;
