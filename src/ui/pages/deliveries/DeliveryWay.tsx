/** The way driven for a delivery on its last floor, with the robot there now. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import type { DeliveryDetails } from '../../../machines/deliveries/deliveryDetail.machine.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { MapCanvas } from '../../canvas/MapCanvas.tsx';
import { useFleetScene } from '../../canvas/useFleetScene.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useMapPicture } from '../../hooks/useMapPicture.ts';
import { useT } from '../../hooks/useT.ts';
import { statusKey } from '../../labels/statusKey.ts';

/** Pixels per metre at which a corridor is readable. */
const SCALE = 12;

export function DeliveryWay({ details: { map, track, delivery } }: { readonly details: DeliveryDetails }) {
  const places = useMemo(
    () => (map ? track.filter(({ mapId }) => mapId === map.id).map(({ x, y }): Place => [x, y]) : []),
    [map, track],
  );
  return map && places.length > 0 ? (
    <Way map={map} places={places} serialNumber={delivery.serialNumber} destination={delivery.to.name} />
  ) : null;
}

interface WayProps {
  readonly map: IndoorMap;
  readonly places: readonly Place[];
  readonly serialNumber: string;
  readonly destination: string;
}

function Way({ map, places, serialNumber, destination }: WayProps) {
  const t = useT();
  const robots = useSelector(useFleet(), selectRobots).filter((robot) => robot.serialNumber === serialNumber);
  const scene = useFleetScene(map.id, robots, false, false);
  const routes = useMemo(() => [{ id: 'way', places }], [places]);
  const firstView = useMemo(() => {
    const [cx, cy] = places.at(-1) ?? [0, 0];
    return { scale: SCALE, cx, cy };
  }, [places]);
  const name = t('deliveries.detail.map', { floor: map.name, to: destination });
  return (
    <section className="relative h-44 flex-none overflow-hidden rounded border border-line *:first:absolute *:first:inset-0">
      <MapCanvas
        key={map.id}
        label={name}
        help=""
        plan={map.plan}
        picture={useMapPicture(map)}
        scene={scene}
        routes={routes}
        selected={serialNumber}
        layers={{ trails: false, routes: true, points: false }}
        firstView={firstView}
        scaleText={(metres) => t('common.metres', { metres })}
        robotsLabel={name}
        describe={(robot) => `${robot.name}, ${t(statusKey(robot.status))}`}
      />
    </section>
  );
}
