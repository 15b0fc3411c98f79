/** The map's robots for screen readers and keyboard: one tab stop, arrow keys within. Visible only while focused. */
import { useSyncExternalStore } from 'react';
import type { ListCursorRef } from '../../machines/factories/listCursor.selectors.ts';
import { useListCursor } from '../hooks/useListCursor.ts';
import { MAP_LIST, MAP_LIST_ITEM } from './mapClasses.ts';
import { RovingFocusGroup, RovingFocusItem } from '../kit/RovingFocusGroup.tsx';
import type { MapRobot, MapScene } from './scene.ts';

/** Longer lists are impractical with a screen reader; the page's own list has filters. */
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

/** Compares ids as plain strings: arrival order is not stable, and up to a thousand robots are sorted each second. */
const byId = (a: MapRobot, b: MapRobot): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The list as one string, so that it renders only when its text changes and not with every pose. */
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
  const ids = robots.map(({ id }) => id);
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
      {robots.map(({ id, text }) => (
        <RovingFocusItem
          key={id}
          id={id}
          className={MAP_LIST_ITEM}
          data-focused={id === focused || undefined}
          onFocus={() => onRowFocus(id)}
          onClick={() => onPick(id)}
        >
          {text}
        </RovingFocusItem>
      ))}
    </RovingFocusGroup>
  );
}
