/** The scale bar. It follows the zoom outside React, so that a pinch renders nothing. */
import { useEffect, useRef } from 'react';
import type { MapEngine } from './mapEngine.ts';
import { scaleBarMetres } from './viewport.ts';

const LONGEST_PX = 140;

export interface ScaleBarProps {
  readonly engine: Pick<MapEngine, 'view' | 'onView'> | null;
  /** "10 m". */
  readonly text: (metres: number) => string;
}

export function ScaleBar({ engine, text }: ScaleBarProps) {
  const bar = useRef<HTMLSpanElement>(null);
  const label = useRef<HTMLElement>(null);
  useEffect(() => {
    if (engine === null) return undefined;
    const show = ({ scale }: { readonly scale: number }): void => {
      const metres = scaleBarMetres(scale, LONGEST_PX);
      if (bar.current !== null) bar.current.style.width = `${metres * scale}px`;
      if (label.current !== null) label.current.textContent = text(metres);
    };
    show(engine.view());
    return engine.onView(show);
  }, [engine, text]);
  return (
    <div
      className="map-scale pointer-events-none absolute left-3 flex items-center gap-1.5 rounded-in px-2 py-[3px] text-11 text-text-2"
      data-floating
      aria-hidden="true"
    >
      <span ref={bar} />
      <em className="not-italic" ref={label} />
    </div>
  );
}
