/** A way that a robot drove, on its floor, and the robot there now if it is still on its way. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { DrivenWay as StoredWay } from '../../../contract/entities/drivenWay.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { selectRobots } from '../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../hooks/useApp.ts';
import { useMapPicture } from '../hooks/useMapPicture.ts';
import { useT } from '../hooks/useT.ts';
import { statusKey } from '../labels/statusKey.ts';
import { MapCanvas } from './MapCanvas.tsx';
import { useFleetScene } from './useFleetScene.ts';

type Way = readonly StoredWay[number][];

interface DrivenWayProps {
  readonly label: string;
  /** null: it is gone, and nothing is shown. */
  readonly map: IndoorMap | null;
  /** Places on other maps are left out; without any on this one nothing is shown. */
  readonly track: Way;
  /** The robot that is still driving; '' for none. */
  readonly serialNumber: string;
  /** Pixels per metre around the last place; the whole floor if omitted. */
  readonly scale?: number;
}

/** Places of a way on a map. */
export const placesOn = (track: Way, mapId: string): Place[] =>
  track.filter((one) => one.mapId === mapId).map(({ x, y }) => [x, y]);

export function DrivenWay({ map, track, ...others }: DrivenWayProps) {
  const places = useMemo(() => (map ? placesOn(track, map.id) : []), [map, track]);
  return map && places.length > 0 ? <Shown map={map} places={places} {...others} /> : null;
}

interface ShownProps extends Omit<DrivenWayProps, 'map' | 'track'> {
  readonly map: IndoorMap;
  readonly places: readonly Place[];
}

function Shown({ label, map, places, serialNumber, scale }: ShownProps) {
  const t = useT();
  const robots = useSelector(useFleet(), selectRobots).filter((robot) => robot.serialNumber === serialNumber);
  const scene = useFleetScene(map.id, robots, false, false);
  const routes = useMemo(() => [{ id: 'way', places }], [places]);
  const firstView = useMemo(() => {
    const [cx, cy] = places.at(-1) ?? [0, 0];
    return scale === undefined ? undefined : { scale, cx, cy };
  }, [places, scale]);
  return (
    <section className="relative h-44 flex-none overflow-hidden rounded border border-line *:first:absolute *:first:inset-0">
      <MapCanvas
        key={map.id}
        label={label}
        help=""
        plan={map.plan}
        picture={useMapPicture(map)}
        scene={scene}
        routes={routes}
        selected={serialNumber === '' ? null : serialNumber}
        layers={{ trails: false, routes: true, points: false }}
        firstView={firstView}
        scaleText={(metres) => t('common.metres', { metres })}
        robotsLabel={label}
        describe={(robot) => `${robot.name}, ${t(statusKey(robot.status))}`}
      />
    </section>
  );
}
