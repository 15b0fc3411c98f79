/**
 * The map: of now, or of a moment of the past, which an amber frame with time and age tells apart. One component with
 * another scene.
 */
import { useSelector } from '@xstate/react';
import History from 'lucide-react/icons/history';
import { useEffect, useRef } from 'react';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import {
  type MonitoringRef,
  selectArePlacesLoading,
  selectAreTracksLoading,
  selectIsPast,
  selectMonitoring,
  selectMonitoringCursor,
} from '../../../machines/monitoring/monitoring.selectors.ts';
import { readMonitoringQuery } from '../../../machines/monitoring/monitoringQuery.ts';
import { floorChoices, floorShown, type FloorChoice } from '../../canvas/floors.ts';
import type { MapHandle } from '../../canvas/MapCanvas.tsx';
import type { MapPick, MapScene } from '../../canvas/scene.ts';
import { useFleetScene } from '../../canvas/useFleetScene.ts';
import { FleetFloor, type FleetLayer } from '../../fleetMap/FleetFloor.tsx';
import { useFleet } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { useAge } from '../../labels/useAge.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import { useMonitoringPast, usePastScene } from './useMoment.ts';

const LAYERS: readonly FleetLayer[] = ['trails', 'paths'];

interface MapProps {
  readonly screen: MonitoringRef;
  readonly timeZone: string;
}

export function MomentMap({ screen, timeZone }: MapProps) {
  const t = useT();
  const past = useMonitoringPast();
  const { sites, maps, siteId, placesFailure, query, at } = useSelector(screen, selectMonitoring);
  const loading = useSelector(screen, selectArePlacesLoading);
  const isPast = useSelector(screen, selectIsPast);
  const { mapId, robot } = readMonitoringQuery(query);
  const robots = useSelector(useFleet(), selectRobots).filter((one) => one.siteId === siteId);
  const floors = floorChoices(
    sites.filter(({ id }) => id === siteId),
    maps,
    robots,
  );
  // A moment of a robot opens on the floor where the robot was then.
  const pose = at !== null && robot !== '' ? past.state(robot, at)?.pose : undefined;
  const floor = floorShown(floors, mapId || (pose?.mapId ?? null));
  const map = maps.find(({ id }) => id === floor?.id);
  const wanted = mapId || pose?.mapId;
  const isGone = wanted !== undefined && wanted !== '' && !loading && !maps.some(({ id }) => id === wanted);
  return (
    <section
      className={classes(
        'card card-clip home-map-card min-h-64 flex-1 border-[3px]! max-desk:min-h-80',
        isPast ? 'border-attn!' : 'border-transparent!',
      )}
      aria-label={floor ? t(isPast ? 'monitoring.map.past' : 'monitoring.map.live', { floor: floor.name }) : undefined}
    >
      {map && floor ? (
        <Floor
          screen={screen}
          timeZone={timeZone}
          map={map}
          floor={floor}
          floors={floors}
          robots={robots}
          isGone={isGone}
        />
      ) : loading ? (
        <StatePanel state="loading" title={t('home.map.loading')} />
      ) : placesFailure ? (
        <StatePanel state="failed" title={t('home.map.failed')} text={t.failure(placesFailure)}>
          <Button size="s" onClick={() => screen.send({ type: 'places.retry' })}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      ) : (
        <StatePanel state="empty" art="security" title={t('home.map.none')} text={t('home.map.noneText')} />
      )}
    </section>
  );
}

interface FloorProps extends MapProps {
  readonly map: IndoorMap;
  readonly floor: FloorChoice;
  readonly floors: readonly FloorChoice[];
  readonly robots: readonly Robot[];
  /** The robot was on a map that was deleted since. */
  readonly isGone: boolean;
}

function Floor(props: FloorProps) {
  const isPast = useSelector(props.screen, selectIsPast);
  return isPast ? <PastFloor {...props} /> : <LiveFloor {...props} />;
}

function LiveFloor(props: FloorProps) {
  const scene = useFleetScene(props.map.id, props.robots, true, true);
  return <Shown {...props} scene={scene} />;
}

function PastFloor(props: FloorProps) {
  const { overview, query } = useSelector(props.screen, selectMonitoring);
  const scene = usePastScene(props.screen, props.map.id, overview?.robots ?? [], readMonitoringQuery(query).robot);
  return <Shown {...props} scene={scene} />;
}

function Shown({ screen, timeZone, map, floor, floors, scene, isGone }: FloorProps & { readonly scene: MapScene }) {
  const live = useLive();
  const handle = useRef<MapHandle>(null);
  const isPast = useSelector(screen, selectIsPast);
  const cursor = useSelector(screen, selectMonitoringCursor);
  const { query, camera } = useSelector(screen, selectMonitoring);
  const { robot } = readMonitoringQuery(query);
  useEffect(() => {
    const pose = robot === '' || isPast ? null : live.pose(robot);
    if (pose?.mapId === map.id) handle.current?.show([pose.x, pose.y]);
  }, [live, robot, isPast, map.id]);
  const onPick = (pick: MapPick): void => {
    if (pick.kind === 'robot') screen.send({ type: 'robot.solo', serialNumber: pick.id === robot ? '' : pick.id });
  };
  return (
    <FleetFloor
      handle={handle}
      map={map}
      floor={floor}
      floors={floors}
      scene={scene}
      layers={LAYERS}
      selected={robot || null}
      firstView={camera?.mapId === map.id ? camera : undefined}
      robotCursor={cursor}
      onFloor={(mapId) => screen.send({ type: 'map.choose', mapId })}
      onPick={onPick}
      onView={(view) => screen.send({ type: 'map.moved', camera: view && { mapId: map.id, ...view } })}
    >
      {isPast && <MomentPlate screen={screen} timeZone={timeZone} isGone={isGone} />}
    </FleetFloor>
  );
}

/** Time and age of the moment, and what is missing of it. */
function MomentPlate({ screen, timeZone, isGone }: MapProps & { readonly isGone: boolean }) {
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  const past = useMonitoringPast();
  const { at, overview, tracksFailure, skipped, windows } = useSelector(screen, selectMonitoring);
  const loading = useSelector(screen, selectAreTracksLoading);
  if (at === null) return null;
  const isExpired = overview !== null && at < overview.keptFrom;
  const isGap =
    overview !== null &&
    !isExpired &&
    windows.length > 0 &&
    !overview.periods.some(([from, until]) => from <= at && at <= until);
  const note = tracksFailure
    ? t.failure(tracksFailure)
    : isExpired
      ? t('monitoring.moment.expired')
      : isGone
        ? t('monitoring.moment.mapGone')
        : loading && !past.isLoaded(at)
          ? t('monitoring.moment.loading')
          : isGap
            ? t('monitoring.moment.gap')
            : skipped
              ? t('monitoring.moment.skipped', { age: age(skipped.until - skipped.from) })
              : t('monitoring.moment.noCommands');
  return (
    <div className="absolute bottom-10 left-3 z-1 flex max-w-[calc(100%-24px)] flex-wrap items-center gap-2 rounded bg-surface px-3 py-2 text-12 shadow-float desk:top-14 desk:bottom-auto">
      <b className="text-14 font-semibold text-heading tabular-nums">{timeStamp(at, timeZone)}</b>
      <span className="inline-flex items-center gap-1 rounded-full bg-attn-soft bg-hatch px-2 text-attn-text">
        <Icon of={History} size={12} />
        {t('common.ago', { age: age(now - at) })}
      </span>
      <span className="text-text-2" role="status">
        {note}
      </span>
      {tracksFailure && (
        <Button size="s" onClick={() => screen.send({ type: 'tracks.retry' })}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}
