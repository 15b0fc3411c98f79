/** Fleet status train and live figures. */
import { useSelector } from '@xstate/react';
import { STATUS_ORDER, type RobotStatus } from '../../../../contract/entities/robotConstants.ts';
import { BATTERY_LOW } from '../../../../contract/rules/limits.ts';
import { compareByNeed } from '../../../../contract/rules/robotStatus.ts';
import { selectCounts, selectRobotsInView } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { FleetLegend, FleetTrain } from '../../kit/FleetTrain.tsx';
import { KeyFigure } from '../../kit/KeyFigure.tsx';
import { useMoment } from '../../shell/useLinks.ts';
import { robotName } from '../../robots/robotName.ts';
import { statusKey } from '../../labels/statusKey.ts';
import { fleetFigures, type FleetFigures } from './fleetFigures.ts';
import type { HomeFilter, HomeQueryProps } from './homeQuery.ts';

/** The filter that a segment of the train selects. */
const FILTER_OF: Record<RobotStatus, HomeFilter> = {
  alarm: 'attention',
  stopped: 'stopped',
  offline: 'offline',
  charging: 'charging',
  working: 'working',
  standby: 'standby',
  online: 'online',
};

/** Up to this number of robots the train shows one block per robot (look: Fleet train). */
const MOST_BLOCKS = 24;

export function FleetCard({ screen, query, onShow }: HomeQueryProps) {
  const t = useT();
  const fleet = useFleet();
  const robots = useSelector(fleet, selectRobotsInView);
  const counts = useSelector(fleet, selectCounts);
  const { shown, lost } = useMoment();
  const figures = fleetFigures(robots, shown);
  // A longer train shows shares instead of robots, so names and sorting are skipped.
  const byNeed = robots.length > MOST_BLOCKS ? robots : robots.toSorted((a, b) => compareByNeed(a.live, b.live));
  return (
    <section className="card fleet-card" data-stale={lost} aria-label={t('home.fleet.title')}>
      <div className="fleet-train">
        <span className="figure-label">{t('home.fleet.title')}</span>
        <FleetTrain
          label={t('home.fleet.train')}
          robots={byNeed.map((robot) => ({
            id: robot.serialNumber,
            status: robot.live.status,
            name:
              robots.length > MOST_BLOCKS
                ? ''
                : t('shell.map.robot', { name: robotName(robot), status: t(statusKey(robot.live.status)) }),
          }))}
          shares={STATUS_ORDER.map((status) => ({
            status,
            count: counts[status],
            label: t('home.fleet.share', { count: counts[status], status: t(statusKey(status)) }),
          }))}
          chosen={STATUS_ORDER.find((status) => FILTER_OF[status] === query.filter)}
          onOpen={(serialNumber) => screen.send({ type: 'robot.open', serialNumber })}
          onFilter={(status) => onShow({ filter: FILTER_OF[status] }, true)}
        />
        <Legend figures={figures} />
      </div>
      <Figures figures={figures} />
    </section>
  );
}

function Legend({ figures: { working, resting, needing } }: { readonly figures: FleetFigures }) {
  const t = useT();
  return (
    <FleetLegend
      parts={[
        { count: working, label: t('home.fleet.working') },
        { count: resting, label: t('home.fleet.resting'), isMinor: true },
        ...(needing > 0 ? [{ count: needing, label: t('home.fleet.needing'), isAlert: true }] : []),
      ]}
    />
  );
}

const percent = (share: number): string => String(Math.round(share * 100));

function Figures({ figures }: { readonly figures: FleetFigures }) {
  const t = useT();
  const { total, available, charging, battery } = figures;
  const low = battery?.low ?? 0;
  return (
    <>
      <KeyFigure
        label={t('home.figures.available')}
        value={total > 0 ? percent(available / total) : null}
        unit={t('home.figures.percent')}
        note={t('home.figures.availableOf', { available, total })}
      />
      <KeyFigure
        label={t('home.figures.battery')}
        value={battery && String(Math.round(battery.mean))}
        unit={t('home.figures.percent')}
        note={
          !battery
            ? undefined
            : low > 0
              ? t('home.figures.batteryLow', { count: low, limit: BATTERY_LOW })
              : t('home.figures.batteryFine', { limit: BATTERY_LOW })
        }
        meaning={low > 0 ? 'attn' : undefined}
      />
      <KeyFigure
        label={t('home.figures.lowest')}
        value={battery && String(Math.round(battery.lowest.live.battery ?? 0))}
        unit={t('home.figures.percent')}
        note={battery ? robotName(battery.lowest) : undefined}
      />
      <KeyFigure
        label={t('status.charging')}
        value={String(charging)}
        note={charging > 0 ? t('home.figures.chargingOf', { total }) : t('home.figures.chargingNone')}
      />
    </>
  );
}
