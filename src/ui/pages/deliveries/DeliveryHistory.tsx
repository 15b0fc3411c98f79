/** What happened to a delivery, oldest first, and what follows if nobody acts. */
import type { DeliveryDetails } from '../../../machines/deliveries/deliveryDetail.machine.ts';
import { isSlowStep } from '../../../../contract/rules/delivery.ts';
import { RobotChoiceDetails } from '../../deliveries/RobotChoiceDetails.tsx';
import { STATUS_NAMES, stepNote, stepText } from '../../deliveries/deliveryTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { SLOW, slowText } from '../../routeRuns/slowText.ts';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';

const LINE =
  'relative grid min-h-9 grid-cols-[44px_12px_minmax(0,1fr)] gap-3 pb-2 text-13 not-last:before:absolute not-last:before:top-4 not-last:before:-bottom-1 not-last:before:left-[61px] not-last:before:border-l-2 not-last:before:content-[""]';

export function DeliveryHistory({
  details: { delivery, steps, usualSteps = [] },
  timeZone,
  now,
}: {
  readonly details: DeliveryDetails;
  readonly timeZone: string;
  readonly now: number;
}) {
  const t = useT();
  const { timeout, endedAt, notBefore } = delivery;
  const usual = new Map(usualSteps.map(({ status, ms }) => [status, ms]));
  /** How long the delivery has or had the status that begins with this line; null for other lines, and for its end. */
  const tookMs = (index: number): number | null => {
    const step = steps[index];
    if (step?.kind !== 'status') return null;
    const next = steps.slice(index + 1).find(({ kind }) => kind === 'status');
    const since = step.status === 'created' ? Math.max(step.at, notBefore ?? 0) : step.at;
    return next ? next.at - since : endedAt === null ? now - since : null;
  };
  const current = endedAt === null ? steps.findLastIndex(({ kind }) => kind === 'status') : -1;
  return (
    <ol aria-label={t('deliveries.detail.history')}>
      {steps.map((step, index) => {
        const took = tookMs(index);
        const usualMs = usual.get(step.status);
        const long = took !== null && isSlowStep(step.status, took, usualMs);
        const isCurrent = index === current;
        const note = stepNote(t, step);
        const slow = slowText(t, took, usualMs);
        return (
          <li
            key={step.id}
            className={classes(LINE, long ? 'before:border-attn' : 'before:border-n-400', isCurrent && 'font-semibold')}
          >
            <time
              className="pt-0.5 text-end text-12 font-normal text-text-2 tabular-nums"
              title={timeStamp(step.at, timeZone)}
            >
              {timeOfDay(step.at, timeZone)}
            </time>
            <span
              aria-hidden="true"
              className={classes(
                'z-1 mt-1 size-2.5 rounded-full ring-3 ring-surface',
                isCurrent && long ? 'border-3 border-attn bg-surface' : long ? 'bg-attn' : 'bg-n-500',
              )}
            />
            <span className="min-w-0">
              <span className={classes('block', isCurrent && long && 'text-attn-text')}>{stepText(t, step)}</span>
              {note !== '' && <span className="block text-12 font-normal text-text-2">{note}</span>}
              {slow !== '' && <span className={classes('block text-12', SLOW)}>{slow}</span>}
              {step.choice && <RobotChoiceDetails choice={step.choice} robotName={step.subject} />}
            </span>
          </li>
        );
      })}
      {timeout && (
        <li className={classes(LINE, 'text-text-2')}>
          <time className="pt-0.5 text-end text-12 tabular-nums" title={timeStamp(timeout.at, timeZone)}>
            {timeOfDay(timeout.at, timeZone)}
          </time>
          <span
            aria-hidden="true"
            className="z-1 mt-1 size-2.5 rounded-full border-2 border-dashed border-n-400 bg-surface"
          />
          <span>{t('deliveries.detail.then', { status: t(STATUS_NAMES[timeout.status]) })}</span>
        </li>
      )}
    </ol>
  );
}
