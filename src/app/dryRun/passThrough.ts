/** What reaches the machines while peek is on, too: the one list. */
import type { AnyEventObject } from 'xstate';

const ALWAYS: ReadonlySet<string> = new Set([
  // Stop asks nothing and waits for nobody (design 6).
  'stop.press',
  'robot.stop',
  'stop.ask',
  'escape.pressed',
  'app.peekWanted',
  // Reports of the screen about itself, no wishes.
  'app.pageBroken',
  'app.mistaken',
]);
const isLettingGo = ({ forward, turn }: AnyEventObject): boolean => forward === 0 && turn === 0;

/** Letting go of a stick ends a drive that began before peek was on. */
export const isPassThrough = (event: AnyEventObject): boolean =>
  ALWAYS.has(event.type) || (event.type === 'stick.set' && isLettingGo(event));
