/**
 * Interactive map of the editor. The canvas subscribes to the machine directly: pointer moves render no React
 * component.
 */
import '../../styles/map.css';
import { useSelector } from '@xstate/react';
import Hand from 'lucide-react/icons/hand';
import MapPin from 'lucide-react/icons/map-pin';
import MousePointer2 from 'lucide-react/icons/mouse-pointer-2';
import Ruler from 'lucide-react/icons/ruler';
import Waypoints from 'lucide-react/icons/waypoints';
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { NO_MAP } from '../../../../contract/rules/mapFrame.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { type MapEditorRef, selectDraftStage, selectTool } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { TOOLS } from '../../../machines/mapEditor/mapEditor.setup.ts';
import { createEditEngine, type EditEngine } from '../../canvas/editEngine.ts';
import { listenPoints } from '../../canvas/editPointerInput.ts';
import { observeFloating } from '../../canvas/floating.ts';
import { MAP_GROUND, MAP_LAYER } from '../../canvas/mapClasses.ts';
import { BoardTools, BoardZoom } from '../../canvas/BoardTools.tsx';
import { ScaleBar } from '../../canvas/ScaleBar.tsx';
import { useFleet } from '../../hooks/useApp.ts';
import { useMapPicture } from '../../hooks/useMapPicture.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { useFleetScene } from '../../canvas/useFleetScene.ts';
import { createEditInput } from './editInputOf.ts';
import { metresText } from './editorTexts.ts';
import { TOOL_LABELS } from './editorLabels.ts';
import { SnapMenu } from './SnapMenu.tsx';
import { useEditor } from './useEditor.ts';

export interface BoardHandle {
  /** The place at the centre of the visible map. */
  readonly middle: () => Place;
  readonly show: (place: Place) => void;
}
const CURSOR =
  'cursor-default data-[tool=add]:cursor-crosshair data-[tool=connect]:cursor-crosshair data-[tool=measure]:cursor-crosshair data-[tool=pan]:cursor-grab data-[tool=select]:data-[hit=true]:cursor-move';
const ICONS = { select: MousePointer2, add: MapPin, pan: Hand, connect: Waypoints, measure: Ruler } as const;

export function MapBoard({ ref, screen }: { readonly ref?: Ref<BoardHandle>; readonly screen: MapEditorRef }) {
  const t = useT();
  const tool = useSelector(screen, selectTool);
  const { map, past, future, snap } = useEditor(screen);
  const draftStage = useSelector(screen, selectDraftStage);
  const robots = useSelector(useFleet(), selectRobots);
  const scene = useFleetScene(map?.id ?? '', robots, false, false);
  const picture = useMapPicture(map ?? NO_MAP);
  const area = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const canvases = {
    plan: useRef<HTMLCanvasElement>(null),
    points: useRef<HTMLCanvasElement>(null),
    hand: useRef<HTMLCanvasElement>(null),
  };
  const [engine, setEngine] = useState<EditEngine | null>(null);
  const inputOf = useMemo(() => createEditInput((metres) => t('common.metres', { metres: metresText(metres) })), [t]);

  useEffect(() => {
    const [plan, points, hand, ground] = [
      canvases.plan.current,
      canvases.points.current,
      canvases.hand.current,
      place.current,
    ];
    if (!plan || !points || !hand || !ground) return undefined;
    const made = createEditEngine({ plan, points, hand });
    setEngine(made);
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) made.resize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    sizes.observe(ground);
    const endFloating = observeFloating(area.current ?? ground, made.setFloating);
    const styles = new MutationObserver(made.restyle);
    styles.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'lang'] });
    return () => {
      sizes.disconnect();
      endFloating();
      styles.disconnect();
      made.destroy();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once: the effects below pass in what to draw
  }, []);
  useEffect(() => {
    engine?.setScene(scene);
  }, [engine, scene]);
  useEffect(() => {
    if (!engine) return undefined;
    const show = (): void => {
      const input = inputOf(screen.getSnapshot(), picture);
      if (input) engine.set(input);
    };
    show();
    const { unsubscribe } = screen.subscribe(show);
    return unsubscribe;
  }, [engine, screen, inputOf, picture]);
  const name = t('shared.point');
  useEffect(() => {
    if (!engine || !place.current) return undefined;
    return listenPoints(place.current, engine, {
      down: (press) => screen.send({ type: 'pointer.down', ...press, name }),
      move: (to) => screen.send({ type: 'pointer.move', ...to }),
      up: () => screen.send({ type: 'pointer.up' }),
      cancel: () => screen.send({ type: 'pointer.cancel' }),
      camera: (camera) => screen.send({ type: 'camera.set', camera: engine.bounded(camera) }),
    });
  }, [engine, screen, name]);
  const zoom = (factor: number): void => {
    if (engine) screen.send({ type: 'camera.set', camera: engine.zoomed(factor) });
  };
  useImperativeHandle(
    ref,
    () => ({
      middle: () => {
        const { cx, cy } = engine?.view() ?? { cx: 0, cy: 0 };
        return [Math.round(cx * 100) / 100, Math.round(cy * 100) / 100];
      },
      show: (at) => {
        if (engine) screen.send({ type: 'camera.set', camera: engine.showing(at) });
      },
    }),
    [engine, screen],
  );

  return (
    <section
      className="card relative flex min-h-0 flex-col overflow-hidden"
      aria-label={t('mapEditor.map', { map: map?.name ?? '' })}
    >
      <BoardTools
        value={tool}
        options={TOOLS.map((value) => ({ value, label: t(TOOL_LABELS[value]), icon: ICONS[value] }))}
        onChange={(value) => screen.send({ type: 'tool.pick', tool: value })}
        canUndo={past.length > 0}
        canRedo={future.length > 0}
        send={(event) => screen.send(event)}
      >
        <SnapMenu snap={snap} onChange={(change) => screen.send({ type: 'snap.set', change })} />
      </BoardTools>
      <div ref={area} className="map min-h-[260px] flex-1 max-desk:h-[300px] max-desk:flex-none">
        <canvas ref={canvases.plan} className={MAP_LAYER} aria-hidden="true" />
        <canvas ref={canvases.points} className={MAP_LAYER} aria-hidden="true" />
        <canvas ref={canvases.hand} className={MAP_LAYER} aria-hidden="true" />
        <div
          ref={place}
          className={classes(MAP_GROUND, CURSOR)}
          role="application"
          aria-label={t('mapEditor.map', { map: map?.name ?? '' })}
          aria-description={t('mapEditor.mapHelp')}
          tabIndex={0}
          data-tool={draftStage === 'draft' ? tool : 'pan'}
        />
        {tool === 'connect' && draftStage === 'draft' && (
          <p className="pointer-events-none absolute bottom-11 left-1/2 w-max max-w-[min(92%,620px)] -translate-x-1/2 rounded bg-surface px-3 py-1.5 text-center text-12 text-text-2 shadow-float">
            {t('mapEditor.connectHelp')}
          </p>
        )}
        <ScaleBar engine={engine} text={(metres) => t('common.metres', { metres })} />
        <BoardZoom
          fit={t('shell.map.wholeFloor')}
          onZoom={zoom}
          onFit={() => screen.send({ type: 'camera.set', camera: null })}
        />
      </div>
    </section>
  );
}
