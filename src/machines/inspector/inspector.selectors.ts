/** Selectors of the inspector's page. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ConfirmRef } from '../factories/confirm.machine.ts';
import type { CopyTestRef } from './copyTest.selectors.ts';
import type { inspectorMachine } from './inspector.machine.ts';
import type { reportsMachine } from './reports.machine.ts';
import type { forkMachine } from './fork.machine.ts';
import type { StageRef } from './stage.selectors.ts';

export type ForkRef = ActorRefFrom<typeof forkMachine>;
export type ReportsRef = ActorRefFrom<typeof reportsMachine>;
export type InspectorRef = ActorRefFrom<typeof inspectorMachine>;

type Snapshot = SnapshotFrom<typeof inspectorMachine>;
type Reports = SnapshotFrom<typeof reportsMachine>;

/** The open recording; it stays while another is being opened. */
export const selectShown = ({ context }: Snapshot) => context.shown;
export const selectIsOpening = (snapshot: Snapshot) => snapshot.hasTag('waiting');
export const selectWanted = ({ context }: Snapshot) => context.wanted;
export const selectOpenFailure = ({ context }: Snapshot) => context.failure;
export const selectIsTabSilent = (snapshot: Snapshot) => snapshot.hasTag('silent');
export const selectIsPlaying = (snapshot: Snapshot) => snapshot.hasTag('playing');
export const selectIsFollowing = (snapshot: Snapshot) => snapshot.hasTag('following');
export const selectActor = ({ context }: Snapshot) => context.actor;
export const selectStep = ({ context }: Snapshot) => context.step;
export const selectSpeed = ({ context }: Snapshot) => context.speed;
export const selectPane = ({ context }: Snapshot) => context.pane;
export const selectOverlay = ({ context }: Snapshot) => context.overlay;
export const selectSearch = ({ context }: Snapshot) => context.search;
export const selectFilters = ({ context }: Snapshot) => context.filters;
export const selectUnfolded = ({ context }: Snapshot) => context.unfolded;
export const selectTabs = ({ context }: Snapshot) => context.tabs;
/** The casts are safe, because these child ids are always these machines. */
export const selectCopyTestRef = ({ children }: Snapshot) => children['copyTest'] as CopyTestRef | undefined;
export const selectStageRef = ({ children }: Snapshot) => children['stage'] as StageRef | undefined;
/**
 * null unless an account administrator is signed in. The cast is safe, because this child id is always that machine.
 */
export const selectReports = ({ children }: Snapshot) => (children['reports'] as ReportsRef | undefined) ?? null;

export const selectReportsContext = ({ context }: Reports) => context;
export const selectAreReportsLoading = (snapshot: Reports) => snapshot.hasTag('waiting');
/** The confirmation before a report is deleted; null when none is open. */
export const selectRemoveQuestion = ({ children }: Reports) => (children['confirm'] as ConfirmRef | undefined) ?? null;
