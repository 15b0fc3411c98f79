/**
 * The fleet on one floor at a moment of the past, in the form that the map needs. While it plays, the map is told of every
 * frame, outside React, and reads the moment from the clock.
 */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { PastReader } from '../../machines/live.ts';
import type { MapRobot, MapScene } from './scene.ts';

export interface PastSource {
  /** The moment shown now, ms; null for none. */
  moment: () => number | null;
  isPlaying: () => boolean;
  /** The robots to draw, by serial number; a new Map when one changed. */
  robots: () => ReadonlyMap<string, { readonly name: string; readonly kind: RobotKind }>;
  ageText: (ms: number) => string;
  /** Notifies of another moment, and of the start and end of playing. */
  subscribe: (changed: () => void) => () => void;
}
/** Frames of the window; tests have their own. */
export interface FrameLoop {
  request: (act: () => void) => number;
  cancel: (id: number) => void;
}
const windowFrames: FrameLoop = {
  request: (act) => requestAnimationFrame(act),
  cancel: (id) => cancelAnimationFrame(id),
};

const NO_WAY: readonly never[] = [];

export function pastScene(
  mapId: string,
  past: PastReader,
  source: PastSource,
  frames: FrameLoop = windowFrames,
): MapScene {
  let loads = 0;
  let seen: { at: number | null; loads: number; robots: unknown; list: readonly MapRobot[] } | null = null;
  const at = (): number => source.moment() ?? 0;

  return {
    subscribe(changed) {
      let frame = 0;
      const play = (): void => {
        frame = source.isPlaying() ? frames.request(play) : 0;
        changed();
      };
      const wake = (): void => {
        if (frame === 0 && source.isPlaying()) frame = frames.request(play);
        changed();
      };
      const ends = [
        source.subscribe(wake),
        past.onChange(() => {
          loads += 1;
          changed();
        }),
      ];
      wake();
      return () => {
        frames.cancel(frame);
        ends.forEach((end) => end());
      };
    },
    read() {
      const moment = source.moment();
      const robots = source.robots();
      if (seen && seen.at === moment && seen.loads === loads && seen.robots === robots) return seen.list;
      const list =
        moment === null
          ? []
          : past.serialNumbers(moment).flatMap((serialNumber): MapRobot[] => {
              const robot = robots.get(serialNumber);
              const state = robot && past.state(serialNumber, moment);
              if (!state?.pose || state.pose.mapId !== mapId) return [];
              const { pose, isKnown, status, since } = state;
              return [
                {
                  id: serialNumber,
                  name: robot?.name ?? serialNumber,
                  kind: robot?.kind ?? 'delivery',
                  status: isKnown || status === 'alarm' || status === 'stopped' ? status : 'offline',
                  x: pose.x,
                  y: pose.y,
                  theta: isKnown ? pose.theta : null,
                  ghost: !isKnown,
                  ageText: isKnown ? '' : source.ageText(moment - since),
                },
              ];
            });
      seen = { at: moment, loads, robots, list };
      return list;
    },
    trail: (id) => (source.moment() === null ? NO_WAY : past.trail(id, at())),
    path: (id) => (source.moment() === null ? NO_WAY : past.ahead(id, at())),
  };
}
