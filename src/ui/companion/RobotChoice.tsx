/** Choice of the robot to send to a point: available robots first, the others with their reason. */
import type { Sendable } from '../../../contract/endpoints/pointLabels.ts';
import type { Point } from '../../machines/companion/companion.selectors.ts';
import { classes } from '../kit/classes.ts';
import { RobotArt } from '../kit/RobotArt.tsx';
import { useWords } from './CompanionContext.ts';

const ART_PX = 40;

export function RobotChoice({
  part,
  robots,
  chosen,
}: {
  readonly part: Point;
  readonly robots: readonly Sendable[] | null;
  readonly chosen: string | null;
}) {
  const t = useWords();
  if (!robots) return <p className="companion-hint">{t('companionPoint.send.none')}</p>;
  const ready = robots.some(({ obstacle }) => obstacle === null);
  return (
    <section className="companion-sending">
      <h2>{t('companionPoint.send.title')}</h2>
      {!ready && (
        <p className="companion-hint" role="status">
          {t('companionPoint.send.noneReady')}
        </p>
      )}
      <div role="radiogroup" aria-label={t('companionPoint.send.robots')} className="card card-clip companion-choices">
        {robots.map(({ serialNumber, name, kind, battery, obstacle, displaces }) => (
          <label
            key={serialNumber}
            className={classes('companion-choice', obstacle !== null && 'companion-choice-off')}
          >
            <input
              type="radio"
              name="robot"
              value={serialNumber}
              checked={chosen === serialNumber}
              disabled={obstacle !== null}
              onChange={() => part.send({ type: 'robot.choose', serialNumber })}
            />
            <RobotArt kind={kind} size={ART_PX} dim={obstacle !== null} />
            <span className="companion-choice-words">
              <b>{name}</b>
              <span>
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
              <span className="companion-choice-battery">
                {t('companionPoint.send.battery', { percent: Math.round(battery) })}
              </span>
            )}
          </label>
        ))}
      </div>
    </section>
  );
}
