/** The life of a robot as a track of three stations: registered, connected, bound. */
import type { FleetRobot } from '../../../../contract/entities/fleetRobot.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { Track } from '../../kit/Track.tsx';
import { LIFE } from '../../robotRegistration/robotLabels.ts';

/** A robot can be bound before it connects: it then waits for its first message all the same. */
const stationOf = ({ life }: FleetRobot): number => (life === 'neverConnected' ? 1 : 2);

export function LifeTrack({ robot, labelled = false }: { readonly robot: FleetRobot; readonly labelled?: boolean }) {
  const t = useT();
  const { life } = robot;
  const words = t(LIFE[life]);
  if (life === 'retired') return <span className="text-12 text-text-2">{words}</span>;
  const stations = [
    { label: t('robotFleet.station.registered') },
    { label: t('shared.connected') },
    { label: t('robotFleet.life.bound') },
  ];
  return (
    <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
      <Track
        stations={stations}
        current={stationOf(robot)}
        kind={life === 'bound' ? 'done' : 'now'}
        description={t('robotFleet.station.track', { state: words })}
      />
      <span className={classes('text-12', life !== 'bound' && 'font-semibold')} aria-hidden={!labelled || undefined}>
        {words}
      </span>
    </span>
  );
}
