/**
 * A route on its map: the points of the floor, the numbered stops, the planned legs between them, live robots, and the
 * ghost that previews the run. It draws and reports what the user picks; decisions are left to the page.
 */
import { useSelector } from '@xstate/react';
import { useMemo, useState, type ReactNode, type Ref } from 'react';
import type { IndoorMap, MapPoint } from '../../../contract/entities/map.ts';
import type { RouteLeg } from '../../../contract/rules/planPath/routePlan.ts';
import { selectCursorId, selectIsListFocused } from '../../machines/factories/listCursor.selectors.ts';
import { selectRobots } from '../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../hooks/useApp.ts';
import type { ListCursorRef } from '../../machines/factories/listCursor.selectors.ts';
import { useLive } from '../hooks/useLive.ts';
import { useMapPicture } from '../hooks/useMapPicture.ts';
import { useFleetScene } from './useFleetScene.ts';
import { createRouteOverlay } from './drawRoute.ts';
import { MapCanvas, type MapHandle } from './MapCanvas.tsx';
import type { RouteGhost, RouteMark } from './routeInput.ts';
import { RoutePointList } from './RoutePointList.tsx';
import type { MapRobot } from './scene.ts';
import type { View } from './viewport.ts';

/** What the user can pick: a stop by its index in the route, from 0, or a point that is not a stop. */
export type RoutePick =
  | { readonly kind: 'point'; readonly areaId: string }
  | { readonly kind: 'stop'; readonly index: number; readonly areaId: string };

export interface RouteLabels {
  /** "Route on floor 1 of Harbour Hotel". */
  readonly label: string;
  /** Keyboard help for screen readers. */
  readonly help: string;
  /** "Points and stops". */
  readonly points: string;
  /** "Robots on this floor". */
  readonly robots: string;
  /** "Lift lobby, stop 3". */
  readonly point: (name: string, mark: RouteMark | null) => string;
  readonly robot: (robot: MapRobot) => string;
  /** "10 m". */
  readonly scale: (metres: number) => string;
  /** What picking it does: "Adds Lift lobby as stop 4". Empty if it does nothing. */
  readonly act: (pick: RoutePick) => string;
}

export interface RouteCanvasProps {
  readonly ref?: Ref<MapHandle>;
  readonly labels: RouteLabels;
  readonly map: Omit<IndoorMap, 'points'>;
  readonly points: readonly MapPoint[];
  readonly stops: readonly RouteMark[];
  readonly legs: readonly RouteLeg[];
  readonly ghost?: RouteGhost | null;
  /** Robots shown: all on the map, a single one, or none. */
  readonly robots?: 'all' | { readonly serialNumber: string } | null;
  /** Serial number of the robot that the view follows. */
  readonly follow?: string | null;
  readonly firstView?: View | undefined;
  /** Keyboard cursors of the lists of points and robots. */
  readonly pointCursor?: ListCursorRef | undefined;
  readonly robotCursor?: ListCursorRef | undefined;
  /** The stop picked last, as reported by `onStop`; picking it again selects the next call at the same point. */
  readonly pressed?: { readonly areaId: string; readonly number: number } | null;
  readonly onPoint?: ((areaId: string) => void) | undefined;
  /** The index counts from 0. */
  readonly onStop?: ((index: number, areaId: string) => void) | undefined;
  readonly onView?: ((view: View | null) => void) | undefined;
  /** The F key, or a drag that ended following (null). */
  readonly onFollow?: ((serialNumber: string | null) => void) | undefined;
  /** Tools that float over the map. */
  readonly children?: ReactNode;
}

const LAYERS = { trails: true, routes: false, points: true };
const NO_GHOST = null;

export function RouteCanvas({
  ref,
  labels,
  map,
  points,
  stops,
  legs,
  ghost = NO_GHOST,
  robots = null,
  follow = null,
  firstView,
  pointCursor,
  robotCursor,
  pressed = null,
  onPoint,
  onStop,
  onView,
  onFollow,
  children,
}: RouteCanvasProps) {
  const live = useLive();
  const fleet = useSelector(useFleet(), selectRobots);
  const isBare = robots === null;
  const only = robots === null || robots === 'all' ? null : robots.serialNumber;
  const rows = useMemo(
    () => (isBare ? [] : only === null ? fleet : fleet.filter(({ serialNumber }) => serialNumber === only)),
    [fleet, isBare, only],
  );
  const scene = useFleetScene(map.id, rows, only !== null, true);
  const picture = useMapPicture(map);
  const [hovered, setHovered] = useState<string | null>(null);
  const cursorId = useSelector(pointCursor, selectCursorId);
  const isFocused = useSelector(pointCursor, selectIsListFocused);
  const focused = isFocused ? cursorId : null;

  const drawn = useMemo(
    () =>
      points.map(({ areaId, name, worldX, worldY, attributes }) => ({
        id: areaId,
        name,
        x: worldX,
        y: worldY,
        attribute: attributes[0] ?? ('none' as const),
      })),
    [points],
  );
  const overlay = useMemo(() => {
    const at = points.find(({ areaId }) => areaId === focused);
    return createRouteOverlay({ stops, legs, ghost, focus: at ? [at.worldX, at.worldY] : null, now: () => live.now() });
  }, [stops, legs, ghost, live, points, focused]);

  const pickOf = (areaId: string): RoutePick => {
    const { numbers } = stops.find((mark) => mark.areaId === areaId) ?? { numbers: [] };
    const [first] = numbers;
    if (first === undefined) return { kind: 'point', areaId };
    // Picking the same point again selects its next call.
    const next = pressed?.areaId === areaId ? numbers.find((number) => number > pressed.number) : undefined;
    return { kind: 'stop', index: (next ?? first) - 1, areaId };
  };
  const choose = (areaId: string): void => {
    const pick = pickOf(areaId);
    return pick.kind === 'point' ? onPoint?.(areaId) : onStop?.(pick.index, areaId);
  };
  const listed = [...points]
    .sort((a, b) => placeOf(stops, a.areaId) - placeOf(stops, b.areaId))
    .map(({ areaId, name }) => ({
      areaId,
      text: labels.point(name, stops.find((mark) => mark.areaId === areaId) ?? null),
      act: labels.act(pickOf(areaId)),
    }));
  const told = focused ?? hovered;
  const act = told === null || !points.some(({ areaId }) => areaId === told) ? '' : labels.act(pickOf(told));

  return (
    <MapCanvas
      key={map.id}
      {...(ref === undefined ? {} : { ref })}
      label={labels.label}
      help={labels.help}
      plan={map.plan}
      picture={picture}
      scene={scene}
      points={drawn}
      overlay={overlay}
      follow={follow}
      layers={LAYERS}
      firstView={firstView}
      scaleText={labels.scale}
      robotsLabel={labels.robots}
      describe={labels.robot}
      robotCursor={robotCursor}
      onPick={(pick) => {
        if (pick.kind === 'point') choose(pick.id);
      }}
      onHover={(pick) => setHovered(pick?.kind === 'point' ? pick.id : null)}
      onView={onView}
      onFollow={onFollow}
    >
      <RoutePointList label={labels.points} points={listed} cursor={pointCursor} onPick={choose} />
      {act !== '' && (
        <p
          className="pointer-events-none absolute bottom-2.5 left-1/2 max-w-[calc(100%-24px)] -translate-x-1/2 rounded bg-surface px-2.5 py-[5px] text-12 text-text shadow-float"
          aria-hidden="true"
        >
          {act}
        </p>
      )}
      {children}
    </MapCanvas>
  );
}

/** Sort key: stops in route order, before all other points. */
const placeOf = (stops: readonly RouteMark[], areaId: string): number =>
  stops.find((mark) => mark.areaId === areaId)?.numbers[0] ?? Infinity;
