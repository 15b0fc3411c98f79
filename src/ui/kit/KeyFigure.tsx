/**
 * A key figure: label, number with a small unit, and the change as text; green or red by meaning, amber for "look
 * twice".
 */
import { classes } from './classes.ts';
import { Sparkline } from './Sparkline.tsx';

const DASH = '—';

export interface KeyFigureProps {
  readonly label: string;
  /** null if there is no value (yet). */
  readonly value: string | null;
  readonly unit?: string | undefined;
  readonly note?: string | undefined;
  readonly meaning?: 'good' | 'bad' | 'attn' | undefined;
  readonly trend?: readonly number[] | undefined;
}

export function KeyFigure({ label, value, unit, note, meaning, trend }: KeyFigureProps) {
  return (
    <div className="figure">
      <span className="figure-label">{label}</span>
      <div className="figure-value">
        <b>{value ?? DASH}</b>
        {unit !== undefined && value !== null && <i>{unit}</i>}
      </div>
      {note !== undefined && (
        <span className={classes('figure-note', meaning !== undefined && `figure-note-${meaning}`)}>{note}</span>
      )}
      {trend !== undefined && <Sparkline values={trend} />}
    </div>
  );
}
