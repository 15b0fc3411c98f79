/** The events that reach the machines even during a dry run. */
import type { AnyEventObject } from 'xstate';

const ALWAYS: ReadonlySet<string> = new Set([
  // Stop is never blocked (design 6).
  'stop.press',
  'robot.stop',
  'stop.ask',
  'escape.pressed',
  'app.peekWanted',
  // Reports of the screen, not user input.
  'picture.blank',
  'app.pageBroken',
  'app.mistaken',
]);
const isLettingGo = ({ forward, turn }: AnyEventObject): boolean => forward === 0 && turn === 0;

/** A joystick release ends a teleop motion that began before the dry run. */
export const isPassThrough = (event: AnyEventObject): boolean =>
  ALWAYS.has(event.type) || (event.type === 'stick.set' && isLettingGo(event));
