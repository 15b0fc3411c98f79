/**
 * A route's stops and the other points for screen readers and keyboard: one tab stop, arrow keys within. Visible only
 * while focused.
 */
import type { ListCursorRef } from '../../machines/factories/listCursor.selectors.ts';
import { useListCursor } from '../hooks/useListCursor.ts';
import { MAP_LIST, MAP_LIST_ITEM } from './mapClasses.ts';
import { RovingFocusGroup, RovingFocusItem } from '../kit/RovingFocusGroup.tsx';

export interface ListedPoint {
  readonly areaId: string;
  /** "Lift lobby, stop 3". */
  readonly text: string;
  /** What picking it does. */
  readonly act: string;
}

export interface RoutePointListProps {
  readonly label: string;
  readonly points: readonly ListedPoint[];
  readonly cursor: ListCursorRef | undefined;
  readonly onPick: (areaId: string) => void;
}

export function RoutePointList({ label, points, cursor, onPick }: RoutePointListProps) {
  const ids = points.map(({ areaId }) => areaId);
  const { tabStop, focused, onRowFocus, onBlur } = useListCursor(cursor, ids);
  return (
    <RovingFocusGroup
      className={MAP_LIST}
      label={label}
      ids={ids}
      tabStop={tabStop}
      isOpen={focused !== null}
      onBlur={onBlur}
    >
      {points.map(({ areaId, text, act }) => (
        <RovingFocusItem
          key={areaId}
          id={areaId}
          className={MAP_LIST_ITEM}
          data-focused={areaId === focused || undefined}
          aria-description={act === '' ? undefined : act}
          onFocus={() => onRowFocus(areaId)}
          onClick={() => onPick(areaId)}
        >
          {text}
        </RovingFocusItem>
      ))}
    </RovingFocusGroup>
  );
}
