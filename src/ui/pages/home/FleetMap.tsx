/**
 * Live map of all robots on a floor: floors of every site, trails, planned paths, points. Selecting a marker twice
 * opens its robot.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { selectRobotsInView } from '../../../machines/fleet/fleet.selectors.ts';
import {
  selectAreMapsLoading,
  selectCamera,
  selectMaps,
  selectMapsFailure,
  selectRobotCursor,
  selectSites,
} from '../../../machines/home/home.selectors.ts';
import type { MapHandle } from '../../canvas/MapCanvas.tsx';
import type { MapPick } from '../../canvas/scene.ts';
import { FleetFloor } from '../../fleetMap/FleetFloor.tsx';
import { useFleet } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { floorChoices, floorShown, type FloorChoice } from '../../canvas/floors.ts';
import { useFleetScene } from '../../canvas/useFleetScene.ts';
import type { HomeQueryProps } from './homeQuery.ts';

export interface FleetMapProps extends HomeQueryProps {
  /** Robots of the filtered list; the map shows the same ones. */
  readonly rows: readonly Robot[];
}

export function FleetMap(props: FleetMapProps) {
  const { screen, query } = props;
  const t = useT();
  const sites = useSelector(screen, selectSites);
  const maps = useSelector(screen, selectMaps);
  const failure = useSelector(screen, selectMapsFailure);
  const loading = useSelector(screen, selectAreMapsLoading);
  const robots = useSelector(useFleet(), selectRobotsInView);
  const floors = floorChoices(sites, maps, robots);
  const floor = floorShown(floors, query.mapId);
  const map = maps.find(({ id }) => id === floor?.id);
  return (
    <section
      className="card card-clip home-map-card"
      aria-label={floor ? t('shell.map.name', { floor: floor.name }) : undefined}
    >
      {map && floor ? (
        <FloorMap {...props} map={map} floor={floor} floors={floors} />
      ) : loading ? (
        <StatePanel state="loading" title={t('home.map.loading')} />
      ) : failure ? (
        <StatePanel
          state="failed"
          title={t('home.map.failed')}
          text={`${t.failure(failure)} ${t('home.map.failedText')}`}
        >
          <Button size="s" onClick={() => screen.send({ type: 'maps.retry' })}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      ) : (
        <StatePanel state="empty" art="security" title={t('home.map.none')} text={t('home.map.noneText')} />
      )}
    </section>
  );
}

interface FloorMapProps extends FleetMapProps {
  readonly map: IndoorMap;
  readonly floor: FloorChoice;
  readonly floors: readonly FloorChoice[];
}

function FloorMap({ screen, query, onShow, rows, map, floor, floors }: FloorMapProps) {
  const live = useLive();
  const handle = useRef<MapHandle>(null);
  const scene = useFleetScene(map.id, rows, query.layers.includes('trails'), query.layers.includes('paths'));

  useEffect(() => {
    const pose = query.robot === null ? null : live.pose(query.robot);
    if (pose?.mapId === map.id) handle.current?.show([pose.x, pose.y]);
  }, [live, query.robot, map.id]);

  const onPick = (pick: MapPick): void => {
    if (pick.kind === 'place') onShow({ robot: null });
    if (pick.kind !== 'robot') return;
    if (pick.id === query.robot) screen.send({ type: 'robot.open', serialNumber: pick.id });
    else onShow({ robot: pick.id });
  };
  return (
    <FleetFloor
      handle={handle}
      map={map}
      floor={floor}
      floors={floors}
      scene={scene}
      layers={query.layers}
      onToggle={(layer) =>
        onShow({
          layers: query.layers.includes(layer) ? query.layers.filter((one) => one !== layer) : [...query.layers, layer],
        })
      }
      selected={query.robot}
      firstView={useSelector(screen, selectCamera(map.id))}
      robotCursor={useSelector(screen, selectRobotCursor)}
      onFloor={(mapId) => onShow({ mapId, robot: null }, true)}
      onPick={onPick}
      onView={(view) => screen.send({ type: 'map.moved', camera: view && { mapId: map.id, ...view } })}
      onHover={(pick) => screen.send({ type: 'robot.hover', serialNumber: pick?.kind === 'robot' ? pick.id : '' })}
    />
  );
}
