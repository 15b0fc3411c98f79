/** A route's stops and the other points for the ear and the keyboard: one stop of Tab, arrows within. In sight only while it has the focus. */
import { RovingFocusGroup, RovingFocusItem } from '../kit/RovingFocusGroup.tsx';

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
  return (
    <RovingFocusGroup
      className="map-list"
      label={label}
      ids={points.map(({ areaId }) => areaId)}
      onBlur={() => onFocus(null)}
    >
      {points.map(({ areaId, text, act }) => (
        <RovingFocusItem
          key={areaId}
          id={areaId}
          aria-description={act === '' ? undefined : act}
          onFocus={() => onFocus(areaId)}
          onClick={() => onPick(areaId)}
        >
          {text}
        </RovingFocusItem>
      ))}
    </RovingFocusGroup>
  );
}
