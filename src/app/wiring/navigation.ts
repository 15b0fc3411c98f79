/** Connects the navigation guard to the address bar. */
import { fromPromise } from 'xstate';
import { navigationMachine } from '../../machines/navigation/navigation.machine.ts';
import type { Services } from '../services.ts';

export const wireNavigation = ({ world: { address }, presence }: Services) =>
  navigationMachine.provide({
    actors: {
      countRobots: fromPromise<number, { userId: string }>(({ input, signal }) =>
        countRobots(presence, input.userId, signal),
      ),
    },
    actions: {
      writeUrl: (_, { to, replace }) => address.write(to, replace),
      goBack: () => address.back(),
    },
  });

export async function countRobots(
  presence: Services['presence'],
  userId: string,
  signal: AbortSignal,
): Promise<number> {
  const { api } = await presence();
  return (await api.robots.modelCount({ userId }, { signal })).total;
}
