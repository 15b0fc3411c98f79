import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { compareVersions } from '../../../contract/rules/version.ts';
import type { changelogMachine } from './changelog.machine.ts';

export type ChangelogRef = ActorRefFrom<typeof changelogMachine>;

type Snapshot = SnapshotFrom<typeof changelogMachine>;

export const selectChangelog = ({ context }: Snapshot) => context;
/** Also `failed` while an older response is still shown. */
export const selectChangelogState = (snapshot: Snapshot): 'loading' | 'failed' | 'ready' =>
  (['loading', 'failed'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'ready';
/** The server has another version than this console: reload to update. */
export const selectIsOtherVersion = ({ context: { build, version } }: Snapshot): boolean =>
  compareVersions(build, version) !== 0;
