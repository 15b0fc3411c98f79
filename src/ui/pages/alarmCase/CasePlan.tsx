/** The floor with the place of the alarm and the robots there now. */
import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import type { CaseDetails } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { MapCanvas, type MapHandle } from '../../canvas/MapCanvas.tsx';
import { MapZoom } from '../../canvas/MapTools.tsx';
import { useFleetScene } from '../../canvas/useFleetScene.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useMapPicture } from '../../hooks/useMapPicture.ts';
import { useT } from '../../hooks/useT.ts';
import { statusKey } from '../../labels/statusKey.ts';

/** Pixels per metre at which the surroundings of the place are readable. */
const SCALE = 26;

export function CasePlan({ details }: { readonly details: CaseDetails }) {
  const { map, case: found } = details;
  return map && found.place ? <Plan map={map} place={found.place} serialNumber={found.serialNumber} /> : null;
}

interface PlanProps {
  readonly map: IndoorMap;
  readonly place: { readonly x: number; readonly y: number };
  readonly serialNumber: string;
}

function Plan({ map, place: { x, y }, serialNumber }: PlanProps) {
  const t = useT();
  const handle = useRef<MapHandle>(null);
  const robots = useSelector(useFleet(), selectRobots);
  const scene = useFleetScene(map.id, robots, false, false);
  const goal = useMemo((): Place => [x, y], [x, y]);
  const firstView = useMemo(() => ({ scale: SCALE, cx: x, cy: y }), [x, y]);
  return (
    <section className="card relative min-h-60 flex-1 overflow-hidden *:first:absolute *:first:inset-0 max-desk:flex-none">
      <MapCanvas
        key={map.id}
        ref={handle}
        label={t('alarmCase.pictures.plan', { floor: map.name })}
        help=""
        plan={map.plan}
        picture={useMapPicture(map)}
        scene={scene}
        goal={goal}
        selected={serialNumber}
        layers={{ trails: false, routes: false, points: false }}
        firstView={firstView}
        scaleText={(metres) => t('common.metres', { metres })}
        robotsLabel={t('alarmCase.pictures.plan', { floor: map.name })}
        describe={(robot) => `${robot.name}, ${t(statusKey(robot.status))}`}
      >
        <MapZoom
          labels={{
            group: t('alarmCase.pictures.plan', { floor: map.name }),
            zoomIn: t('common.zoomIn'),
            zoomOut: t('common.zoomOut'),
            fit: t('alarmCase.pictures.fit'),
            follow: '',
          }}
          onZoomIn={() => handle.current?.zoomIn()}
          onZoomOut={() => handle.current?.zoomOut()}
          onFit={() => handle.current?.fit()}
        />
      </MapCanvas>
    </section>
  );
}
