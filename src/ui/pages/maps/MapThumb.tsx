/** Thumbnail of a map's plan or picture, drawn once. */
import { useEffect, useRef } from 'react';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import { drawPlan } from '../../canvas/drawPlan.ts';
import { readPalette } from '../../canvas/palette.ts';
import { planPaths } from '../../canvas/planPaths.ts';
import { useMapPicture } from '../../hooks/useMapPicture.ts';

/** CSS pixels. */
const SIZE = { width: 120, height: 76 };
const AIR_PX = 6;

export function MapThumb({ map }: { readonly map: IndoorMap }) {
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
  return <canvas ref={canvas} className="maps-thumb" style={SIZE} aria-hidden="true" />;
}
