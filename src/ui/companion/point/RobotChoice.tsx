/** Choice of the robot to send to a point: available robots first, the others with their reason. */
import type { Sendable } from '../../../../contract/endpoints/pointLabels.ts';
import type { Point } from '../../../machines/companion/companion.selectors.ts';
import { classes } from '../../kit/classes.ts';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { useT } from '../CompanionContext.ts';
import { Hint } from '../Hint.tsx';

const ART_PX = 40;
const ROW = 'grid min-h-16 grid-cols-[20px_40px_1fr_auto] items-center gap-3 border-line px-4 py-2 not-first:border-t';

export function RobotChoice({
  part,
  robots,
  chosen,
}: {
  readonly part: Point;
  readonly robots: readonly Sendable[] | null;
  readonly chosen: string | null;
}) {
  const t = useT();
  if (!robots) return <Hint>{t('companionPoint.send.none')}</Hint>;
  const ready = robots.some(({ obstacle }) => obstacle === null);
  return (
    <section className="grid gap-2.5">
      <h2>{t('companionPoint.send.title')}</h2>
      {!ready && <Hint live>{t('companionPoint.send.noneReady')}</Hint>}
      <div role="radiogroup" aria-label={t('companionPoint.send.robots')} className="card card-clip">
        {robots.map(({ serialNumber, name, kind, battery, obstacle, displaces }) => (
          <label key={serialNumber} className={classes(ROW, obstacle === null && 'cursor-pointer')}>
            <input
              className="size-5 accent-fill"
              type="radio"
              name="robot"
              value={serialNumber}
              checked={chosen === serialNumber}
              disabled={obstacle !== null}
              onChange={() => part.send({ type: 'robot.choose', serialNumber })}
            />
            <RobotArt kind={kind} size={ART_PX} dim={obstacle !== null} />
            <span className="grid min-w-0 wrap-anywhere">
              <b className="font-[600] text-heading">{name}</b>
              <span className="text-12 text-text-2">
                {obstacle === null
                  ? displaces
                    ? t(displaces.target ? 'companionPoint.send.displacesAt' : 'companionPoint.send.displaces', {
                        target: displaces.target,
                      })
                    : t('companionPoint.send.ready')
                  : t('companionPoint.send.cannot', { reason: t.failure({ code: obstacle, said: '' }) })}
              </span>
            </span>
            {battery !== null && (
              <span className="text-12 text-text-2">
                {t('status.battery.percent', { percent: Math.round(battery) })}
              </span>
            )}
          </label>
        ))}
      </div>
    </section>
  );
}
