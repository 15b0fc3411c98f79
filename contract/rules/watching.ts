/**
 * How many connections receive a robot's picture and sound, as the robot reports it: the `information` entry of this type
 * of its VDA 5050 state. It has no names, because everybody who may see the robot receives the state.
 */
import type { StateMessage } from '../wire/vda5050.ts';

export const WATCHING_INFORMATION = 'watching';

export interface Watching {
  readonly viewers: number;
  readonly listening: number;
}
export const NOBODY_WATCHES: Watching = { viewers: 0, listening: 0 };

/** No robot serves as many; a larger number is a mistake of the robot. */
const MOST = 999;

/** Null if the robot reports none, or does not report it at all. */
export function watchingIn({ information = [] }: Pick<StateMessage, 'information'>): Watching | null {
  const references = information.find(({ infoType }) => infoType === WATCHING_INFORMATION)?.infoReferences ?? [];
  const count = (key: keyof Watching): number => {
    const found = Number(references.find(({ referenceKey }) => referenceKey === key)?.referenceValue ?? 0);
    return Number.isInteger(found) && found > 0 ? Math.min(found, MOST) : 0;
  };
  const [viewers, listening] = [count('viewers'), count('listening')];
  return viewers === 0 && listening === 0 ? null : { viewers, listening };
}
