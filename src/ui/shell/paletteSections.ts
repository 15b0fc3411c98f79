/** Palette search results: robots, pages and actions, best match first. Pure. */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';

export interface Findable {
  id: string;
  label: string;
  /** Also searched: a serial number, the name in another language. */
  detail?: string;
}
export interface FindableRobot extends Findable {
  kind: RobotKind;
  status: RobotStatus;
}

/** Maximum number of robots shown; a longer query finds the others. */
export const MOST_ROBOTS = 8;

/**
 * Match score, 0 is best; null for no match. Every word must match; the label ranks before the detail, the beginning of
 * a word before its middle.
 */
export function fit({ label, detail = '' }: Findable, words: string): number | null {
  const name = label.toLowerCase();
  const rest = detail.toLowerCase();
  let sum = 0;
  for (const word of words.trim().toLowerCase().split(/\s+/u)) {
    if (!word) continue;
    const at = name.indexOf(word);
    if (at === 0) continue;
    if (at > 0) sum += /\s/u.test(name[at - 1] ?? '') ? 1 : 2;
    else if (rest.includes(word)) sum += 3;
    else return null;
  }
  return sum;
}

export function found<Thing extends Findable>(things: readonly Thing[], words: string, most = things.length): Thing[] {
  const fits = things.flatMap((thing, index) => {
    const score = fit(thing, words);
    return score === null ? [] : [{ thing, score, index }];
  });
  return fits
    .sort((a, b) => a.score - b.score || a.index - b.index)
    .slice(0, most)
    .map(({ thing }) => thing);
}
