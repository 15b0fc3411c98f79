/** Results of a fork: the events taken, the resulting states and changes, and the suppressed effects. */
import { useSelector } from '@xstate/react';
import type { Effect } from '../../../machines/recording/effectFree.ts';
import type { Patch, Step } from '../../../machines/recording/format.ts';
import { actorName, type OpenedRecording } from '../../../machines/recording/opened.ts';
import { valuePaths } from '../../../machines/recording/replay.ts';
import type { ForkRef } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { exactTime } from './clockTexts.ts';

const KIND = {
  action: 'inspectorStage.fork.effect.action',
  call: 'inspectorStage.fork.effect.call',
  word: 'inspectorStage.fork.effect.word',
} as const satisfies Record<Effect['kind'], string>;
/** Newest entries shown; the fork's own recording has all. */
const SHOWN = 60;
const LONGEST = 400;
const NEWS = 'max-h-80 overflow-auto rounded-lg border border-line bg-surface p-3';
const ITEM = 'py-0.5 wrap-anywhere';
const NOTE = 'ml-2 text-text-2';

export function ForkNews({ fork, forked }: { readonly fork: ForkRef; readonly forked: OpenedRecording }) {
  const t = useT();
  const { effects, broken } = useSelector(fork, ({ context }) => context);
  const { steps } = forked.recording;
  return (
    <div className="col-span-full grid grid-cols-2 gap-3 max-desk:grid-cols-1 [&>.banner]:col-span-full">
      {broken !== null && <Banner tone="warn" title={t('inspectorStage.fork.broken', { said: broken })} />}
      {/* Focusable because they scroll: keyboard users must reach them. */}
      <section className={NEWS} tabIndex={0} aria-label={t('shared.steps')}>
        <h3 className="mb-1">{t('shared.steps')}</h3>
        {steps.length === 0 && <p className="text-text-2">{t('inspectorStage.fork.noSteps')}</p>}
        <ol className="pl-8 tabular-nums" reversed>
          {steps
            .slice(-SHOWN)
            .reverse()
            .map((step, index) => (
              <li key={steps.length - index} className={ITEM}>
                <b>{actorName(forked.recording, step.actor)}</b> <code className="text-[12px]">{step.event.type}</code>
                {step.value !== undefined && <span className={NOTE}>{valuePaths(step.value).join(', ')}</span>}
                {changedBy(step) !== '' && (
                  <small className={NOTE}>{t('inspectorStage.fork.changed', { fields: changedBy(step) })}</small>
                )}
              </li>
            ))}
        </ol>
      </section>
      <section className={NEWS} tabIndex={0} aria-label={t('inspectorStage.fork.effects')}>
        <h3 className="mb-1">{t('inspectorStage.fork.effects')}</h3>
        {effects.length === 0 && <p className="text-text-2">{t('inspectorStage.fork.noEffects')}</p>}
        <ol className="pl-8 tabular-nums" reversed>
          {effects
            .slice(-SHOWN)
            .reverse()
            .map(({ kind, actor, name, with: given, at }, index) => (
              <li key={effects.length - index} className={ITEM}>
                <time>{exactTime(at)}</time> <b>{actor}</b> {t(KIND[kind], { name })}{' '}
                <code className="text-[12px]">{short(given)}</code>
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
