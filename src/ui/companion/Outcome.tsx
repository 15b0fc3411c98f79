/** Result screen, also for a flow that could not start: one icon, one sentence, and the consequence. */
import type { ReactNode } from 'react';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';

export interface OutcomeProps {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly icon: Glyph;
  readonly title: string;
  readonly text?: string | undefined;
  readonly busy?: boolean | undefined;
  readonly children?: ReactNode;
}

const ICON_PX = 36;
const TONE = {
  good: 'bg-st-online-soft text-st-online-text',
  bad: 'bg-st-alarm-soft text-st-alarm-text',
  plain: 'bg-surface-3 text-text-2',
} as const;

export function Outcome({ tone, icon, title, text, busy = false, children }: OutcomeProps) {
  return (
    <div
      className="flex flex-col items-center gap-2.5 px-3 py-8 text-center"
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <span className={classes('mb-1.5 grid size-19 place-items-center rounded-full', TONE[tone])}>
        <Icon of={icon} size={ICON_PX} className={busy ? 'spin' : undefined} />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p className="max-w-[36ch] text-pretty text-text-2">{text}</p>}
      {children}
    </div>
  );
}
