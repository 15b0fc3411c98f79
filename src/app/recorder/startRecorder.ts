/**
 * The recorder with its dependencies, in a separate chunk: the redaction rules of the first machines, the live tabs, and what
 * the tab keeps across a reload.
 */
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '../../machines/app/app.machine.ts';
import { selectPage } from '../../machines/app/app.selectors.ts';
import { firstRedactionRules } from '../../machines/recording/firstRedactionRules.ts';
import { createRecorder, type Recorder } from '../../machines/recording/recorder.ts';
import { transitionName } from '../../machines/recording/transitions.ts';
import { createRecordingStore, type KeptPieces } from '../../services/recordingStore.ts';
import type { Services } from '../services.ts';
import { createKeeper } from './keepRecording.ts';
import { offerTab } from './liveTabs.ts';
import { TABS_CHANNEL } from './tabsChannel.ts';

export interface RunningRecorder {
  recorder: Recorder;
  /** Resolves when the steps before a reload are in front of the recording. */
  joined(): Promise<void>;
  stop(): void;
}

export function startRecorder(services: Services, root: ActorRefFrom<typeof appMachine>): RunningRecorder {
  const { world } = services;
  const recorder = createRecorder({ now: world.clock.now, leaves: firstRedactionRules, transitionId: transitionName });
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
  const stopOffer = channel
    ? offerTab({ ...services, recorder, tab: services.recorder.tab, title, channel, onPage })
    : () => {};
  const kept = keepAcrossReloads(services, root, recorder);
  return {
    recorder,
    joined: kept.joined,
    stop: () => {
      stopOffer();
      kept.stop();
    },
  };
}

/** Keeps the recording while a user is signed in, and joins what the same user recorded before a reload. */
function keepAcrossReloads(
  { world }: Services,
  root: ActorRefFrom<typeof appMachine>,
  recorder: Recorder,
): { joined(): Promise<void>; stop(): void } {
  const { clock, build, log, tab } = world;
  const keeper = createKeeper({
    store: createRecordingStore(tab.storage),
    load: world.newId(),
    build,
    now: clock.now,
    log,
  });
  let joined = Promise.resolve();
  const join = async (pieces: readonly KeptPieces[]): Promise<void> => {
    const { readKept } = await import('./readKept.ts');
    const read = await readKept({ kept: pieces, build, reserve: recorder.reserve });
    if (read) recorder.continueFrom(read.earlier, read.reloaded);
  };
  const isVoluntary = (): boolean => root.getSnapshot().children.session?.getSnapshot().context.failure === null;
  let known = root.getSnapshot().context.access;
  const follow = (access: typeof known): void => {
    if (access.who === 'user') {
      const pieces = keeper.keepFor(access.userId);
      if (pieces.length > 0) joined = join(pieces).catch(log);
      // After a forced sign-out it is still there when the same user signs in again.
    } else if (known.who === 'user' && isVoluntary()) keeper.forget();
    known = access;
  };
  follow(known);
  const stops = [recorder.onStep(keeper.add), tab.onLeave(keeper.flush)];
  const subscription = root.subscribe(({ context: { access } }) => {
    if (access !== known) follow(access);
  });
  return {
    joined: () => joined,
    stop: () => {
      subscription.unsubscribe();
      stops.forEach((stop) => stop());
      keeper.stop();
    },
  };
}
