/** Age of a value. A stale value is amber on a hatched background, with a clock icon. */
import Clock from 'lucide-react/icons/clock';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

export interface AgeProps {
  /** Examples: "0.3 s", "33 min". */
  readonly text: string;
  readonly stale: boolean;
  /** Full timestamp, shown on hover. */
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
