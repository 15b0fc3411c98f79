/** Texts about the task that a command displaces, and the consequences. */
import { displacedBy, type DisplacingAct } from '../../../contract/rules/displacing.ts';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import type { Translate } from '../hooks/translate.ts';
import { orderName } from './orderName.ts';

export interface DisplacedTexts {
  readonly kind: TaskKind;
  /** "delivery" */
  readonly noun: string;
  /** "Delivering to Gym, stop 1 of 3" */
  readonly task: string;
  /** "Porter 3: Delivering to Gym, stop 1 of 3" */
  readonly title: string;
  /** What happens to the displaced task. */
  readonly text: string;
}

const OTHER = 'tasks.displaced.kinds.task';
const NOUNS = {
  goTo: 'tasks.displaced.kinds.goTo',
  delivery: 'tasks.displaced.kinds.delivery',
  patrol: 'tasks.displaced.kinds.patrol',
  cruise: 'tasks.displaced.kinds.cruise',
  disinfection: 'tasks.displaced.kinds.disinfection',
  mapping: 'tasks.displaced.kinds.mapping',
  guide: 'tasks.displaced.kinds.guide',
  lift: 'tasks.displaced.kinds.lift',
  // These are never displaced.
  charge: OTHER,
  dock: OTHER,
  reception: OTHER,
  manual: OTHER,
  other: OTHER,
} as const satisfies Record<TaskKind, string>;

/** null if nothing is displaced. */
export function displacedText(t: Translate, act: DisplacingAct, live: RobotLive, name: string): DisplacedTexts | null {
  const displaced = displacedBy(act, live);
  if (!displaced) return null;
  const noun = t(NOUNS[displaced.kind]);
  const task = orderName(t, live) ?? t('tasks.other.plain');
  return {
    kind: displaced.kind,
    noun,
    task,
    title: t('tasks.displaced.title', { name, task }),
    text: t(displaced.awaited ? 'tasks.displaced.awaited' : 'tasks.displaced.ends', { task: noun }),
  };
}
