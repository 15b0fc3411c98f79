/** The surroundings of a place on its floor, with the robots of a scene. */
import { useMemo, useRef } from 'react';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { MapCanvas, type MapHandle } from '../canvas/MapCanvas.tsx';
import { MapZoom } from '../canvas/MapTools.tsx';
import type { MapScene } from '../canvas/scene.ts';
import { useMapPicture } from '../hooks/useMapPicture.ts';
import { useT } from '../hooks/useT.ts';
import { statusKey } from '../labels/statusKey.ts';

/** Pixels per metre at which the surroundings of the place are readable. */
const SCALE = 26;

interface PlanProps {
  readonly map: IndoorMap;
  readonly place: { readonly x: number; readonly y: number };
  readonly serialNumber: string;
  readonly scene: MapScene;
  readonly trails?: boolean;
  /** Whether the place is marked, beside the robot. */
  readonly marked?: boolean;
  readonly labels: { readonly plan: string; readonly fit: string };
}

export function PlacePlan({
  map,
  place: { x, y },
  serialNumber,
  scene,
  trails = false,
  marked = true,
  labels,
}: PlanProps) {
  const t = useT();
  const handle = useRef<MapHandle>(null);
  const goal = useMemo((): Place => [x, y], [x, y]);
  const firstView = useMemo(() => ({ scale: SCALE, cx: x, cy: y }), [x, y]);
  return (
    <MapCanvas
      key={`${map.id} ${x} ${y}`}
      ref={handle}
      label={labels.plan}
      help=""
      plan={map.plan}
      picture={useMapPicture(map)}
      scene={scene}
      goal={marked ? goal : null}
      selected={serialNumber}
      layers={{ trails, routes: false, points: false }}
      firstView={firstView}
      scaleText={(metres) => t('common.metres', { metres })}
      robotsLabel={labels.plan}
      describe={(robot) => `${robot.name}, ${t(statusKey(robot.status))}`}
    >
      <MapZoom
        labels={{
          group: labels.plan,
          zoomIn: t('common.zoomIn'),
          zoomOut: t('common.zoomOut'),
          fit: labels.fit,
          follow: '',
        }}
        onZoomIn={() => handle.current?.zoomIn()}
        onZoomOut={() => handle.current?.zoomOut()}
        onFit={() => handle.current?.fit()}
      />
    </MapCanvas>
  );
}
