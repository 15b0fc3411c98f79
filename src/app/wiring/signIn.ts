/** Wires the sign-in page: the data it needs before sign-in. */
import { fromPromise } from 'xstate';
import { signInMachine, type Welcome } from '../../machines/signIn/signIn.machine.ts';
import type { Services } from '../services.ts';

export function wireSignIn({ session, world: { clock, ticks } }: Services) {
  const welcome = async (signal: AbortSignal): Promise<Welcome> => {
    const asked = ticks();
    const { serverTime, ...found } = await session.welcome({}, { signal });
    clock.observe(serverTime);
    return { ...found, reachedIn: Math.round(ticks() - asked) };
  };
  return signInMachine.provide({ actors: { welcome: fromPromise<Welcome>(({ signal }) => welcome(signal)) } });
}
