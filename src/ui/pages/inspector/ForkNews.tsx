/** Results of a fork: the events taken, the resulting states and changes, and the suppressed effects. */
import { useSelector } from '@xstate/react';
import type { Effect } from '../../../machines/recording/effectFree.ts';
import type { Patch, Step } from '../../../machines/recording/format.ts';
import { actorName, type OpenedRecording } from '../../../machines/recording/opened.ts';
import { valuePaths } from '../../../machines/recording/replay.ts';
import type { ForkRef } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { exactTime } from './clockWords.ts';

const KIND = {
  action: 'inspectorStage.fork.effect.action',
  call: 'inspectorStage.fork.effect.call',
  word: 'inspectorStage.fork.effect.word',
} as const satisfies Record<Effect['kind'], string>;
/** Newest entries shown; the fork's own recording has all. */
const SHOWN = 60;
const LONGEST = 400;

export function ForkNews({ fork, forked }: { readonly fork: ForkRef; readonly forked: OpenedRecording }) {
  const t = useT();
  const { effects, broken } = useSelector(fork, ({ context }) => context);
  const { steps } = forked.recording;
  return (
    <div className="fork-news">
      {broken !== null && <Banner tone="warn" title={t('inspectorStage.fork.broken', { said: broken })} />}
      {/* Focusable because they scroll: keyboard users must reach them. */}
      <section tabIndex={0} aria-label={t('inspectorStage.fork.steps')}>
        <h3>{t('inspectorStage.fork.steps')}</h3>
        {steps.length === 0 && <p className="fork-none">{t('inspectorStage.fork.noSteps')}</p>}
        <ol className="fork-list" reversed>
          {steps
            .slice(-SHOWN)
            .reverse()
            .map((step, index) => (
              <li key={steps.length - index}>
                <b>{actorName(forked.recording, step.actor)}</b> <code>{step.event.type}</code>
                {step.value !== undefined && <span>{valuePaths(step.value).join(', ')}</span>}
                {changedBy(step) !== '' && (
                  <small>{t('inspectorStage.fork.changed', { fields: changedBy(step) })}</small>
                )}
              </li>
            ))}
        </ol>
      </section>
      <section tabIndex={0} aria-label={t('inspectorStage.fork.effects')}>
        <h3>{t('inspectorStage.fork.effects')}</h3>
        {effects.length === 0 && <p className="fork-none">{t('inspectorStage.fork.noEffects')}</p>}
        <ol className="fork-list" reversed>
          {effects
            .slice(-SHOWN)
            .reverse()
            .map(({ kind, actor, name, with: given, at }, index) => (
              <li key={effects.length - index}>
                <time>{exactTime(at)}</time> <b>{actor}</b> {t(KIND[kind], { name })} <code>{short(given)}</code>
              </li>
            ))}
        </ol>
      </section>
    </div>
  );
}

const changedBy = ({ patch }: Step): string => (patch ? namesOf(patch).join(', ') : '');
const namesOf = ({ set, gone, in: inner }: Patch): string[] => [
  ...new Set([...Object.keys(set ?? {}), ...(gone ?? []), ...Object.keys(inner ?? {})]),
];
const short = (given: unknown): string => {
  const text = given === undefined ? '' : (JSON.stringify(given) ?? '');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};
