/** Who stopped a robot and since when, as the ledger has it: never as the page was loaded. */
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { isStopUndelivered } from '../../../contract/rules/robotStatus.ts';
import type { Translate } from '../hooks/translate.ts';

export type StopFacts = Pick<RobotLive, 'connection' | 'held' | 'paused' | 'stops'>;

interface WordsAbout {
  readonly t: Translate;
  /** '14:32:09' in the robot's zone. */
  readonly time: (at: number) => string;
}

/** The Stop that has held it the longest. */
export const firstStop = ({ stops }: Pick<RobotLive, 'stops'>) => stops[0];

/** "Stopped by Lin Wei, 14:32:09" */
export function stoppedWords(live: StopFacts, { t, time }: WordsAbout): string {
  const stop = firstStop(live);
  if (stop) return t('tasks.stop.by', { name: stop.by.name || t('tasks.stop.somebody'), time: time(stop.at) });
  return live.held ? t('tasks.stop.held') : t('tasks.stop.unknown');
}

/** What a list says first of a robot that is stopped, or is to be; null for any other. */
export function stopTitle(live: StopFacts & Pick<RobotLive, 'status'>, words: WordsAbout): string | null {
  if (live.status === 'stopped') return stoppedWords(live, words);
  return isStopUndelivered(live) ? words.t('tasks.stop.undelivered') : null;
}
