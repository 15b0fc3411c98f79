/** Round, time, distance and battery of a route run. */
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { useT } from '../hooks/useT.ts';
import { Battery } from '../kit/Battery.tsx';
import { StaleValue } from '../kit/StaleValue.tsx';
import { spanText } from './routeRunTexts.ts';

export interface RouteRunFiguresProps {
  readonly run: RouteRun;
  readonly live: RobotLive;
  /** Server time, ms. */
  readonly now: number;
  readonly stale: boolean;
}

export function RouteRunFigures({
  run: { cycleType, loop, rounds: limit, state, startedAt, endedAt, distance },
  live: { battery, charging },
  now,
  stale,
}: RouteRunFiguresProps) {
  const t = useT();
  // Older recordings lack it.
  const rounds = limit ?? null;
  // Between its last stop and its end a run has completed all rounds.
  const round = Math.min(rounds ?? Number.POSITIVE_INFINITY, state === 'inProgress' ? loop + 1 : loop);
  const percent =
    battery === null
      ? t('status.battery.unknown')
      : t(charging ? 'status.battery.charging' : 'status.battery.percent', { percent: Math.round(battery) });
  return (
    <dl className="grid auto-cols-max grid-flow-col justify-between gap-3 text-13 [&_dd]:font-semibold [&_dd]:tabular-nums [&_dt]:text-11 [&_dt]:text-text-2">
      {cycleType === 'loop' && (
        <div>
          <dt>{t('routeRun.panel.round')}</dt>
          <dd>
            {rounds === null
              ? t('routeRun.panel.roundOf', { n: round })
              : t('routeRun.panel.roundOfAll', { n: round, of: rounds })}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('shared.timeTaken')}</dt>
        <dd>{spanText((endedAt ?? now) - startedAt)}</dd>
      </div>
      <div>
        <dt>{t('shared.distance')}</dt>
        <dd>{t('common.metres', { metres: Math.round(distance) })}</dd>
      </div>
      {state === 'inProgress' && (
        <div>
          <dt>{t('common.battery')}</dt>
          <dd>
            <StaleValue stale={stale}>
              <Battery percent={battery} charging={charging} unknown={stale} label={percent} />
            </StaleValue>
          </dd>
        </div>
      )}
    </dl>
  );
}
