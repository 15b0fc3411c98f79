/**
 * What a tab keeps of its recording (keepRecording.ts): JSON lines, of which the first ones of a segment are a complete
 * state. A piece of them is stored as compressed text, or as it is when the page is closed (readKept.ts).
 */
import type { ActorInfo, ActorState, Recording, Step, Timer } from '../../machines/recording/format.ts';
import { base64, gzipped } from './encoding.ts';

export interface KeptLine {
  base?: { at: number; timers: readonly Timer[] } | undefined;
  states?: Readonly<Record<string, ActorState>> | undefined;
  actors?: Readonly<Record<string, ActorInfo>> | undefined;
  step?: Step | undefined;
}

/** A complete state as lines: the actors, then each state. */
export function stateLines(recording: Pick<Recording, 'actors' | 'base'>): KeptLine[] {
  const { at, states, timers } = recording.base;
  return [
    { base: { at, timers }, actors: recording.actors },
    ...Object.entries(states).map(([number, state]) => ({ states: { [number]: state } })),
  ];
}

/** Base64 does not contain this. */
export const PLAIN = '{';
export const packLines = async (lines: readonly string[]): Promise<string> =>
  base64(await (await gzipped(lines.join('\n'))).arrayBuffer());
/** Without compression, which takes longer than a page that is being closed exists. */
export const plainLines = (lines: readonly KeptLine[]): string => lines.map((line) => JSON.stringify(line)).join('\n');
