/** Types, events and effects of one alarm case. The chart is alarmCase.machine.ts. */
import { assign, sendTo, setup } from 'xstate';
import type {
  AlarmCase,
  AlarmNotification,
  CaseAtPlace,
  CaseComer,
  CaseEntry,
  CaseSpeaker,
  TellingAgain,
  ToldNext,
} from '../../../contract/entities/alarmCase.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import type { AlarmMoment } from '../../../contract/rules/alarms.ts';
import { isUnderway } from '../../../contract/rules/alarmNotification.ts';
import type { CaseCause } from '../../../contract/rules/alarmCase.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { robotActionsMachine } from '../robotActions/robotActions.machine.ts';
import { keptDialog } from '../factories/keptDialog.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import type { PictureBox } from '../../../contract/entities/pictureBox.ts';
import { type Failure, failureOf } from '../failure.ts';

export interface ShownPicture {
  fileId: string;
  moment: AlarmMoment;
  at: number;
  /** Address for an `<img>`. */
  url: string;
  /** What the robot recognised; null if it did not say. */
  box: PictureBox | null;
}
export interface CaseDetails {
  /** When these were read, by the server's clock, ms. */
  time: number;
  case: AlarmCase;
  entries: readonly CaseEntry[];
  notifications: readonly AlarmNotification[];
  /** How many messages there are before those. */
  olderNotifications: number;
  /** Null unless nobody has been reached. */
  tellingAgain: TellingAgain | null;
  /** Only for those who may see the site's contacts. */
  toldNext: ToldNext | null;
  pictures: readonly ShownPicture[];
  atPlace: readonly CaseAtPlace[];
  /** Cases that became part of this one; absent without one. */
  merged?: readonly AlarmCase[] | undefined;
  /** A robot is taking a picture of the place after the alarm. */
  isPictureComing: boolean;
  /** The floor on which it was raised; null without a place, or if the map is gone. */
  map: IndoorMap | null;
}
export interface CaseRequest {
  caseId: string;
  /** Ids of the pictures that the page shows already: they count as opened once. */
  shown: readonly string[];
}
export interface CasePerson {
  id: string;
  name: string;
  online: boolean;
}
export type CaseTask =
  | { type: 'take' }
  | { type: 'release' }
  | { type: 'reopen' }
  | { type: 'handOver'; to: string }
  | { type: 'answer'; accept: boolean }
  /** `pictureId`: the photo that shows the place afterwards; '' if a robot shall take it. */
  | { type: 'resolve'; cause: CaseCause; note: string; pictureId: string }
  | { type: 'note'; text: string }
  | { type: 'merge'; otherId: string };

/** A photo that can show the place after the alarm. */
export interface AfterPhoto {
  fileId: string;
  takenAt: number;
  /** Address of a small picture; '' if it is gone. */
  url: string;
}
export interface PhotosRequest {
  serialNumber: string;
  /** The last alarm: older photos do not show the place after it, ms. */
  since: number;
}
/** What was typed about a case and not sent; it survives a reload and a forced sign-out. */
export interface CaseDraft {
  typed: string;
  cause: CaseCause | null;
  note: string;
  /** The resolve dialog is open. */
  isResolving: boolean;
}

/** By case, the latest last. */
export type CaseDrafts = Readonly<Record<string, CaseDraft>>;

/** Robots that can come or speak, best first. */
export interface CaseRobots {
  comers: readonly CaseComer[];
  speakers: readonly CaseSpeaker[];
}

export interface AlarmCaseContext {
  caseId: string;
  userId: string;
  details: CaseDetails | null;
  failure: Failure | null;
  /** The last attempt to read the case again failed: what is shown can have changed since. */
  isStale: boolean;
  /** The task that is being carried out. */
  task: CaseTask | null;
  /** The case of the last task: another one can be shown before its answer arrives. */
  actedOn: string;
  /** The resolve dialog. */
  cause: CaseCause | null;
  note: string;
  photos: readonly AfterPhoto[];
  photosFailure: Failure | null;
  /** The chosen photo; '' if a robot shall take one. */
  photo: string;
  /** The text under the history. */
  typed: string;
  drafts: CaseDrafts;
  people: readonly CasePerson[];
  peopleFailure: Failure | null;
  /** The cases in the merge dialog. */
  mergeable: readonly AlarmCase[];
  mergeFailure: Failure | null;
  robots: CaseRobots;
  robotsFailure: Failure | null;
  /** The robot chosen in the dialog. */
  chosen: string;
  /** Share of the picture that shows the view before the alarm, per cent. */
  before: number;
}
export type AlarmCaseEvent =
  | PageEvent
  | { type: 'case.retry' }
  | { type: 'case.do'; task: CaseTask }
  | { type: 'case.show'; caseId: string }
  | { type: 'resolve.open' }
  | { type: 'resolve.cause'; cause: CaseCause }
  | { type: 'resolve.note'; note: string }
  | { type: 'resolve.photo'; fileId: string }
  | { type: 'photos.retry' }
  | { type: 'handOver.open' }
  | { type: 'handOver.retry' }
  | { type: 'merge.open' }
  | { type: 'merge.retry' }
  | { type: 'send.open' }
  | { type: 'speak.open' }
  | { type: 'robots.retry' }
  | { type: 'robot.pick'; serialNumber: string }
  /** Sends or lets speak the chosen robot. */
  | { type: 'send.confirm'; at: number }
  | { type: 'speak.confirm'; text: string; at: number }
  | { type: 'dialog.close' }
  | { type: 'note.type'; text: string }
  | { type: 'before.set'; share: number }
  /** Raised by this machine itself. */
  | { type: 'action.done' }
  /** No answer arrived. Whether the server carried it out is unknown; dialogs stay open with what was typed. */
  | { type: 'action.unanswered' };

export const NO_ROBOTS: CaseRobots = { comers: [], speakers: [] };

const UNANSWERED: ReadonlySet<number> = new Set([ERRORS.networkFailed, ERRORS.requestTimedOut]);

/** Cases whose texts are kept at the same time. */
const MOST_DRAFTS = 10;
export const keptDrafts = keptDialog<CaseDrafts>();

const withDraft = (
  { caseId, drafts, typed, cause, note }: AlarmCaseContext,
  isOpen: boolean | undefined,
): CaseDrafts => {
  const { [caseId]: before, ...others } = drafts;
  const isResolving = isOpen ?? before?.isResolving ?? false;
  if (typed === '' && cause === null && note === '' && !isResolving) return others;
  const all = [...Object.entries(others), [caseId, { typed, cause, note, isResolving }] as const];
  return Object.fromEntries(all.slice(-MOST_DRAFTS));
};
/** Without what the answered task has sent of the case it was about. */
const withoutSent = ({ drafts, task, actedOn }: AlarmCaseContext): CaseDrafts => {
  const { [actedOn]: before, ...others } = drafts;
  if (!before) return drafts;
  const left: CaseDraft = task?.type === 'note' ? { ...before, typed: '' } : { ...before, cause: null, note: '' };
  return left.typed === '' && left.cause === null && left.note === '' ? others : { ...drafts, [actedOn]: left };
};
const shownDraft = (drafts: CaseDrafts, caseId: string) => {
  const { typed = '', cause = null, note = '' } = drafts[caseId] ?? {};
  return { drafts, typed, cause, note };
};
const storeDrafts = {
  type: 'keepDialog',
  params: ({ context: { drafts } }: { context: AlarmCaseContext }) => ({
    kept: Object.keys(drafts).length > 0 ? drafts : null,
  }),
} as const;
/** Actions: keep what has been typed, after the ones that change it. */
export const keepTyped = (isResolving?: boolean) =>
  [{ type: 'assignDraft', params: { isResolving } }, storeDrafts] as const;
/** Actions: forget what was sent of a case that is no longer shown. */
export const forgetSent = ['dropSent', storeDrafts] as const;

const COLLECT_MS = 300;
const RETRY_MS = 5_000;
/** While messages are on their way, the case is read again this often, ms. */
const UNDERWAY_MS = 5_000;

export const alarmCase = setup({
  types: {
    context: {} as AlarmCaseContext,
    input: {} as PageInput,
    events: {} as AlarmCaseEvent,
    tags: {} as 'acting' | 'peopleLoading' | 'photosLoading' | 'robotsLoading' | 'mergeableLoading',
    children: {} as { robotActions: 'robotActions' },
  },
  actors: {
    loadCase: promiseEffect<CaseDetails, CaseRequest>('loadCase'),
    loadPeople: promiseEffect<readonly CasePerson[], { caseId: string }>('loadPeople'),
    loadMergeable: promiseEffect<readonly AlarmCase[], { caseId: string }>('loadMergeable'),
    loadRobots: promiseEffect<CaseRobots, { caseId: string }>('loadRobots'),
    loadPhotos: promiseEffect<readonly AfterPhoto[], PhotosRequest>('loadPhotos'),
    ...keptDrafts.actors,
    robotActions: robotActionsMachine,
    act: promiseEffect<AlarmCase | null, { caseId: string; task: CaseTask }>('act'),
  },
  actions: {
    ...noticeActions<AlarmCaseContext, AlarmCaseEvent>(),
    ...keptDrafts.actions,
    /** @param isResolving whether the resolve dialog is open; undefined: as before */
    assignDraft: assign(({ context }, { isResolving }: { isResolving: boolean | undefined }) => ({
      drafts: withDraft(context, isResolving),
    })),
    /** A photo that was chosen before stays chosen while it is among them. */
    assignPhotos: assign(({ context: { photo } }, { photos }: { photos: readonly AfterPhoto[] }) => ({
      photos,
      photosFailure: null,
      photo: photos.some(({ fileId }) => fileId === photo) ? photo : '',
    })),
    dropSent: assign(({ context }) => ({ drafts: withoutSent(context), task: null })),
    assignRecalled: assign(({ context }, { kept }: { kept: CaseDrafts | null }) =>
      shownDraft({ ...kept, ...context.drafts }, context.caseId),
    ),
    restoreDraft: assign(({ context: { drafts, caseId } }) => shownDraft(drafts, caseId)),
    goToCase: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { caseId }: { caseId: string }) => ({ type: 'navigation.query' as const, query: { id: caseId }, push: true }),
    ),
    /** The bell and the banner follow at once, and do not ring for what the user did. */
    reloadAlarms: sendTo(
      ({ system }) => systemActor(system, 'alarms'),
      ({ context: { actedOn } }) => ({ type: 'alarms.reload' as const, own: actedOn }),
    ),
    assignDetails: assign((_, { details }: { details: CaseDetails }) => ({ details, failure: null, isStale: false })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    clear: assign({
      details: null,
      failure: null,
      isStale: false,
      cause: null,
      note: '',
      photo: '',
      photos: [],
      typed: '',
      people: [],
      mergeable: [],
      robots: NO_ROBOTS,
      before: 50,
    }),
  },
  guards: {
    isThisCase: ({ context }, { notice }: { notice: { type: string; caseId?: string } }) =>
      notice.type === 'alarmChanged' && notice.caseId === context.caseId,
    isOtherCase: ({ context }, { query }: { query: Readonly<Record<string, string>> }) =>
      (query['id'] ?? '') !== context.caseId,
    hasMessagesUnderway: ({ context: { details } }) =>
      details !== null && details.notifications.some((one) => isUnderway(one, details.time)),
    isUnanswered: (_, { error }: { error: unknown }) => UNANSWERED.has(failureOf(error).code),
    /** Recordings made before the field existed do not know it. */
    isOfOtherCase: ({ context: { actedOn, caseId } }) => actedOn !== '' && actedOn !== caseId,
    /** The older case goes on: another one than the page shows. */
    isMergedIntoOther: ({ context: { caseId, task } }, { kept }: { kept: AlarmCase | null }) =>
      task?.type === 'merge' && kept !== null && kept.id !== caseId,
    isNote: ({ context }) => context.task?.type === 'note',
    wasResolving: ({ context: { drafts, caseId } }) => drafts[caseId]?.isResolving === true,
    hasDetails: ({ context: { details } }) => details !== null,
    ...keptDrafts.guards,
  },
  delays: { collect: COLLECT_MS, retry: RETRY_MS, underway: UNDERWAY_MS },
});

export const caseId = ({ context }: { context: AlarmCaseContext }) => ({ caseId: context.caseId });
export const caseRequest = ({ context: { caseId, details } }: { context: AlarmCaseContext }): CaseRequest => ({
  caseId,
  shown: details?.pictures.map(({ fileId }) => fileId) ?? [],
});
export const photosRequest = ({ context: { details } }: { context: AlarmCaseContext }): PhotosRequest => ({
  serialNumber: details?.case.serialNumber ?? '',
  since: details?.case.lastAt ?? 0,
});
