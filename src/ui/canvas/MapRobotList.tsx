/** The robots of the map for the ear and the keyboard: one stop of Tab, arrows within. In sight only while it has the focus. */
import { useSyncExternalStore } from 'react';
import { type ListCursorRef, useListCursor } from '../hooks/useListCursor.ts';
import { useRovingFocus } from '../kit/useRovingFocus.ts';
import type { MapRobot, MapScene } from './scene.ts';

/** More than that nobody walks through by ear: the page's own list has filters. */
const MOST = 100;

export interface MapRobotListProps {
  readonly label: string;
  readonly scene: MapScene;
  /** "Porter 1, working". */
  readonly describe: (robot: MapRobot) => string;
  readonly cursor: ListCursorRef | undefined;
  readonly onPick: (id: string) => void;
}

const SEPARATOR = '\u0000';
const LINE = '\u0001';

/** By plain text: which robot was heard first is no order, and a thousand are put in it each second. */
const byId = (a: MapRobot, b: MapRobot): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Poses change every second and are nothing to this list: only what is said of the robots makes it render. */
function useSaid(
  scene: MapScene,
  describe: (robot: MapRobot) => string,
): readonly { readonly id: string; readonly text: string }[] {
  const said = useSyncExternalStore(scene.subscribe, () =>
    [...scene.read()]
      .sort(byId)
      .slice(0, MOST)
      .map((robot) => robot.id + SEPARATOR + describe(robot))
      .join(LINE),
  );
  return said === ''
    ? []
    : said.split(LINE).map((line) => {
        const [id = '', text = ''] = line.split(SEPARATOR);
        return { id, text };
      });
}

export function MapRobotList({ label, scene, describe, cursor, onPick }: MapRobotListProps) {
  const robots = useSaid(scene, describe);
  const { at, focused, onRowFocus, onBlur } = useListCursor(
    cursor,
    robots.map(({ id }) => id),
  );
  // The row that takes the focus tells the cursor itself.
  const onKeyDown = useRovingFocus(at, robots.length, 'button', () => {});
  return (
    <div
      className="map-list"
      role="group"
      aria-label={label}
      data-open={focused !== null || undefined}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {robots.map(({ id, text }, index) => (
        <button
          key={id}
          type="button"
          tabIndex={index === at ? 0 : -1}
          data-focused={id === focused || undefined}
          onFocus={() => onRowFocus(id)}
          onClick={() => onPick(id)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
