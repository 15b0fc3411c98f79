/** Who stopped a robot and since when, from the server's records, not from the time the page was loaded. */
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { isStopUndelivered } from '../../../contract/rules/robotStatus.ts';
import type { Translate } from '../hooks/translate.ts';

export type StopFacts = Pick<RobotLive, 'connection' | 'held' | 'paused' | 'stops'>;

interface TextContext {
  readonly t: Translate;
  /** '14:32:09' in the robot's zone. */
  readonly time: (at: number) => string;
}

/** The oldest active stop. */
export const firstStop = ({ stops }: Pick<RobotLive, 'stops'>) => stops[0];

/** Example: "Stopped by Lin Wei, 14:32:09". */
export function stoppedText(live: StopFacts, { t, time }: TextContext): string {
  const stop = firstStop(live);
  if (stop) return t('tasks.stop.by', { name: stop.by.name || t('tasks.stop.somebody'), time: time(stop.at) });
  return live.held ? t('tasks.stop.held') : t('tasks.stop.unknown');
}

/** Title in lists for a robot that is stopped or has an undelivered stop; null for any other. */
export function stopTitle(live: StopFacts & Pick<RobotLive, 'status'>, texts: TextContext): string | null {
  if (live.status === 'stopped') return stoppedText(live, texts);
  return isStopUndelivered(live) ? texts.t('tasks.stop.undelivered') : null;
}
