/**
 * Design tokens for the canvas, read from the style sheet because a canvas cannot use CSS variables. Re-read when the
 * theme changes.
 */
import { ROBOT_STATUSES } from '../../../contract/entities/robotConstants.ts';
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';

export interface MapPalette {
  /** Background beyond the floor, and unknown areas of a map image. */
  readonly ground: string;
  readonly floor: string;
  readonly room: string;
  readonly core: string;
  readonly wall: string;
  readonly outer: string;
  readonly door: string;
  readonly furniture: string;
  readonly roomName: string;
  readonly route: string;
  readonly point: string;
  readonly halo: string;
  readonly mark: string;
  readonly onMark: string;
  readonly surface: string;
  readonly line: string;
  readonly heading: string;
  readonly quiet: string;
  readonly ghostGlyph: string;
  /** Fill behind text: a stop's number. */
  readonly fill: string;
  readonly onFill: string;
  /** Also the lights of robots. */
  readonly attention: string;
  readonly status: Readonly<Record<RobotStatus, string>>;
  /** Outline of stopped robots. */
  readonly stopped: string;
  /** CSS font shorthands. */
  readonly nameFont: string;
  readonly quietFont: string;
  readonly countFont: string;
  /** Line height of a name, px. */
  readonly nameHeight: number;
}

const FALLBACK_PX = 11;
const LINE_AIR_PX = 3;

export function readPalette(root: Element): MapPalette {
  const style = getComputedStyle(root);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const font = token('font');
  const size = Number.parseFloat(token('fs-11')) || FALLBACK_PX;
  return {
    ground: token('map-void'),
    floor: token('map-floor'),
    room: token('map-room'),
    core: token('map-core'),
    wall: token('map-wall'),
    outer: token('map-outer'),
    door: token('map-door'),
    furniture: token('map-furn'),
    roomName: token('map-label'),
    route: token('map-route'),
    point: token('map-point'),
    halo: token('map-halo'),
    mark: token('mark'),
    onMark: token('on-mark'),
    surface: token('surface'),
    line: token('line-2'),
    heading: token('heading'),
    quiet: token('text-2'),
    ghostGlyph: token('st-offline-text'),
    fill: token('fill'),
    onFill: token('on-fill'),
    attention: token('attn'),
    status: Object.fromEntries(ROBOT_STATUSES.map((status) => [status, token(`st-${status}`)])) as Record<
      RobotStatus,
      string
    >,
    stopped: token('st-stopped-line'),
    nameFont: `${token('semibold')} ${size}px ${font}`,
    quietFont: `500 ${size}px ${font}`,
    countFont: `600 12px ${font}`,
    nameHeight: size + LINE_AIR_PX,
  };
}
