/** Resolves when something can be rendered: a page, or the message that it is unavailable. */
import { selectPage, selectPageFailure } from '../machines/app/app.selectors.ts';
import { systemActor } from '../machines/app/events.ts';
import { selectIsCloudAway } from '../machines/app/firstScreen.selectors.ts';
import type { RoundhouseApp } from './createApp.ts';

export async function firstScreen({ parts: { root }, services, firstTexts }: RoundhouseApp): Promise<void> {
  const session = systemActor(root.system, 'session');
  const isThere = (): boolean =>
    selectPage(root.getSnapshot()) !== null ||
    selectPageFailure(root.getSnapshot()) !== null ||
    selectIsCloudAway(session.getSnapshot() as Parameters<typeof selectIsCloudAway>[0]);
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!isThere()) return;
      subscriptions.forEach((subscription) => subscription.unsubscribe());
      resolve();
    };
    const subscriptions = [root.subscribe(look), session.subscribe(look)];
    look();
  });
  // Usually loaded with the page. Without a page they are loaded here; if that fails, the screen is rendered without
  // them.
  await firstTexts().catch(services.world.log);
}
