/** A route's stops and the other points for the ear and the keyboard: one stop of Tab, arrows within. In sight only while it has the focus. */
import { useState } from 'react';
import { useRovingFocus } from '../kit/useRovingFocus.ts';

export interface ListedPoint {
  readonly areaId: string;
  /** "Lift lobby, stop 3". */
  readonly text: string;
  /** What choosing it does. */
  readonly act: string;
}

export interface RoutePointListProps {
  readonly label: string;
  readonly points: readonly ListedPoint[];
  readonly onFocus: (areaId: string | null) => void;
  readonly onPick: (areaId: string) => void;
}

export function RoutePointList({ label, points, onFocus, onPick }: RoutePointListProps) {
  const [at, setAt] = useState(0);
  const onKeyDown = useRovingFocus(at, points.length, 'button', setAt);
  return (
    <div className="map-list" role="group" aria-label={label} onKeyDown={onKeyDown} onBlur={() => onFocus(null)}>
      {points.map(({ areaId, text, act }, index) => (
        <button
          key={areaId}
          type="button"
          tabIndex={index === Math.min(at, points.length - 1) ? 0 : -1}
          aria-description={act === '' ? undefined : act}
          onFocus={() => {
            setAt(index);
            onFocus(areaId);
          }}
          onClick={() => onPick(areaId)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
