/** All values that would be sent, in their redacted form: each machine in its final state. */
import { useSyncExternalStore } from 'react';
import { actorName } from '../../machines/recording/opened.ts';
import { treeAt, valuePaths } from '../../machines/recording/replay.ts';
import { REPORT_KEY } from '../../machines/report/report.machine.ts';
import { useLive } from '../hooks/useLive.ts';
import { useT } from '../hooks/useT.ts';

/** Upper limit of the display: a floor plan alone has thousands of lines; the file holds everything. */
const SHOWN_CHARACTERS = 6_000;

export function RecordedValues() {
  const t = useT();
  const live = useLive();
  const capsule = useSyncExternalStore(
    (changed) => live.onCapsule(REPORT_KEY, changed),
    () => live.capsule(REPORT_KEY),
  );
  if (!capsule) return null;
  const { recording, replay, root } = capsule;
  const moment = replay.momentAt(replay.length - 1);
  return (
    <div
      className="max-h-60 w-full overflow-auto rounded border border-line bg-surface"
      tabIndex={0}
      role="group"
      aria-label={t('report.values')}
    >
      {treeAt(moment, recording.actors, root).map(({ number }) => {
        const state = moment.states[number];
        if (!state) return null;
        const text = JSON.stringify(state.context, null, 1) ?? '';
        return (
          <details key={number}>
            <summary className="cursor-pointer px-3 py-1.5 font-medium">
              {actorName(recording, number)}{' '}
              <small className="font-normal text-text-2">{valuePaths(state.value).join(', ')}</small>
            </summary>
            <pre className="px-3 pb-2.5 font-mono text-[12px] wrap-anywhere whitespace-pre-wrap">
              {text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}\n…` : text}
            </pre>
          </details>
        );
      })}
    </div>
  );
}
