/** Map of a route: selectable points, numbered stops, planned legs, and the totals below. */
import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import {
  type RouteEditorRef,
  type CruiseRoutesRef,
  selectEstimate,
  selectLegs,
  selectPointCursor,
  selectRobotCursor,
  selectRoute,
  selectRouteFaults,
} from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { placeOf } from '../../../machines/cruiseRoutes/draft.ts';
import type { RouteRunRef } from '../../../machines/routeRun/routeRun.selectors.ts';
import type { MapHandle } from '../../canvas/MapCanvas.tsx';
import { MapZoom } from '../../canvas/MapTools.tsx';
import { RouteCanvas, type RoutePick, type RouteLabels } from '../../canvas/RouteCanvas.tsx';
import type { RouteGhost, RouteMark } from '../../canvas/routeInput.ts';
import { useT } from '../../hooks/useT.ts';
import { PointIcon } from '../../icons/PointIcon.tsx';
import { statusKey } from '../../labels/statusKey.ts';
import { useRouteRunShown } from '../../routeRuns/RouteRunPanel.tsx';
import { FloorChoice } from './FloorChoice.tsx';
import { RouteStrip } from './RouteStrip.tsx';

interface RouteMapProps {
  readonly screen: CruiseRoutesRef;
  readonly editor: RouteEditorRef;
  readonly run: RouteRunRef;
}

export function RouteMap({ screen, editor, run }: RouteMapProps) {
  const t = useT();
  const handle = useRef<MapHandle>(null);
  const { map, points, draft, selected, mayEdit, insertAt, replacing, preview, loops, serialNumber, pathId, pressed } =
    useSelector(editor, selectRoute);
  const pointCursor = useSelector(editor, selectPointCursor);
  const robotCursor = useSelector(editor, selectRobotCursor);
  const driven = useRouteRunShown(run);
  /** Only if the followed run is on this route. */
  const shown = driven?.pathId === pathId ? driven : null;
  const legs = useSelector(editor, selectLegs);
  const faults = useSelector(editor, selectRouteFaults);
  const estimate = useSelector(editor, selectEstimate);
  const marks = useMemo(() => {
    const found = new Map<string, { numbers: number[]; selected: boolean; faulty: boolean }>();
    const faulty = new Set(faults.map(({ stop }) => stop));
    for (const [at, { areaId, key }] of draft.stops.entries()) {
      const mark = found.get(areaId) ?? { numbers: [], selected: false, faulty: false };
      mark.numbers.push(at + 1);
      mark.selected ||= key === selected;
      mark.faulty ||= faulty.has(at);
      found.set(areaId, mark);
    }
    return [...found].map(([areaId, mark]): RouteMark => ({ areaId, state: 'planned', ...mark }));
  }, [draft.stops, selected, faults]);
  const ghost = useMemo(
    (): RouteGhost | null =>
      preview && estimate ? { startedAt: preview.startedAt, pace: preview.speed, timing: estimate, loops } : null,
    [preview, estimate, loops],
  );
  /** While a position to insert at or a stop to replace is selected, clicking a point adds it to the route. */
  const isPicking = mayEdit && (insertAt !== null || replacing !== null);
  const labels = useMemo((): RouteLabels => {
    const named = (areaId: string): string => points.find((point) => point.areaId === areaId)?.name ?? '';
    const adds = (areaId: string): string => {
      if (!mayEdit) return '';
      return replacing === null
        ? t('cruiseRoutes.map.adds', { name: named(areaId), number: (insertAt ?? draft.stops.length) + 1 })
        : t('cruiseRoutes.map.replaces', { name: named(areaId), number: placeOf(draft, replacing) + 1 });
    };
    return {
      label: t('shared.routeOnMap', { map: map?.name ?? '' }),
      help: t('cruiseRoutes.map.help'),
      points: t('cruiseRoutes.map.points'),
      robots: t('shell.map.robots'),
      point: (name, mark) => (mark ? t('cruiseRoutes.map.stop', { name, numbers: mark.numbers.join(', ') }) : name),
      robot: ({ name, status }) => `${name}, ${t(statusKey(status))}`,
      scale: (metres) => t('common.metres', { metres }),
      act: (pick: RoutePick) =>
        pick.kind === 'stop' && !isPicking
          ? t('cruiseRoutes.map.opens', { number: pick.index + 1 })
          : adds(pick.areaId),
    };
  }, [t, points, mayEdit, replacing, insertAt, draft, map, isPicking]);
  if (!map) return null;
  const pick = (areaId: string): void => editor.send({ type: 'point.pick', areaId });
  const onStop = (index: number, areaId: string): void => {
    editor.send({ type: 'mapStop.press', areaId, number: index + 1 });
    const stop = draft.stops[index];
    if (stop && isPicking) pick(stop.areaId);
    else editor.send({ type: 'stop.select', key: stop?.key ?? null });
  };
  return (
    <section
      className="card card-clip flex min-h-0 flex-col max-desk:flex-none"
      aria-label={t('cruiseRoutes.map.aria')}
    >
      {/* No layers are below the scale, so that it stays at the bottom of a narrow map too, clear of the plan. */}
      <div className="relative min-h-[260px] flex-1 max-desk:h-80 max-desk:flex-none [&_.map-scale]:bottom-[7px]">
        <RouteCanvas
          ref={handle}
          labels={labels}
          map={map}
          points={points}
          stops={shown?.marks ?? marks}
          legs={legs}
          ghost={ghost}
          robots={{ serialNumber: shown?.serialNumber ?? serialNumber }}
          pointCursor={pointCursor}
          robotCursor={robotCursor}
          pressed={pressed}
          onPoint={mayEdit ? pick : undefined}
          onStop={onStop}
        >
          <FloorChoice screen={screen} editor={editor} />
          <p className="pointer-events-none absolute right-3 bottom-[7px] flex items-center gap-1 rounded-in bg-surface px-2 py-[3px] text-11 text-text-2">
            <span className="text-(--map-point)">
              <PointIcon attribute="none" size={14} />
            </span>
            {t(mayEdit ? 'cruiseRoutes.map.dot' : 'cruiseRoutes.map.dotOnly')}
          </p>
          <MapZoom
            labels={{
              group: t('common.zoom'),
              zoomIn: t('common.zoomIn'),
              zoomOut: t('common.zoomOut'),
              fit: t('shared.wholeFloor'),
              follow: '',
            }}
            onZoomIn={() => handle.current?.zoomIn()}
            onZoomOut={() => handle.current?.zoomOut()}
            onFit={() => handle.current?.fit()}
          />
        </RouteCanvas>
      </div>
      <RouteStrip editor={editor} />
    </section>
  );
}
