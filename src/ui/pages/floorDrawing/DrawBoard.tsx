/**
 * The floor with its tools. The canvas subscribes to the machine directly: pointer moves render no React component.
 */
import '../../styles/map.css';
import { useSelector } from '@xstate/react';
import BrickWall from 'lucide-react/icons/brick-wall';
import DoorOpen from 'lucide-react/icons/door-open';
import Eraser from 'lucide-react/icons/eraser';
import Hand from 'lucide-react/icons/hand';
import MousePointer2 from 'lucide-react/icons/mouse-pointer-2';
import SquareDashed from 'lucide-react/icons/square-dashed';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type Ref,
} from 'react';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { frameOf } from '../../../../contract/rules/mapFrame.ts';
import {
  drawSceneOf,
  type FloorDrawingRef,
  selectDrawTool,
} from '../../../machines/floorDrawing/floorDrawing.selectors.ts';
import { DRAW_TOOLS } from '../../../machines/floorDrawing/floorDrawing.setup.ts';
import { createDrawFloorEngine, type DrawFloorEngine } from '../../canvas/drawFloorEngine.ts';
import { listenDrawing } from '../../canvas/drawFloorInput.ts';
import { MAP_GROUND, MAP_LAYER } from '../../canvas/mapClasses.ts';
import { BoardTools, BoardZoom } from '../../canvas/BoardTools.tsx';
import { ScaleBar } from '../../canvas/ScaleBar.tsx';
import type { MapPicture } from '../../canvas/scene.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { Switch } from '../../kit/Switch.tsx';
import { metresOf, TOOL_HELP, TOOL_KEYS } from './drawTexts.ts';
import { useDrawing } from './useDrawing.ts';

export interface DrawBoardHandle {
  /** The place at the centre of what is visible, on the drawing's grid. */
  readonly middle: () => Place;
}
const CURSOR = 'cursor-crosshair data-[tool=pan]:cursor-grab data-[tool=select]:cursor-default';
const NOTE =
  'pointer-events-none absolute bottom-11 left-1/2 w-max max-w-[min(92%,620px)] max-desk:bottom-2 -translate-x-1/2 rounded bg-surface px-3 py-1.5 text-center text-12 text-text-2 shadow-float';
const ICONS = {
  select: MousePointer2,
  pan: Hand,
  wall: BrickWall,
  room: SquareDashed,
  door: DoorOpen,
  erase: Eraser,
} as const;

/** The picture that is traced; null until it is loaded. */
function useTrace(screen: FloorDrawingRef): MapPicture | null {
  const live = useLive();
  const { floor } = useDrawing(screen);
  const trace = floor?.trace ?? null;
  const key = floor && trace ? `trace/${floor.id}/${trace.id}` : null;
  const subscribe = useCallback(
    (changed: () => void) => (key === null ? undefined : live.onBitmap?.(key, changed)) ?? (() => undefined),
    [live, key],
  );
  const image = useSyncExternalStore(subscribe, () => (key === null ? null : live.bitmap(key)));
  return useMemo(() => {
    if (image === null || trace === null) return null;
    const { width, height, resolution, origin } = trace;
    const plan = { width: width * resolution, height: height * resolution };
    return { image, frame: frameOf({ resolution, origin, plan }) };
  }, [image, trace]);
}

export function DrawBoard({ ref, screen }: { readonly ref?: Ref<DrawBoardHandle>; readonly screen: FloorDrawingRef }) {
  const t = useT();
  const tool = useSelector(screen, selectDrawTool);
  const { floor, drawing, past, future, showsCells } = useDrawing(screen);
  const trace = useTrace(screen);
  const place = useRef<HTMLDivElement>(null);
  const planCanvas = useRef<HTMLCanvasElement>(null);
  const handCanvas = useRef<HTMLCanvasElement>(null);
  const [engine, setEngine] = useState<DrawFloorEngine | null>(null);

  useEffect(() => {
    const [plan, hand, ground] = [planCanvas.current, handCanvas.current, place.current];
    if (!plan || !hand || !ground) return undefined;
    const made = createDrawFloorEngine({ plan, hand });
    setEngine(made);
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) made.resize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    sizes.observe(ground);
    const styles = new MutationObserver(made.restyle);
    styles.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'lang'] });
    return () => {
      sizes.disconnect();
      styles.disconnect();
      made.destroy();
    };
  }, []);
  const lengthText = useCallback(
    (metres: number, typed: string): string => t('common.metres', { metres: typed === '' ? metresOf(metres) : typed }),
    [t],
  );
  useEffect(() => {
    if (!engine) return undefined;
    const show = (): void => engine.set({ ...drawSceneOf(screen.getSnapshot()), trace, lengthText });
    show();
    const { unsubscribe } = screen.subscribe(show);
    return unsubscribe;
  }, [engine, screen, trace, lengthText]);
  useEffect(() => {
    if (!engine || !place.current) return undefined;
    return listenDrawing(place.current, engine, {
      down: (press) => screen.send({ type: 'pointer.down', ...press }),
      move: (to) => screen.send({ type: 'pointer.move', ...to }),
      up: () => screen.send({ type: 'pointer.up' }),
      double: () => screen.send({ type: 'pointer.double' }),
      cancel: () => screen.send({ type: 'pointer.cancel' }),
      camera: (camera) => screen.send({ type: 'camera.set', camera: engine.bounded(camera) }),
    });
  }, [engine, screen]);
  const zoom = (factor: number): void => {
    if (engine) screen.send({ type: 'camera.set', camera: engine.zoomed(factor) });
  };
  useImperativeHandle(
    ref,
    () => ({
      middle: () => {
        const { cx, cy } = engine?.view() ?? { cx: 0, cy: 0 };
        return [Math.round(cx * 10) / 10, Math.round(cy * 10) / 10];
      },
    }),
    [engine],
  );
  const isEmpty = drawing.walls.length === 0 && drawing.rooms.length === 0;

  return (
    <section
      className="card relative flex min-h-0 flex-col overflow-hidden"
      aria-label={t('floorDrawing.board', { name: floor?.name ?? '' })}
    >
      <BoardTools
        value={tool}
        options={DRAW_TOOLS.map((value) => ({ value, label: t(TOOL_KEYS[value]), icon: ICONS[value] }))}
        onChange={(value) => screen.send({ type: 'tool.pick', tool: value })}
        canUndo={past.length > 0}
        canRedo={future.length > 0}
        send={(event) => screen.send(event)}
      >
        <span className="text-12 text-text-2" aria-hidden="true">
          {t('floorDrawing.asRobots')}
        </span>
        <Switch
          label={t('floorDrawing.asRobots')}
          checked={showsCells}
          onChange={(on) => screen.send({ type: 'cells.show', on })}
        />
      </BoardTools>
      <div className="map min-h-[260px] flex-1 max-desk:h-[360px] max-desk:flex-none">
        <canvas ref={planCanvas} className={MAP_LAYER} aria-hidden="true" />
        <canvas ref={handCanvas} className={MAP_LAYER} aria-hidden="true" />
        <div
          ref={place}
          className={classes(MAP_GROUND, CURSOR)}
          role="application"
          aria-label={t('floorDrawing.board', { name: floor?.name ?? '' })}
          aria-description={t('floorDrawing.keysHelp')}
          tabIndex={0}
          data-tool={showsCells ? 'pan' : tool}
        />
        <CursorStatus screen={screen} />
        {showsCells ? (
          <p className={NOTE} role="status">
            {t('floorDrawing.cellsHelp')}
          </p>
        ) : isEmpty && tool === 'select' ? (
          <p className={NOTE}>{t('floorDrawing.empty')}</p>
        ) : (
          <p className={NOTE}>{t(TOOL_HELP[tool])}</p>
        )}
        <ScaleBar engine={engine} text={(metres) => t('common.metres', { metres })} />
        <BoardZoom
          fit={t('floorDrawing.fit')}
          onZoom={zoom}
          onFit={() => screen.send({ type: 'camera.set', camera: null })}
        />
      </div>
    </section>
  );
}

/** Where the keyboard's cursor is, for screen readers. */
function CursorStatus({ screen }: { readonly screen: FloorDrawingRef }) {
  const t = useT();
  const text = useSelector(screen, ({ context: { cursor } }) =>
    cursor ? t('floorDrawing.cursor', { x: metresOf(cursor[0]), y: metresOf(cursor[1]) }) : '',
  );
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  );
}
