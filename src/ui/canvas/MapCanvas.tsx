/**
 * The live map. It draws a scene and reports what the user picks; decisions are left to the page. Robots arrive through
 * `scene`, outside React, so that a thousand poses a second render no component.
 */
import '../styles/map.css';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { FloorPlan, Place } from '../../../contract/entities/floorPlan.ts';
import type { ListCursorRef } from '../../machines/factories/listCursor.selectors.ts';
import { classes } from '../kit/classes.ts';
import { wholeDegrees } from './heading.ts';
import { MAP_GROUND, MAP_LAYER } from './mapClasses.ts';
import { observeFloating } from './floating.ts';
import { createMapEngine } from './mapEngine.ts';
import type { MapEngine } from './mapEngine.ts';
import { mapKey, ZOOM_STEP } from './mapKeys.ts';
import { MapRobotList } from './MapRobotList.tsx';
import type { MapOverlay } from './overlay.ts';
import { ScaleBar } from './ScaleBar.tsx';
import type { MapLayers, MapPick, MapPicture, MapPoint, MapRobot, MapRoute, MapScene } from './scene.ts';
import { useMapGestures } from './useMapGestures.ts';
import { pan } from './viewport.ts';
import type { View } from './viewport.ts';

/** Imperative actions for tools outside the canvas. */
export interface MapHandle {
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly fit: () => void;
  /** Centres the view on this place, at a scale at which its surroundings are readable. */
  readonly show: (place: Place) => void;
  /** The half of the map in which a place is visible now; floating panels go to the other half. */
  readonly halfOf: (place: Place) => 'left' | 'right';
}

export interface MapCanvasProps {
  readonly ref?: Ref<MapHandle>;
  /** "Live map of Harbour Hotel, floor 1". */
  readonly label: string;
  /** Keyboard help for screen readers. */
  readonly help: string;
  readonly plan: FloorPlan;
  readonly picture?: MapPicture | null | undefined;
  readonly scene: MapScene;
  readonly points?: readonly MapPoint[];
  readonly routes?: readonly MapRoute[];
  readonly goal?: Place | null;
  /** The robot's heading at the goal, radians; drawn as an arrow that the user can turn. */
  readonly heading?: number | null;
  /** Id of a robot or a point. */
  readonly selected?: string | null;
  readonly follow?: string | null;
  readonly fieldOfView?: boolean;
  readonly layers: MapLayers;
  /** The mini-map in the corner of a phone's video: no names, no points, no interaction. */
  readonly inset?: boolean;
  /** The user is choosing a place: crosshair cursor, and a press on a robot still reports `place`. */
  readonly aiming?: boolean;
  /** Page-specific drawing on top of the standard map. */
  readonly overlay?: MapOverlay | null | undefined;
  /** Initial view; the whole plan if omitted. */
  readonly firstView?: View | undefined;
  /** "10 m". */
  readonly scaleText: (metres: number) => string;
  readonly robotsLabel: string;
  readonly describe: (robot: MapRobot) => string;
  /** Keyboard cursor of the robot list. */
  readonly robotCursor?: ListCursorRef | undefined;
  readonly onPick?: ((pick: MapPick) => void) | undefined;
  readonly onHover?: ((pick: MapPick | null) => void) | undefined;
  /** The arrow was turned, by its knob or by [ and ]: radians, rounded to whole degrees. */
  readonly onHeading?: ((theta: number) => void) | undefined;
  /** The F key, or a drag that ended following (null). */
  readonly onFollow?: ((id: string | null) => void) | undefined;
  /**
   * Called after a movement has settled: the view that the user chose; null when the map shows the whole floor or
   * follows a robot again.
   */
  readonly onView?: ((view: View | null) => void) | undefined;
  /** Tools that float over the map. */
  readonly children?: ReactNode;
}

const NO_POINTS: readonly MapPoint[] = [];
const NO_ROUTES: readonly MapRoute[] = [];
const VIEW_RESTS_MS = 300;
/** px per metre at which every name is visible. */
const SHOW_SCALE = 24;

export function MapCanvas({
  ref,
  label,
  help,
  plan,
  picture = null,
  scene,
  points = NO_POINTS,
  routes = NO_ROUTES,
  goal = null,
  heading = null,
  selected = null,
  follow = null,
  fieldOfView = false,
  layers,
  inset = false,
  aiming = false,
  overlay = null,
  firstView,
  scaleText,
  robotsLabel,
  describe,
  robotCursor,
  onPick,
  onHover,
  onHeading,
  onFollow,
  onView,
  children,
}: MapCanvasProps) {
  const area = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const planCanvas = useRef<HTMLCanvasElement>(null);
  const movingCanvas = useRef<HTMLCanvasElement>(null);
  const halos = useRef<HTMLDivElement>(null);
  const engine = useRef<MapEngine | null>(null);
  /** The same engine as state, for components that render with it. */
  const [ready, setReady] = useState<MapEngine | null>(null);
  const first = useRef(firstView);

  useEffect(() => {
    if (
      area.current === null ||
      place.current === null ||
      planCanvas.current === null ||
      movingCanvas.current === null ||
      halos.current === null
    )
      return undefined;
    const made = createMapEngine({
      place: place.current,
      plan: planCanvas.current,
      moving: movingCanvas.current,
      halos: halos.current,
    });
    engine.current = made;
    setReady(made);
    const sizes = new ResizeObserver(([entry]) => {
      if (entry !== undefined) made.resize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    sizes.observe(place.current);
    const endFloating = observeFloating(area.current, made.setFloating);
    const styles = new MutationObserver(made.restyle);
    styles.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'lang'] });
    return () => {
      sizes.disconnect();
      endFloating();
      styles.disconnect();
      made.destroy();
      engine.current = null;
    };
  }, []);
  useEffect(() => {
    if (ready === null) return;
    ready.setInput({
      plan,
      picture,
      points,
      routes,
      goal,
      heading,
      selected,
      follow,
      fieldOfView,
      layers,
      inset,
      overlay,
    });
    if (first.current !== undefined) ready.startAt(first.current);
    first.current = undefined;
  }, [ready, plan, picture, points, routes, goal, heading, selected, follow, fieldOfView, layers, inset, overlay]);
  useEffect(() => {
    ready?.setScene(scene);
  }, [ready, scene]);
  const notifyView = useRef(onView);
  useEffect(() => {
    notifyView.current = onView;
  });
  useEffect(() => {
    if (ready === null) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const end = ready.onView((view, chosen) => {
      clearTimeout(rest);
      rest = setTimeout(() => notifyView.current?.(chosen ? view : null), VIEW_RESTS_MS);
    });
    return () => {
      clearTimeout(rest);
      end();
    };
  }, [ready]);

  const placesOf = (ids: readonly string[]): Place[] =>
    scene
      .read()
      .filter(({ id }) => ids.includes(id))
      .map(({ x, y }): Place => [x, y]);
  const pick = (picked: MapPick, at: Place): void => {
    if (aiming && picked.kind !== 'point') {
      onPick?.({ kind: 'place', at });
      return;
    }
    // A press on a cluster zooms in until its robots separate; the page is notified only when zooming cannot separate
    // them.
    if (picked.kind === 'cluster' && engine.current?.part(placesOf(picked.ids)) === true) return;
    onPick?.(picked);
  };
  useMapGestures(place, engine, {
    onPick: pick,
    onHover: (picked) => onHover?.(picked),
    onDragged: () => {
      if (follow !== null) onFollow?.(null);
    },
    isFollowing: () => follow !== null,
    heading: goal === null || heading === null ? null : { at: goal, theta: heading },
    onTurn: (theta) => onHeading?.(theta),
  });
  useImperativeHandle(
    ref,
    () => ({
      zoomIn: () => engine.current?.zoomBy(ZOOM_STEP),
      zoomOut: () => engine.current?.zoomBy(1 / ZOOM_STEP),
      fit: () => engine.current?.fitAll(),
      show: ([x, y]) => {
        const map = engine.current;
        if (map !== null) map.moveTo({ scale: Math.max(map.view().scale, map.limitScale(SHOW_SCALE)), cx: x, cy: y });
      },
      halfOf: ([x]) => ((engine.current?.view().cx ?? 0) <= x ? 'right' : 'left'),
    }),
    [],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const map = engine.current;
    const key = mapKey(event);
    if (key === null || map === null || (key.do === 'turn' && heading === null)) return;
    event.preventDefault();
    if (key.do === 'pan') {
      if (follow !== null) onFollow?.(null);
      map.moveTo(pan(map.view(), key.dx, key.dy));
    }
    if (key.do === 'turn') onHeading?.(wholeDegrees((heading ?? 0) + key.by));
    if (key.do === 'zoom') map.zoomBy(key.factor);
    if (key.do === 'fit') map.fitAll();
    if (key.do === 'follow') onFollow?.(follow === null ? selected : null);
  };

  return (
    <div ref={area} className="map">
      <canvas ref={planCanvas} className={MAP_LAYER} aria-hidden="true" />
      <div ref={halos} className={MAP_LAYER} aria-hidden="true" />
      <canvas ref={movingCanvas} className={MAP_LAYER} aria-hidden="true" />
      <div
        ref={place}
        className={classes(MAP_GROUND, 'cursor-grab data-[hit=true]:cursor-pointer data-[tool=aim]:cursor-crosshair')}
        role="application"
        aria-label={label}
        aria-description={help}
        tabIndex={0}
        data-tool={aiming ? 'aim' : undefined}
        onKeyDown={onKeyDown}
      />
      {!inset && (
        <MapRobotList
          label={robotsLabel}
          scene={scene}
          describe={describe}
          cursor={robotCursor}
          onPick={(id) => onPick?.({ kind: 'robot', id })}
        />
      )}
      {!inset && <ScaleBar engine={ready} text={scaleText} />}
      {children}
    </div>
  );
}
