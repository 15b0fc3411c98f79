/** Displayed name of a step. A page reload is not an event of a machine, so it has a text. */
import type { ActorInfo, Step } from '../../../machines/recording/format.ts';
import { isReload } from '../../../machines/recording/replay.ts';
import type { Translate } from '../../hooks/translate.ts';
import { eventName } from './journal.ts';

export function stepName(t: Translate, step: Step, actors: Readonly<Record<string, ActorInfo>>): string {
  if (!isReload(step)) return eventName(step, actors);
  const { build } = step.event;
  return typeof build === 'string' ? t('inspector.events.updated', { build }) : t('inspector.events.reloaded');
}
