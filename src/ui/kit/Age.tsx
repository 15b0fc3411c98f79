/** How old a value is. Past its time it is amber on a hatch, with a clock: never plain. */
import Clock from 'lucide-react/icons/clock';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

export interface AgeProps {
  /** "0.3 s", "33 min". */
  readonly text: string;
  readonly stale: boolean;
  /** The full time, on hover. */
  readonly title?: string | undefined;
}

export function Age({ text, stale, title }: AgeProps) {
  return (
    <span className={classes('age', stale && 'age-stale')} title={title}>
      {stale && <Icon of={Clock} size={12} />}
      {text}
    </span>
  );
}
