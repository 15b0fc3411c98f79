/**
 * Reports to its parent, at the start and on every change, whether an account administrator is signed in and the
 * signed-in machines are loaded.
 */
import { type ActorRefFrom, type EventObject, fromCallback } from 'xstate';
import type { appMachine } from '../app/app.machine.ts';

export const watchAccess = fromCallback<EventObject>(({ sendBack, system }) => {
  const app = system.get('app') as ActorRefFrom<typeof appMachine> | undefined;
  let told: boolean | null = null;
  const tell = (): void => {
    const snapshot = app?.getSnapshot();
    const admin =
      snapshot !== undefined &&
      snapshot.matches({ account: 'present' }) &&
      snapshot.context.user?.roles.includes('admin') === true;
    if (admin === told) return;
    told = admin;
    sendBack({ type: 'access.seen', admin });
  };
  tell();
  const subscription = app?.subscribe(tell);
  return () => subscription?.unsubscribe();
});
