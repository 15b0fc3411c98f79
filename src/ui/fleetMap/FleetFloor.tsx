/**
 * One floor with all its robots, as of now or as of a moment of the past: the scene says which. Floors, zoom and layers
 * float over the map; what a press means is left to the page. Pages that use it list `home` among their locales.
 */
import { useMemo, type ReactNode, type Ref } from 'react';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { TRAIL_MS } from '../../../contract/rules/limits.ts';
import type { ListCursorRef } from '../../machines/factories/listCursor.selectors.ts';
import type { FloorChoice } from '../canvas/floors.ts';
import { MapCanvas, type MapHandle } from '../canvas/MapCanvas.tsx';
import { MapFloors, MapLayerChips, MapZoom } from '../canvas/MapTools.tsx';
import type { MapPick, MapPoint, MapScene } from '../canvas/scene.ts';
import type { View } from '../canvas/viewport.ts';
import { useMapPicture } from '../hooks/useMapPicture.ts';
import { useT } from '../hooks/useT.ts';
import { statusKey } from '../labels/statusKey.ts';

export type FleetLayer = 'trails' | 'paths' | 'points';

export interface FleetFloorProps {
  /** For a page that moves the view by itself. */
  readonly handle: { readonly current: MapHandle | null };
  readonly map: IndoorMap;
  readonly floor: FloorChoice;
  readonly floors: readonly FloorChoice[];
  readonly scene: MapScene;
  readonly layers: readonly FleetLayer[];
  /** Without it the layers cannot be changed. */
  readonly onToggle?: ((layer: FleetLayer) => void) | undefined;
  /** Serial number. */
  readonly selected: string | null;
  readonly firstView: View | undefined;
  readonly robotCursor: ListCursorRef | undefined;
  readonly onFloor: (mapId: string) => void;
  readonly onPick: (pick: MapPick) => void;
  readonly onView: (view: View | null) => void;
  readonly onHover?: ((pick: MapPick | null) => void) | undefined;
  readonly children?: ReactNode;
}

const SECOND_MS = 1_000;

export function FleetFloor({
  handle,
  map,
  floor,
  floors,
  scene,
  layers,
  onToggle,
  selected,
  firstView,
  robotCursor,
  onFloor,
  onPick,
  onView,
  onHover,
  children,
}: FleetFloorProps) {
  const t = useT();
  const [trails, paths, points] = (['trails', 'paths', 'points'] as const).map((layer) => layers.includes(layer));
  const marked = useMemo(
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
  return (
    <MapCanvas
      key={map.id}
      ref={handle as Ref<MapHandle>}
      label={t('shell.map.name', { floor: floor.name })}
      help={t('home.map.help')}
      plan={map.plan}
      picture={useMapPicture(map)}
      scene={scene}
      points={marked}
      firstView={firstView}
      selected={selected}
      layers={{ trails: (trails ?? false) || (paths ?? false), routes: false, points: points ?? false }}
      scaleText={(metres) => t('common.metres', { metres })}
      robotsLabel={t('shell.map.robots')}
      describe={({ name, status, alarm }) =>
        alarm === undefined
          ? t('shell.map.robot', { name, status: t(statusKey(status)) })
          : t('home.map.robotInAlarm', { name, status: t(statusKey(status)), event: alarm })
      }
      robotCursor={robotCursor}
      onPick={onPick}
      onView={onView}
      onHover={onHover}
    >
      {floors.length > 1 && (
        <MapFloors label={t('common.floors')} floors={floors} current={floor.id} onFloor={onFloor} />
      )}
      <MapZoom
        labels={{
          group: t('common.zoom'),
          zoomIn: t('common.zoomIn'),
          zoomOut: t('common.zoomOut'),
          fit: t('shell.map.wholeFloor'),
          follow: '',
        }}
        onZoomIn={() => handle.current?.zoomIn()}
        onZoomOut={() => handle.current?.zoomOut()}
        onFit={() => handle.current?.fit()}
      />
      {onToggle && (
        <MapLayerChips
          label={t('shell.map.layers')}
          layers={{ trails: trails ?? false, routes: paths ?? false, points: points ?? false }}
          words={{
            trails: t('home.map.trails'),
            trailsNote: t('shell.map.trails', { seconds: TRAIL_MS / SECOND_MS }),
            routes: t('home.map.paths'),
            points: t('common.points'),
          }}
          onToggle={(layer) => onToggle(layer === 'routes' ? 'paths' : layer)}
        />
      )}
      {children}
    </MapCanvas>
  );
}
