/** Forwards browser events to the machines, and updates browser state outside React (the page's title). */
import type { ActorRefFrom } from 'xstate';
import { STORAGE_KEYS } from '../../contract/entities/constants.ts';
import type { appMachine } from '../machines/app/app.machine.ts';
import { systemActor } from '../machines/app/events.ts';
import { selectPage } from '../machines/app/app.selectors.ts';
import type { I18n } from './i18n.ts';
import type { Platform } from './platform.ts';

export function connectBrowserEvents(
  root: ActorRefFrom<typeof appMachine>,
  { storage, media, address, head, log }: Platform,
  i18n: I18n,
): () => void {
  const { system } = root;
  const retitle = (): void => {
    const page = selectPage(root.getSnapshot());
    if (page) head.title(i18n.now().found(page.titleKey) || page.name);
  };
  const subscription = root.subscribe(retitle);
  const stops = [
    () => subscription.unsubscribe(),
    i18n.onChange(retitle),
    address.onMoved(() => systemActor(system, 'navigation').send({ type: 'history.moved', ...address.now() })),
    media.onWidth((width) => systemActor(system, 'preferences').send({ type: 'layout.measured', width })),
    media.onNetwork((isThere) => {
      const news = { type: isThere ? 'network.found' : 'network.lost' } as const;
      systemActor(system, 'connection')?.send(news);
      systemActor(system, 'pendingStops').send(news);
      if (isThere) root.send({ type: 'app.networkFound' });
    }),
    media.onOverlayShortcut((aside) => root.send({ type: `app.${aside}Wanted` })),
    media.onError((error) => {
      log(error);
      root.send({ type: 'app.mistaken' });
    }),
    media.onStorage((key) => {
      if (key?.startsWith(STORAGE_KEYS.pendingStop)) {
        const serialNumber = key.slice(STORAGE_KEYS.pendingStop.length);
        systemActor(system, 'pendingStops').send({
          type: 'stop.keptElsewhere',
          serialNumber,
          found: storage.pendingStop(serialNumber, Date.now()),
        });
        return;
      }
      // null: storage was cleared. The user id is the last credential to be written: on its event both are set, or both
      // are gone.
      if (key !== STORAGE_KEYS.userId && key !== null) return;
      // Another tab handled the forced logout: this tab shows the same message, once.
      const code = storage.credentials() === null ? storage.loginOut() : 0;
      systemActor(system, 'session').send(code ? { type: 'session.over', code } : { type: 'session.changedElsewhere' });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
