/** Description of the current position for screen readers. */
import type { Recording } from '../../../machines/recording/format.ts';
import { useT } from '../../hooks/useT.ts';
import { exactTime } from './clockTexts.ts';
import { laneName } from './lanes.ts';
import { stepName } from './stepName.ts';

export function useStepText(recording: Recording, step: number, count: number): string {
  const t = useT();
  const shown = recording.steps[step];
  if (!shown) return t('inspector.transport.before');
  return t('inspector.transport.said', {
    time: exactTime(shown.at),
    step: step + 1,
    count,
    actor: laneName(recording, shown.actor),
    event: stepName(t, shown, recording.actors),
  });
}
