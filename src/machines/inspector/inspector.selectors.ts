/** What the inspector's page shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { confirmMachine } from '../factories/confirm.machine.ts';
import type { copyTestMachine } from './copyTest.machine.ts';
import type { inspectorMachine } from './inspector.machine.ts';
import type { reportsMachine } from './reports.machine.ts';
import type { stageMachine } from './stage.machine.ts';

type Snapshot = SnapshotFrom<typeof inspectorMachine>;
type Reports = SnapshotFrom<typeof reportsMachine>;

/** What is looked at; while another is opened it is still this one. */
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
/** What stands under these ids is always those machines. */
export const selectCopyTestRef = ({ children }: Snapshot) =>
  children['copyTest'] as ActorRefFrom<typeof copyTestMachine> | undefined;
export const selectStageRef = ({ children }: Snapshot) =>
  children['stage'] as ActorRefFrom<typeof stageMachine> | undefined;
/** null unless an account administrator is signed in. What stands under this id is always that machine. */
export const selectReports = ({ children }: Snapshot) =>
  (children['reports'] as ActorRefFrom<typeof reportsMachine> | undefined) ?? null;

export const selectReportsContext = ({ context }: Reports) => context;
export const selectAreReportsLoading = (snapshot: Reports) => snapshot.hasTag('waiting');
/** The question whether one is to be deleted; null while there is none. */
export const selectRemoveQuestion = ({ children }: Reports) =>
  (children['confirm'] as ActorRefFrom<typeof confirmMachine> | undefined) ?? null;
