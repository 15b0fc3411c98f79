/** A note in a card or dialog: the fact in bold, then what to do. */
import type { ReactNode } from 'react';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';

const TONE = { plain: 'bg-surface-3', attn: 'bg-attn-soft [&_b]:text-attn-text [&>svg]:text-attn' } as const;

export function Note({
  icon,
  tone = 'plain',
  fact,
  children,
}: {
  readonly icon: Glyph;
  readonly tone?: keyof typeof TONE;
  readonly fact?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes('flex items-start gap-2 rounded px-3 py-2 text-12', TONE[tone])}>
      <Icon of={icon} size={16} className="mt-px flex-none text-text-2" />
      <p>
        {fact !== undefined && <b className="font-semibold">{fact}</b>} {children}
      </p>
    </div>
  );
}
