/** Whether tests cover the transitions that this recording took. */
import { useMemo } from 'react';
import type { Recording } from '../../../machines/recording/format.ts';
import { actorName } from '../../../machines/recording/opened.ts';
import { useT } from '../../hooks/useT.ts';
import { seenPath } from './chartNow.ts';
import { eventName } from './journal.ts';
import { WALKED } from './walked.ts';

/** Number of latest transitions to check. */
const LAST = 12;

export function PathSeen({ recording, step }: { readonly recording: Recording; readonly step: number }) {
  const t = useT();
  const { steps, walked, last } = useMemo(() => seenPath(recording.steps, step, WALKED, LAST), [recording, step]);
  const missed = last === null ? undefined : recording.steps[last];
  return (
    <section
      className="flex-none border-t border-line px-4 py-3 text-12 wrap-anywhere"
      aria-labelledby="inspector-seen"
    >
      <b id="inspector-seen" className="mb-1 block">
        {t('inspector.seen.title')}
      </b>
      <p className="text-text-2">
        {steps === 0 && t('inspector.seen.none')}
        {steps > 0 && !missed && t('inspector.seen.all', { count: steps })}
        {missed &&
          t('inspector.seen.some', {
            walked,
            count: steps,
            actor: actorName(recording, missed.actor),
            event: eventName(missed, recording.actors),
          })}
      </p>
    </section>
  );
}
