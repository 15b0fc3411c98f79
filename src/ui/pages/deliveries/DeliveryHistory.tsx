/** What happened to a delivery, oldest first, and what follows if nobody acts. */
import type { DeliveryDetails } from '../../../machines/deliveries/deliveryDetail.machine.ts';
import { RobotChoiceDetails } from '../../deliveries/RobotChoiceDetails.tsx';
import { STATUS_NAMES, stepNote, stepText } from '../../deliveries/deliveryTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';

/** A wait this long at one step is marked, ms. */
const LONG_MS = 180_000;
const LINE =
  'relative grid min-h-9 grid-cols-[44px_12px_minmax(0,1fr)] gap-3 pb-2 text-13 not-last:before:absolute not-last:before:top-4 not-last:before:-bottom-1 not-last:before:left-[61px] not-last:before:border-l-2 not-last:before:content-[""]';

export function DeliveryHistory({
  details: { delivery, steps },
  timeZone,
  now,
}: {
  readonly details: DeliveryDetails;
  readonly timeZone: string;
  readonly now: number;
}) {
  const t = useT();
  const { timeout, endedAt } = delivery;
  const isLong = (index: number): boolean => {
    const next = steps[index + 1]?.at ?? (endedAt === null ? now : 0);
    return next - (steps[index]?.at ?? next) >= LONG_MS;
  };
  return (
    <ol aria-label={t('deliveries.detail.history')}>
      {steps.map((step, index) => {
        const long = isLong(index);
        const isCurrent = index === steps.length - 1 && endedAt === null;
        const note = stepNote(t, step);
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
