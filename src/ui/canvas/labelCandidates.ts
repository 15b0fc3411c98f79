/** The names that the map can show at this zoom, most important first: robots, points, rooms. */
import type { LayerFrame } from './canvasLayer.ts';
import { isIn, squareAt, type Box, type PlacedLabelRequest, type Marks, type Side } from './labels.ts';
import { isHovered } from './mapInput.ts';
import type { Hovered, MapInput } from './mapInput.ts';
import type { NameStyle, Names } from './names.ts';
import type { Mark, RobotsInView } from './robotsInView.ts';
import { CLUSTER_RADIUS, POINT_SIZE } from './scene.ts';
import type { MapRobot } from './scene.ts';
import { toScreen } from './viewport.ts';

export interface LabelCandidate extends PlacedLabelRequest {
  readonly text: string;
  readonly style: NameStyle;
}

/** px per metre from which points are named. */
export const POINT_NAMES_FROM = 14;
const ROOM_NAMES_FROM: Readonly<Record<string, number>> = {
  lift: 14,
  stair: 14,
  core: 14,
  office: 14,
  guest: 9,
  ward: 9,
};
const OTHER_ROOMS_FROM = 6;

const AROUND: readonly Side[] = ['below', 'above', 'right', 'left'];
const IN_ROOM: readonly Side[] = ['on', 'above', 'below'];
const BESIDE_MARK_PX = 4;
/** Leaves space for the ring around the selected mark. */
const BESIDE_SELECTED_PX = 11;
/** Leaves space for the mark of an alarm case. */
const BESIDE_CASE_PX = 13;
const BESIDE_POINT_PX = 3;
const BESIDE_OWN_PX = 5;
const OFF_CENTRE_PX = 6;
/** Space between a room's name and its walls, both sides together. */
const ROOM_AIR_PX = 8;
const DOT = ' · ';

type Disc = { readonly x: number; readonly y: number; readonly radius: number };

/** What names must not cover: marks, and the tools that float over the map. */
export function marksOf(
  { marks, rings }: Pick<RobotsInView, 'marks' | 'rings'>,
  points: readonly Disc[],
  goal: Disc | null,
  floating: readonly Box[],
): Marks {
  return {
    hard: [
      ...floating,
      ...(goal === null ? [] : [squareAt(goal.x, goal.y, goal.radius)]),
      ...marks.map((mark) => squareAt(mark.x, mark.y, mark.radius)),
      ...rings.map(({ x, y }) => squareAt(x, y, CLUSTER_RADIUS)),
    ],
    soft: points.map(({ x, y, radius }) => squareAt(x, y, radius)),
  };
}

/** Intersection of two boxes; zero width or height if they do not overlap. */
function common(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}
const textOf = ({ name, ghost, ageText, alarm }: MapRobot): string =>
  [name, alarm, ghost && ageText].filter(Boolean).join(DOT);

function robotNames(
  { size }: LayerFrame,
  window: Box,
  { marks, dense }: RobotsInView,
  input: MapInput,
  names: Names,
  hovered: Hovered | null,
): LabelCandidate[] {
  const isWanted = ({ robot }: Mark): boolean =>
    !dense ||
    robot.status === 'alarm' ||
    robot.alarm !== undefined ||
    robot.id === input.selected ||
    robot.id === input.follow ||
    isHovered(hovered, 'robot', robot.id);
  const frame = { x: 0, y: 0, width: size.width, height: size.height };
  // The mark drawn last is the most important, so the order is reversed.
  return marks
    .filter(isWanted)
    .reverse()
    .map((mark): LabelCandidate => {
      const { robot, x, y, radius } = mark;
      // A name cut off by the edge of the map would be misread. Marks in the layer's margin are not visible yet, so
      // their names use the whole frame.
      const within = isIn(window, mark) ? window : frame;
      const style = robot.ghost ? 'ghost' : 'robot';
      const text = textOf(robot);
      return {
        id: `robot ${robot.id}`,
        text,
        style,
        x,
        y,
        ...names.measure(text, style),
        clear:
          radius +
          (robot.alarm !== undefined
            ? BESIDE_CASE_PX
            : robot.id === input.selected
              ? BESIDE_SELECTED_PX
              : BESIDE_MARK_PX),
        sides: AROUND,
        within,
        coversSoft: true,
        forced: isHovered(hovered, 'robot', robot.id),
      };
    });
}

function pointNames(
  { view: { scale } }: LayerFrame,
  window: Box,
  points: readonly {
    readonly id: string;
    readonly name: string;
    readonly x: number;
    readonly y: number;
    readonly radius: number;
    readonly isOwn: boolean;
  }[],
  names: Names,
  hovered: Hovered | null,
  namesFrom: number,
): LabelCandidate[] {
  // Points that the page draws itself are its subject, so their names come first.
  return [...points]
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn))
    .flatMap(({ id, name, x, y, radius, isOwn }): LabelCandidate[] => {
      const forced = isHovered(hovered, 'point', id);
      // The name of a point outside the visible area would be cut off by the edge and misread.
      if (!forced && ((scale < namesFrom && !isOwn) || !isIn(window, { x, y }))) return [];
      return [
        {
          id: `point ${id}`,
          text: name,
          style: 'point',
          x,
          y,
          ...names.measure(name, 'point'),
          clear: Math.max(POINT_SIZE / 2, radius) + (isOwn ? BESIDE_OWN_PX : BESIDE_POINT_PX),
          sides: AROUND,
          within: window,
          forced,
        },
      ];
    });
}

function roomNames(
  frame: LayerFrame,
  window: Box,
  { plan }: MapInput,
  names: Names,
  hovered: Hovered | null,
): LabelCandidate[] {
  const { scale } = frame.view;
  return plan.rooms.flatMap((room): LabelCandidate[] => {
    if (room.name === '') return [];
    const forced = isHovered(hovered, 'room', room.id);
    const measured = names.measure(room.name, 'room');
    const fits = measured.width + ROOM_AIR_PX <= room.w * scale || room.kind === 'corridor' || room.kind === 'lobby';
    if (!forced && (!fits || scale < (ROOM_NAMES_FROM[room.kind] ?? OTHER_ROOMS_FROM))) return [];
    const [x, y] = toScreen(frame.view, frame.size, room.label ?? [room.x + room.w / 2, room.y + room.h / 2]);
    if (!forced && !isIn(window, { x, y })) return [];
    const [left, top] = toScreen(frame.view, frame.size, [room.x, room.y + room.h]);
    const within = common(
      {
        x: left + ROOM_AIR_PX / 2,
        y: top + ROOM_AIR_PX / 2,
        width: room.w * scale - ROOM_AIR_PX,
        height: room.h * scale - ROOM_AIR_PX,
      },
      window,
    );
    return [
      {
        id: `room ${room.id}`,
        text: room.name,
        style: 'room',
        x,
        y,
        ...measured,
        clear: OFF_CENTRE_PX,
        sides: IN_ROOM,
        within,
        forced,
      },
    ];
  });
}

/** `window`: the visible part of the frame. */
export function labelCandidates(
  frame: LayerFrame,
  window: Box,
  input: MapInput,
  robots: RobotsInView,
  points: Parameters<typeof pointNames>[2],
  names: Names,
  hovered: Hovered | null,
): LabelCandidate[] {
  const named = pointNames(frame, window, points, names, hovered, input.overlay?.namesFrom ?? POINT_NAMES_FROM);
  // A point with the same name as its room is labelled once.
  const said = new Set(named.map(({ text }) => text));
  return [
    ...robotNames(frame, window, robots, input, names, hovered),
    ...named,
    ...roomNames(frame, window, input, names, hovered).filter(({ text, forced }) => forced === true || !said.has(text)),
  ];
}
