/** The recorder with its dependencies, in a separate chunk: the redaction rules of every machine, and the live tabs. */
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '../../machines/app/app.machine.ts';
import { selectPage } from '../../machines/app/app.selectors.ts';
import { redactionRules } from '../../machines/recording/redactionRules.ts';
import { createRecorder, type Recorder } from '../../machines/recording/recorder.ts';
import { transitionId } from '../../ui/chart/chartOf.ts';
import type { Services } from '../services.ts';
import { offerTab } from './liveTabs.ts';
import { TABS_CHANNEL } from './tabsChannel.ts';

export function startRecorder(
  services: Services,
  root: ActorRefFrom<typeof appMachine>,
): { recorder: Recorder; stop(): void } {
  const { world } = services;
  const recorder = createRecorder({ now: world.clock.now, leaves: redactionRules, transitionId });
  const channel = world.channel(TABS_CHANNEL);
  const onPage = (listener: () => void): (() => void) => {
    let path = selectPage(root.getSnapshot())?.path;
    const subscription = root.subscribe((snapshot) => {
      if (selectPage(snapshot)?.path === path) return;
      path = selectPage(snapshot)?.path;
      listener();
    });
    return () => subscription.unsubscribe();
  };
  const title = (): string => selectPage(root.getSnapshot())?.titleKey ?? '';
  const stop = channel
    ? offerTab({ ...services, recorder, tab: services.recorder.tab, title, channel, onPage })
    : () => {};
  return { recorder, stop };
}
