/**
 * Thumbnail of a map's plan or picture, drawn once; an icon while there is nothing to draw. What is laid over it is placed
 * by `placeOnThumb`.
 */
import MapIcon from 'lucide-react/icons/map';
import { useEffect, useRef } from 'react';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { drawPlan } from '../canvas/drawPlan.ts';
import { readPalette } from '../canvas/palette.ts';
import { planBox, planPaths } from '../canvas/planPaths.ts';
import { useMapPicture } from '../hooks/useMapPicture.ts';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';

/** CSS pixels. */
const SIZE = { width: 120, height: 76 };
const FULL = { width: 240, height: 152 };
const AIR_PX = 6;
const ICON_PX = 20;
/** Pixels per metre, and the place in the middle. */
function viewOf(plan: IndoorMap['plan'], size: typeof SIZE) {
  const { minX, minY, maxX, maxY } = planBox(plan);
  const scale = Math.min(
    (size.width - 2 * AIR_PX) / Math.max(1, maxX - minX),
    (size.height - 2 * AIR_PX) / Math.max(1, maxY - minY),
  );
  return { scale, cx: (minX + maxX) / 2, cy: (minY + maxY) / 2 };
}

/** Where a place of the map is on its full thumbnail, in percent of its width and height. */
export function placeOnThumb(
  { plan }: Pick<IndoorMap, 'plan'>,
  { x, y }: { readonly x: number; readonly y: number },
): { left: number; top: number } {
  const { scale, cx, cy } = viewOf(plan, FULL);
  return {
    left: 50 + (((x - cx) * scale) / FULL.width) * 100,
    top: 50 - (((y - cy) * scale) / FULL.height) * 100,
  };
}

const BOX = 'aspect-[30/19] flex-none rounded bg-surface-3';
const WIDTH = 'w-[120px] max-desk:w-24';

interface MapThumbProps {
  readonly map: IndoorMap | null;
  /** Fills the width of its tile. */
  readonly full?: boolean;
}

export function MapThumb({ map, full = false }: MapThumbProps) {
  const className = classes(BOX, full ? 'w-full' : WIDTH);
  return map === null ? <NoThumb className={className} /> : <DrawnThumb map={map} className={className} full={full} />;
}

/** A blank rectangle would look like a map without rooms. */
function NoThumb({ className }: { readonly className: string }) {
  return (
    <span className={classes(className, 'grid place-items-center text-text-3')} aria-hidden="true">
      <Icon of={MapIcon} size={ICON_PX} />
    </span>
  );
}

function DrawnThumb({
  map,
  className,
  full,
}: {
  readonly map: IndoorMap;
  readonly className: string;
  readonly full: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useMapPicture(map);
  useEffect(() => {
    const draw = (): void => {
      const context = canvas.current?.getContext('2d');
      if (!context || !canvas.current) return;
      const size = full ? FULL : SIZE;
      const pixelRatio = window.devicePixelRatio || 1;
      canvas.current.width = size.width * pixelRatio;
      canvas.current.height = size.height * pixelRatio;
      drawPlan(
        context,
        { view: viewOf(map.plan, size), size, pixelRatio },
        planPaths(map.plan),
        readPalette(document.documentElement),
        picture,
      );
    };
    draw();
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => themes.disconnect();
  }, [map, picture, full]);
  if (map.picture !== null && picture === null) return <NoThumb className={className} />;
  return <canvas ref={canvas} className={className} aria-hidden="true" />;
}
