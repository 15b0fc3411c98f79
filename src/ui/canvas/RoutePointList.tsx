/** A route's stops and the other points for the ear and the keyboard: one stop of Tab, arrows within. In sight only while it has the focus. */
import { type ListCursorRef, useListCursor } from '../hooks/useListCursor.ts';
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
  readonly cursor: ListCursorRef | undefined;
  readonly onPick: (areaId: string) => void;
}

export function RoutePointList({ label, points, cursor, onPick }: RoutePointListProps) {
  const { at, focused, onRowFocus, onBlur } = useListCursor(
    cursor,
    points.map(({ areaId }) => areaId),
  );
  // The row that takes the focus tells the cursor itself.
  const onKeyDown = useRovingFocus(at, points.length, 'button', () => {});
  return (
    <div
      className="map-list"
      role="group"
      aria-label={label}
      data-open={focused !== null || undefined}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {points.map(({ areaId, text, act }, index) => (
        <button
          key={areaId}
          type="button"
          tabIndex={index === at ? 0 : -1}
          data-focused={areaId === focused || undefined}
          aria-description={act === '' ? undefined : act}
          onFocus={() => onRowFocus(areaId)}
          onClick={() => onPick(areaId)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
