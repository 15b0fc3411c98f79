/**
 * Live map of all robots on a floor: floors of every site, trails, planned paths, points. Selecting a marker twice
 * opens its robot.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { TRAIL_MS } from '../../../../contract/rules/limits.ts';
import { selectRobotsInView } from '../../../machines/fleet/fleet.selectors.ts';
import {
  selectAreMapsLoading,
  selectCamera,
  selectMaps,
  selectMapsFailure,
  selectRobotCursor,
  selectSites,
} from '../../../machines/home/home.selectors.ts';
import { MapCanvas, type MapHandle } from '../../canvas/MapCanvas.tsx';
import { MapFloors, MapLayerChips, MapZoom } from '../../canvas/MapTools.tsx';
import type { MapPick, MapPoint } from '../../canvas/scene.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useMapPicture } from '../../hooks/useMapPicture.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { statusKey } from '../../labels/statusKey.ts';
import { floorChoices, floorShown, type FloorChoice } from '../../canvas/floors.ts';
import { useFleetScene } from '../../canvas/useFleetScene.ts';
import type { MapLayer, HomeQueryProps } from './homeQuery.ts';

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
      aria-label={floor ? t('home.map.name', { floor: floor.name }) : undefined}
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

const SECOND_MS = 1_000;

function FloorMap({ screen, query, onShow, rows, map, floor, floors }: FloorMapProps) {
  const t = useT();
  const live = useLive();
  const handle = useRef<MapHandle>(null);
  const trails = query.layers.includes('trails');
  const paths = query.layers.includes('paths');
  const scene = useFleetScene(map.id, rows, trails, paths);
  const points = useMemo(
    () =>
      map.points.map(({ areaId, name, worldX, worldY, attributes }): MapPoint => ({
        id: areaId,
        name,
        x: worldX,
        y: worldY,
        attribute: attributes[0] ?? 'none',
      })),
    [map],
  );

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
  const toggle = (layer: MapLayer): void =>
    onShow({
      layers: query.layers.includes(layer) ? query.layers.filter((one) => one !== layer) : [...query.layers, layer],
    });

  return (
    <MapCanvas
      key={map.id}
      ref={handle}
      label={t('home.map.name', { floor: floor.name })}
      help={t('home.map.help')}
      plan={map.plan}
      picture={useMapPicture(map)}
      scene={scene}
      points={points}
      firstView={useSelector(screen, selectCamera(map.id))}
      selected={query.robot}
      layers={{ trails: trails || paths, routes: false, points: query.layers.includes('points') }}
      scaleText={(metres) => t('common.metres', { metres })}
      robotsLabel={t('home.map.robots')}
      describe={({ name, status, alarm }) =>
        alarm === undefined
          ? t('home.map.robot', { name, status: t(statusKey(status)) })
          : t('home.map.robotInAlarm', { name, status: t(statusKey(status)), event: alarm })
      }
      robotCursor={useSelector(screen, selectRobotCursor)}
      onPick={onPick}
      onView={(view) => screen.send({ type: 'map.moved', camera: view && { mapId: map.id, ...view } })}
      onHover={(pick) => screen.send({ type: 'robot.hover', serialNumber: pick?.kind === 'robot' ? pick.id : '' })}
    >
      {floors.length > 1 && (
        <MapFloors
          label={t('home.map.floors')}
          floors={floors}
          current={floor.id}
          onFloor={(mapId) => onShow({ mapId, robot: null }, true)}
        />
      )}
      <MapZoom
        labels={{
          group: t('home.map.tools'),
          zoomIn: t('common.zoomIn'),
          zoomOut: t('common.zoomOut'),
          fit: t('home.map.fit'),
          follow: '',
        }}
        onZoomIn={() => handle.current?.zoomIn()}
        onZoomOut={() => handle.current?.zoomOut()}
        onFit={() => handle.current?.fit()}
      />
      <MapLayerChips
        label={t('home.map.layers')}
        layers={{ trails, routes: paths, points: query.layers.includes('points') }}
        words={{
          trails: t('home.map.trails'),
          trailsNote: t('home.map.trailsNote', { seconds: TRAIL_MS / SECOND_MS }),
          routes: t('home.map.paths'),
          points: t('home.map.points'),
        }}
        onToggle={(layer) => toggle(layer === 'routes' ? 'paths' : layer)}
      />
    </MapCanvas>
  );
}
