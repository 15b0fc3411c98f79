/**
 * Wires the inspector: files, reports and live tabs are opened and closed here. All external data is validated here.
 */
import * as v from 'valibot';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { problems } from '../../../contract/endpoints/problems.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { BaseApiError } from '../../../contract/wire/baseApiError.ts';
import {
  RECORDING_VERSION,
  type Capsule,
  type RecordingHead,
  type Recording,
} from '../../machines/recording/format.ts';
import { capsule as capsuleSchema, capsuleNews } from '../recorder/capsuleSchema.ts';
import { createFollowed, type Followed } from '../../machines/recording/followed.ts';
import { opened, type OpenedRecording } from '../../machines/recording/opened.ts';
import { rootOf, treeAt } from '../../machines/recording/replay.ts';
import { replayIssuesOf } from '../../machines/recording/replayIssues.ts';
import { loadMachines } from '../../machines/all.ts';
import { failureOf } from '../../machines/failure.ts';
import { forkMachine } from '../../machines/inspector/fork.machine.ts';
import { inspectorMachine } from '../../machines/inspector/inspector.machine.ts';
import type { FollowEvent, LiveTab, Shown, Wanted } from '../../machines/inspector/messages.ts';
import { runFork } from '../../machines/inspector/runFork.ts';
import { reportsMachine, type ReportsResult, type ReportsRequest } from '../../machines/inspector/reports.machine.ts';
import { createClient } from '../../services/api.ts';
import { createTabWatch, RECORDER_CHANNEL } from '../../services/recorderChannel.ts';
import { unpacked } from '../recorder/capsuleFile.ts';
import { createUpgrade } from '../../machines/recording/upgrade.ts';
import type { Services } from '../services.ts';

export function wireInspector({ world, capsules, recorder, transport }: Services) {
  const api = createClient(problems, transport);
  const tabs = createTabWatch({
    channel: () => world.channel(RECORDER_CHANNEL),
    own: recorder.tab,
    ticks: world.ticks,
  });
  /** Keys of the recordings that this page opened. */
  const kept = new Set<string>();
  const keepOnly = (key: string): void => {
    for (const one of kept) {
      if (one === key) continue;
      capsules.drop(one);
      kept.delete(one);
    }
  };
  const put = (key: string, capsule: OpenedRecording): void => {
    kept.add(key);
    capsules.put(key, capsule);
  };

  const fileOf = async (wanted: Wanted, signal: AbortSignal): Promise<Blob> =>
    wanted.from === 'file' ? wanted.file : api.file({ reportId: wanted.reportId }, { signal });
  const openCapsule = async (wanted: Wanted, signal: AbortSignal): Promise<Shown> => {
    const [capsule, machines] = await Promise.all([unpacked(await fileOf(wanted, signal)), loadMachines()]);
    const { head, recording } = partsOf(capsule);
    const found = opened(head, recording, replayIssuesOf(recording, machines));
    // Superseded by another request.
    signal.throwIfAborted();
    const key = `capsule/${world.newId()}`;
    put(key, found);
    return { key, name: wanted.name, from: wanted.from, actor: actorOf(found), length: recording.steps.length };
  };

  const followTab = fromCallback<EventObject, { tab: LiveTab | null }>(({ input: { tab }, sendBack }) => {
    if (!tab) return undefined;
    const tell = (event: FollowEvent): void => sendBack(event);
    const key = `tab/${world.newId()}`;
    let followed: Followed | null = null;
    let upgrade = createUpgrade(RECORDING_VERSION);
    const begin = (head: unknown, recording: unknown): void => {
      const before = followed?.capsule().recording.steps.length;
      const whole = checked(head, recording);
      upgrade = createUpgrade(whole.version);
      const parts = partsOf(upgrade.capsule(whole));
      followed = createFollowed(parts.head, parts.recording, []);
      const capsule = followed.capsule();
      put(key, capsule);
      const { length } = parts.recording.steps;
      tell(
        before === undefined
          ? { type: 'tab.answered', shown: { key, name: tab.title, from: 'tab', actor: actorOf(capsule), length } }
          : { type: 'tab.grew', length, dropped: before },
      );
    };
    const grow = (news: unknown): void => {
      if (!followed) return;
      const growth = followed.grow(upgrade.news(v.parse(capsuleNews, news)));
      put(key, followed.capsule());
      tell({ type: 'tab.grew', ...growth });
    };
    const orRefuse =
      <Heard extends unknown[]>(hear: (...heard: Heard) => void) =>
      (...heard: Heard): void => {
        try {
          hear(...heard);
        } catch (error) {
          leave();
          tell({
            type: 'tab.refused',
            failure: failureOf(error instanceof BaseApiError ? error : new ApiError('capsuleDamaged')),
          });
        }
      };
    const leave = tabs.follow(tab.id, {
      whole: orRefuse(begin),
      more: orRefuse(grow),
      gone: () => tell({ type: 'tab.gone' }),
    });
    return leave;
  });

  return inspectorMachine.provide({
    actors: {
      openCapsule: fromPromise<Shown, { wanted: Wanted | null }>(({ input: { wanted }, signal }) =>
        wanted ? openCapsule(wanted, signal) : Promise.reject(new ApiError('capsuleForeign')),
      ),
      followTab,
      watchTabs: fromCallback(({ sendBack }) => tabs.watch((seen) => sendBack({ type: 'tabs.seen', tabs: seen }))),
      keepShelf: fromCallback(() => () => keepOnly('')),
      reports: reportsMachine.provide({
        actors: {
          loadReports: fromPromise<ReportsResult, ReportsRequest>(({ input, signal }) => api.list(input, { signal })),
          removeReport: fromPromise<unknown, { reportId: string }>(({ input, signal }) =>
            api.remove(input, { signal }),
          ),
        },
      }),
      fork: forkMachine.provide({
        actors: { run: runFork(capsules, loadMachines, () => `fork/${world.newId()}`) as never },
      }),
    },
    actions: { keepOnly: (_, { key }) => keepOnly(key) },
  });
}

/** The page shown at the end; the root of a recording without a page. */
function actorOf({ recording, replay, root }: OpenedRecording): number {
  const alive = treeAt(replay.momentAt(replay.length - 1), recording.actors, root);
  return alive.find(({ number }) => recording.actors[number]?.systemId === 'screen')?.number ?? root;
}

function partsOf({ actors, base, steps, ...head }: Capsule): { head: RecordingHead; recording: Recording } {
  return { head, recording: { actors, base, steps } };
}

/** Another tab can run another version of the console: its recording is as untrusted as a file. */
function checked(head: unknown, recording: unknown): Capsule {
  const whole = typeof head === 'object' && typeof recording === 'object' ? { ...head, ...recording } : null;
  const read = v.safeParse(capsuleSchema, whole);
  if (!read.success || rootOf(read.output) === null) throw new ApiError('capsuleDamaged');
  if (read.output.version > RECORDING_VERSION)
    throw new ApiError('capsuleTooNew', { words: { version: read.output.version } });
  return read.output;
}
