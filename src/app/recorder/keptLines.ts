/**
 * What a tab keeps of its recording (keepRecording.ts): JSON lines, of which the first ones of a segment are a complete
 * state. A piece of them is stored as compressed text, or as it is when the page is closed.
 */
import * as v from 'valibot';
import type { ActorInfo, ActorState, Recording, Step, Timer } from '../../machines/recording/format.ts';
import { base64, bytesOf } from './base64.ts';
import { gzipped, inflated } from './capsuleFile.ts';
import { capsule, capsuleNews } from './capsuleSchema.ts';

export interface KeptLine {
  base?: { at: number; timers: readonly Timer[] } | undefined;
  states?: Readonly<Record<string, ActorState>> | undefined;
  actors?: Readonly<Record<string, ActorInfo>> | undefined;
  step?: Step | undefined;
}
const { actors, base } = capsule.entries;
const keptLine = v.object({
  base: v.optional(v.omit(base, ['states'])),
  states: v.optional(base.entries.states),
  actors: v.optional(actors),
  step: v.optional(capsuleNews.item.entries.step),
});

/** @throws when it is not a line of a recording */
export const parseLine = (line: string): KeptLine => v.parse(keptLine, JSON.parse(line));

/** A complete state as lines: the actors that are alive, each with its state. */
export function stateLines(recording: Pick<Recording, 'actors' | 'base'>): KeptLine[] {
  const { at, states, timers } = recording.base;
  return [
    { base: { at, timers }, actors: recording.actors },
    ...Object.entries(states).map(([number, state]) => ({ states: { [number]: state } })),
  ];
}

/** Base64 does not contain this. */
const PLAIN = '{';
export const packLines = async (lines: readonly string[]): Promise<string> =>
  base64(await (await gzipped(lines.join('\n'))).arrayBuffer());
/** Without compression, which takes longer than a page that is being closed exists. */
export const plainLines = (lines: readonly KeptLine[]): string => lines.map((line) => JSON.stringify(line)).join('\n');
export const unpackLines = async (text: string): Promise<string[]> =>
  (text.startsWith(PLAIN) ? text : await inflated(new Blob([bytesOf(text)]))).split('\n');
