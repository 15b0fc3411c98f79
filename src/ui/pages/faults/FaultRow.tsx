/** A row of the switchboard: icon, name, one sentence, and at the right the controls. */
import type { ReactNode } from 'react';
import type { Glyph } from '../../icons/glyph.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';

interface FaultRowProps {
  readonly icon: Glyph;
  readonly name: string;
  readonly text: string;
  readonly on?: boolean;
  /** The time that is left, or the robots that have the fault. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

const ROW =
  'grid min-h-13 grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line px-4 py-1.5 max-desk:min-h-14';

export function FaultRow({ icon, name, text, on = false, note, children }: FaultRowProps) {
  return (
    <li className={classes(ROW, on && 'bg-attn-soft')}>
      <Icon of={icon} size={18} className={on ? 'text-attn-text' : 'text-text-2'} />
      <div className="min-w-0">
        <b className="block text-13 font-medium text-heading">{name}</b>
        <span className="block text-12 text-text-2">{text}</span>
      </div>
      <div className="flex items-center gap-2">
        {note !== undefined && <span className="text-12 font-semibold text-attn-text tabular-nums">{note}</span>}
        {children}
      </div>
    </li>
  );
}
