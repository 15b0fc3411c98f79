/** Types, effects, guards and actions of the face recognition records. */
import type { ExportEvent } from '../factories/longJob.ts';
import { assign, raise, sendTo, setup } from 'xstate';
import type {
  FaceCounts,
  FaceDetails,
  FacePerson,
  FaceRecord,
  FaceRequest,
  FaceSetting,
} from '../../../contract/entities/face.ts';
import { isNoteEnough, REVEAL_CHECK_MS, REVEAL_MS, type RevealReason } from '../../../contract/rules/faces.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { Notice as FeedNotice } from '../../../contract/wire/feed.ts';
import { type PageInput, type Query, systemActor } from '../app/events.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { type ActionContext, type ActionEvent, confirmedAction } from '../factories/confirmedAction.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import { type ListContext, type ListEvent, type ListResult, type ListTag, pagedList } from '../factories/pagedList.ts';
import { recordBeside } from '../factories/recordBeside.ts';
import type { Failure } from '../failure.ts';
import { facePersonFormMachine } from './facePersonForm.machine.ts';
import { faceSettingFormMachine } from './faceSettingForm.machine.ts';
import { faceIn, faceQuery, type FaceQuery } from './faceRecordsQuery.ts';

export interface FacesResult extends ListResult<FaceRecord> {
  counts: FaceCounts;
  /** What each of the user's sites allows. */
  settings: readonly FaceSetting[];
  /** Requests to reveal faces that the user can answer, and permissions that the user can end. */
  requests: readonly FaceRequest[];
}
/** What is done after a confirmation. */
export type FaceTask = { type: 'delete'; id: string } | { type: 'erase'; id: string; name: string; records: number };
export interface RevealRequest {
  faceId: string;
  reason: RevealReason;
  note: string;
}
export interface RequestAnswer {
  serialNumber: string;
  askerId: string;
  /** When the request was asked that the user saw, ms: a newer one is not answered. */
  at: number;
  allow: boolean;
}
/** The picture itself is with the live values (machines/live.ts), by the id of its record. */
export interface RevealAnswer {
  /** When it closes, ms by the server's clock. */
  until: number;
}

export interface FaceRecordsContext extends ListContext<FaceRecord>, ActionContext<FaceTask, null> {
  counts: FaceCounts;
  settings: readonly FaceSetting[];
  requests: readonly FaceRequest[];
  /** Id of the record that is open; empty for none. */
  open: string;
  detail: FaceDetails | null;
  detailFailure: Failure | null;
  reason: RevealReason | null;
  note: string;
  /** The reason was submitted: what is missing is said. */
  isSubmitted: boolean;
  revealFailure: Failure | null;
  /** When the picture closes, ms by the server's clock; 0 while none is open. */
  closesAt: number;
  /** The site of the persons or the setting that are shown. */
  siteId: string;
  persons: readonly FacePerson[];
  personsFailure: Failure | null;
}
export type FaceRecordsEvent =
  | ListEvent
  | ActionEvent<FaceTask>
  /** Pushes a history entry, so that Back undoes it. */
  | { type: 'face.open'; id: string }
  | { type: 'face.close' }
  | { type: 'face.check' }
  | ({ type: 'request.answer' } & RequestAnswer)
  | { type: 'detail.retry' }
  | { type: 'reveal.reason'; reason: RevealReason }
  | { type: 'reveal.note'; note: string }
  | { type: 'reveal.submit' }
  | { type: 'reveal.close' }
  | { type: 'register.open' }
  | { type: 'persons.open'; siteId: string }
  | { type: 'persons.retry' }
  | { type: 'setting.open'; siteId: string }
  | ExportEvent;

export const list = pagedList<FacesResult, FaceQuery, FaceRecordsEvent, FaceRecordsContext>({
  requestOf: faceQuery.read,
  typed: faceQuery.typed,
});
export const beside = recordBeside(faceIn);
const QUESTIONS = {
  delete: ['faceRecords.ask.delete.title', 'faceRecords.ask.delete.text', 'faceRecords.ask.delete.yes'],
  erase: ['faceRecords.ask.erase.title', 'faceRecords.ask.erase.text', 'faceRecords.ask.erase.yes'],
} as const;
export const action = confirmedAction<FaceTask, null, FaceRecordsEvent, FaceRecordsContext>({
  questionOf: (task) =>
    questionWith(QUESTIONS[task.type], task.type === 'erase' ? { name: task.name, records: task.records } : {}),
  doneOf: ({ type }) => ({ key: type === 'erase' ? 'faceRecords.done.erased' : 'faceRecords.done.deleted' }),
});

export type Known = { context: FaceRecordsContext };
export const NO_COUNTS: FaceCounts = { all: 0, registered: 0, stranger: 0, highTemperature: 0 };
export const NO_REVEAL = { reason: null, note: '', isSubmitted: false, revealFailure: null } as const;

/** The parameters of guards that depend on the notice. */
export const withNotice = ({ event }: { event: { notice: FeedNotice } }) => ({ notice: event.notice });
/** Somebody else can let the user reveal it, and was not asked yet. */
const isAskable = ({ isOn, mayAsk, askedAt, record }: FaceDetails): boolean =>
  isOn && mayAsk && askedAt === null && record.pictureUntil !== null;
/** Recognition is on, the caller may, and the picture is still there. */
const isRevealable = ({ isOn, canReveal, record }: FaceDetails): boolean =>
  isOn && canReveal && record.pictureUntil !== null;

export const setting = setup({
  types: {
    context: {} as FaceRecordsContext,
    input: {} as PageInput,
    events: {} as FaceRecordsEvent,
    tags: {} as
      | ListTag
      | 'acting'
      | 'checking'
      | 'answering'
      | 'revealing'
      | 'revealed'
      | 'exporting'
      | 'persons'
      | 'personsLoading',
    children: {} as { confirm: 'confirm'; personForm: 'personForm'; settingForm: 'settingForm' },
  },
  actors: {
    ...list.actors,
    ...action.actors,
    loadDetail: promiseEffect<FaceDetails, { id: string }>('loadDetail'),
    loadPersons: promiseEffect<{ rows: readonly FacePerson[] }, { siteId: string }>('loadPersons'),
    checkFace: promiseEffect<null, { id: string }>('checkFace'),
    /** Asks the administrators of the record's robot. */
    askReveal: promiseEffect<null, RevealRequest>('askReveal'),
    answerRequest: promiseEffect<null, RequestAnswer>('answerRequest'),
    /** Records the reason, fetches the picture and puts it with the live values. */
    revealFace: promiseEffect<RevealAnswer, RevealRequest>('revealFace'),
    /** Sends `reveal.close` when the tab is hidden; removes the picture when it ends. */
    holdPicture: callbackEffect<{ faceId: string }>('holdPicture'),
    exportFaces: promiseEffect<void, FaceQuery>('exportFaces'),
    personForm: facePersonFormMachine,
    settingForm: faceSettingFormMachine,
  },
  guards: {
    ...list.guards,
    ...action.guards,
    ...beside.guards,
    isGone: (_: Known, { failure }: { failure: Failure }) => failure.code === ERRORS.notFound,
    canRevealWithReason: ({ context: { detail, reason, note } }: Known) =>
      detail !== null && isRevealable(detail) && reason !== null && isNoteEnough(note),
    canAskWithReason: ({ context: { detail, reason, note } }: Known) =>
      detail !== null && isAskable(detail) && reason !== null && isNoteEnough(note),
    mayStillReveal: (_: Known, { detail }: { detail: FaceDetails }) => isRevealable(detail),
    isFaceNotice: (_: Known, { notice }: { notice: FeedNotice }) => notice.type === 'facesChanged',
    /** What the caller may see, or what there is to see, can have changed. */
    isRevealNotice: (_: Known, { notice }: { notice: FeedNotice }) =>
      notice.type === 'facesChanged' || notice.type === 'relationsChanged' || notice.type === 'sessionEnded',
    isUnchecked: ({ context: { detail } }: Known) => detail !== null && detail.record.checked === null,
    isStranger: ({ context: { detail } }: Known) => detail !== null && detail.record.person === null,
    hasSetting: ({ context: { settings } }: Known, { siteId }: { siteId: string }) =>
      settings.some((one) => one.siteId === siteId),
  },
  actions: {
    ...action.actions,
    // Same as in the factory, retyped for this machine's context: it has additional fields, which XState's types
    // reject.
    assignQuery: assign((_, { query }: { query: Query }) => ({ query })),
    assignFound: assign((_, { found }: { found: FacesResult }) => ({ ...found, failure: null })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    askQuery: list.actions.askQuery,
    /** The row of the open record stays as current as its details. */
    assignDetail: assign(({ context: { rows } }, { detail }: { detail: FaceDetails }) => ({
      detail,
      detailFailure: null,
      rows: rows.map((row) => (row.id === detail.record.id ? detail.record : row)),
    })),
    askOpen: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { id }: { id: string }) => ({ type: 'navigation.query' as const, query: { face: id }, push: true }),
    ),
    reload: raise({ type: 'list.reload' as const }),
  },
  delays: {
    ...list.delays,
    revealEnds: REVEAL_MS,
    revealCheck: REVEAL_CHECK_MS,
  },
});
