/** A problem reported by the robot, inside a card: what, since when, its meaning, what to do. */
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

export interface ProblemProps {
  readonly title: string;
  readonly text: string;
  /** The robot cannot work: red instead of amber. */
  readonly fatal?: boolean | undefined;
}

export function Problem({ title, text, fatal = false }: ProblemProps) {
  return (
    <div className={classes('problem', fatal && 'problem-fatal')}>
      <Icon of={TriangleAlert} />
      <div>
        <b>{title}</b>
        {text}
      </div>
    </div>
  );
}
