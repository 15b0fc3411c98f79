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
const TONE = { good: 'outcome-good', bad: 'outcome-bad', plain: '' } as const;

export function Outcome({ tone, icon, title, text, busy = false, children }: OutcomeProps) {
  return (
    <div className={classes('outcome', TONE[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <span className="outcome-picture">
        <Icon of={icon} size={ICON_PX} className={busy ? 'spin' : undefined} />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
