/** One block for each robot of a line: filled if it has the newest version, hollow for another, hatched if unknown. */
import type { SoftwareLine } from '../../../../contract/entities/software.ts';
import type { SoftwareState } from '../../../../contract/rules/software.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { countsText } from './downloadTexts.ts';

/** More are only counted. */
const MOST = 12;
export const BLOCK = 'inline-block h-4 w-2.5 flex-none rounded-[3px]';
export const BLOCK_LOOK: Readonly<Record<SoftwareState, string>> = {
  has: 'bg-st-online',
  other: 'border border-text-2 bg-surface',
  unknown: 'border border-attn bg-attn-soft bg-hatch',
};
const ORDER: readonly SoftwareState[] = ['has', 'other', 'unknown'];

export function RobotBlocks({ line: { counts } }: { readonly line: Pick<SoftwareLine, 'counts'> }) {
  const t = useT();
  const blocks = ORDER.flatMap((state) => Array.from({ length: Math.min(counts[state], MOST) }, () => state));
  return (
    <span className="inline-flex items-center gap-2 text-12 text-text-2">
      {blocks.length <= MOST && (
        <span className="inline-flex gap-[3px]" aria-hidden="true">
          {blocks.map((state, place) => (
            <i key={place} className={classes(BLOCK, BLOCK_LOOK[state])} />
          ))}
        </span>
      )}
      {countsText(t, counts)}
    </span>
  );
}
