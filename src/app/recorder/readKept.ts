/**
 * Joins what this tab kept of its recording (keepRecording.ts) to one recording. It can come from several page loads, and
 * from another version of the console. Read in idle time; if any of it is damaged, all is left out.
 */
import * as v from 'valibot';
import {
  RECORDING_VERSION,
  PAGE_RELOADED,
  type ActorInfo,
  type Recording,
  type Step,
} from '../../machines/recording/format.ts';
import type { EarlierRecording, SizedStep } from '../../machines/recording/recorder.ts';
import { createRenumbering } from '../../machines/recording/renumbered.ts';
import { rootOf } from '../../machines/recording/replay.ts';
import { createUpgrade } from '../../machines/recording/upgrade.ts';
import { mapIdle } from '../../services/idle.ts';
import type { KeptPieces } from '../../services/recordingStore.ts';
import { capsule, capsuleNews } from './capsuleSchema.ts';
import { inflated } from './capsuleFile.ts';
import { bytesOf } from './encoding.ts';
import { type KeptLine, PLAIN } from './keptLines.ts';

const { entries: fields } = capsule;
const keptLine = v.object({
  base: v.optional(v.omit(fields.base, ['states'])),
  states: v.optional(fields.base.entries.states),
  actors: v.optional(fields.actors),
  step: v.optional(capsuleNews.item.entries.step),
});
/** @throws when it is not a line of a recording */
const parseLine = (line: string): KeptLine => v.parse(keptLine, JSON.parse(line));
export const unpackLines = async (text: string): Promise<string[]> =>
  (text.startsWith(PLAIN) ? text : await inflated(new Blob([bytesOf(text)]))).split('\n');

interface Load extends Recording {
  build: string;
  /** Approximate size of each step as JSON. */
  sizes: readonly number[];
}

export interface ReadParts {
  kept: readonly KeptPieces[];
  /** The present console's version. */
  build: string;
  /** Reserves actor numbers (machines/recording/recorder.ts). */
  reserve(count: number): { from: number; root: number };
}

/** The event of a reload, with the version before it if it is another one now. */
const reloadedFrom = (before: string, now: string): Step['event'] => ({
  type: PAGE_RELOADED,
  ...(before === now ? {} : { build: before }),
});

/** @returns null when nothing was kept. @throws when it is damaged, or from a newer version */
export async function readKept({
  kept,
  build,
  reserve,
}: ReadParts): Promise<{ earlier: EarlierRecording; reloaded: Step['event'] } | null> {
  const loads: Load[] = [];
  for (const segments of byLoad(kept)) {
    const load = await loadOf(segments);
    // It does not begin with its page: the steps between it and the load before are lost.
    if (Object.keys(load.base.states).length > 0) loads.splice(0);
    loads.push(load);
  }
  const last = loads.at(-1);
  if (!last) return null;
  const actors: Record<string, ActorInfo> = {};
  const steps: SizedStep[] = [];
  let base: Recording['base'] | null = null;
  for (const [index, load] of loads.entries()) {
    const numbers = Object.keys(load.actors).map(Number);
    const { from, root } = reserve(Math.max(0, ...numbers) + 1);
    const ownRoot = rootOf(load);
    if (ownRoot === null) throw new Error('a kept recording has no root');
    const renumbering = createRenumbering((number) => (number === ownRoot ? root : from + number));
    const before = loads[index - 1];
    if (before) {
      const event = reloadedFrom(before.build, load.build);
      const at = load.steps[0]?.at ?? load.base.at;
      steps.push({ step: { at, actor: root, from: null, event }, bytes: JSON.stringify(event).length });
    }
    base ??= renumbering.base(load.base);
    const { [root]: _, ...others } = renumbering.actors(load.actors);
    Object.assign(actors, others);
    for (const [at, step] of (await mapIdle(load.steps, renumbering.step)).entries())
      steps.push({ step, bytes: load.sizes[at] ?? 0 });
  }
  return base && { earlier: { actors, base, steps }, reloaded: reloadedFrom(last.build, build) };
}

function byLoad(kept: readonly KeptPieces[]): KeptPieces[][] {
  const groups: KeptPieces[][] = [];
  for (const segment of kept) {
    const group = groups.at(-1);
    if (group?.[0]?.load === segment.load) group.push(segment);
    else groups.push([segment]);
  }
  return groups;
}

async function loadOf(segments: readonly KeptPieces[]): Promise<Load> {
  const { build = '', version = 0 } = segments[0] ?? {};
  if (version > RECORDING_VERSION) throw new Error(`a kept recording has the newer version ${version}`);
  const actors: Record<string, ActorInfo> = {};
  const states: Record<string, Recording['base']['states'][string]> = {};
  const steps: Step[] = [];
  const sizes: number[] = [];
  let start: KeptLine['base'];
  for (const [index, { texts }] of segments.entries()) {
    for (const text of texts) {
      const lines = await unpackLines(text);
      for (const [at, line] of (await mapIdle(lines, parseLine)).entries()) {
        Object.assign(actors, line.actors);
        // Later segments begin with the state that the steps before them lead to.
        if (index === 0) Object.assign(states, line.states);
        if (index === 0) start ??= line.base;
        if (!line.step) continue;
        steps.push(line.step);
        sizes.push(lines[at]?.length ?? 0);
      }
    }
  }
  if (!start) throw new Error('a kept recording has no beginning');
  return {
    ...createUpgrade(version).recording({ actors, base: { ...start, states }, steps }),
    build,
    sizes,
  };
}
