/** Thumbnail of a map's plan or picture, drawn once; an icon while there is nothing to draw. */
import MapIcon from 'lucide-react/icons/map';
import { useEffect, useRef } from 'react';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import { drawPlan } from '../../canvas/drawPlan.ts';
import { readPalette } from '../../canvas/palette.ts';
import { planPaths } from '../../canvas/planPaths.ts';
import { useMapPicture } from '../../hooks/useMapPicture.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';

/** CSS pixels. */
const SIZE = { width: 120, height: 76 };
const AIR_PX = 6;
const ICON_PX = 20;
const BOX = 'aspect-[30/19] w-[120px] flex-none rounded bg-surface-3 max-desk:w-24';

export function MapThumb({ map }: { readonly map: IndoorMap | null }) {
  return map === null ? <NoThumb /> : <DrawnThumb map={map} />;
}

/** A blank rectangle would look like a map without rooms. */
function NoThumb() {
  return (
    <span className={classes(BOX, 'grid place-items-center text-text-3')} aria-hidden="true">
      <Icon of={MapIcon} size={ICON_PX} />
    </span>
  );
}

function DrawnThumb({ map }: { readonly map: IndoorMap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useMapPicture(map);
  useEffect(() => {
    const draw = (): void => {
      const context = canvas.current?.getContext('2d');
      if (!context || !canvas.current) return;
      const pixelRatio = window.devicePixelRatio || 1;
      canvas.current.width = SIZE.width * pixelRatio;
      canvas.current.height = SIZE.height * pixelRatio;
      const paths = planPaths(map.plan);
      const { minX, minY, maxX, maxY } = paths.box;
      const scale = Math.min(
        (SIZE.width - 2 * AIR_PX) / Math.max(1, maxX - minX),
        (SIZE.height - 2 * AIR_PX) / Math.max(1, maxY - minY),
      );
      drawPlan(
        context,
        { view: { scale, cx: (minX + maxX) / 2, cy: (minY + maxY) / 2 }, size: SIZE, pixelRatio },
        paths,
        readPalette(document.documentElement),
        picture,
      );
    };
    draw();
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => themes.disconnect();
  }, [map, picture]);
  if (map.picture !== null && picture === null) return <NoThumb />;
  return <canvas ref={canvas} className={BOX} aria-hidden="true" />;
}
