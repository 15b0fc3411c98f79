/**
 * The navigation guard with an address bar that only records, and an API that returns the robot count when the test
 * says so.
 */
import { fromPromise } from 'xstate';
import type { Access } from '../../src/machines/app/events.ts';
import { navigationMachine } from '../../src/machines/navigation/navigation.machine.ts';
import { settle } from './settle.ts';
import { TABLE } from './startSession.ts';
import { startUnderApp } from './startWithSiblings.ts';

export const userAccess = (robotCount = 2): Extract<Access, { who: 'user' }> => ({
  who: 'user',
  userId: 'u1',
  roles: ['operator'],
  routes: TABLE,
  robotCount,
});

export function startNavigation(to: string) {
  const written: { to: string; replace: boolean }[] = [];
  const cloud = { robots: 2 as number | Error, counted: 0, backs: 0 };
  const [path = '', search = ''] = to.split(/(?=\?)/u);
  const started = startUnderApp(
    navigationMachine.provide({
      actors: {
        countRobots: fromPromise<number, { userId: string }>(async () => {
          cloud.counted += 1;
          if (cloud.robots instanceof Error) throw cloud.robots;
          return cloud.robots;
        }),
      },
      actions: { writeUrl: (_, entry) => void written.push(entry), goBack: () => void (cloud.backs += 1) },
    }),
    {
      as: 'navigation',
      input: {
        path,
        search,
        knownPages: ['signIn', 'home', 'robotData', 'noRobot', 'notFound', 'privacy', 'viewSelection', 'checklist'],
      },
    },
  );
  const { actor } = started;
  return {
    ...started,
    written,
    cloud,
    /** Current content of the address bar. */
    bar: () => written.at(-1)?.to ?? to,
    page: () => actor.getSnapshot().context.shown?.page ?? null,
    async access(access: Access) {
      actor.send({ type: 'access.changed', access });
      await settle();
    },
    async go(where: string) {
      actor.send({ type: 'navigation.go', to: where });
      await settle();
    },
  };
}
