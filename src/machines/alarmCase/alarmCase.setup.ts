/** Types, events and effects of one alarm case. The chart is alarmCase.machine.ts. */
import { assign, sendTo, setup } from 'xstate';
import type {
  AlarmCase,
  AlarmNotification,
  CaseAtPlace,
  CaseComer,
  CaseEntry,
  CaseSpeaker,
} from '../../../contract/entities/alarmCase.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import type { AlarmMoment } from '../../../contract/rules/alarms.ts';
import { isUnderway } from '../../../contract/rules/alarmNotification.ts';
import type { CaseCause } from '../../../contract/rules/alarmCase.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { robotActionsMachine } from '../robotActions/robotActions.machine.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import type { PictureBox } from '../../../contract/entities/pictureBox.ts';
import type { Failure } from '../failure.ts';

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
  pictures: readonly ShownPicture[];
  atPlace: readonly CaseAtPlace[];
  /** The floor on which it was raised; null without a place, or if the map is gone. */
  map: IndoorMap | null;
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
  | { type: 'resolve'; cause: CaseCause; note: string }
  | { type: 'note'; text: string };

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
  /** The task that is being carried out. */
  task: CaseTask | null;
  /** The resolve dialog. */
  cause: CaseCause | null;
  note: string;
  /** The text under the history. */
  typed: string;
  people: readonly CasePerson[];
  peopleFailure: Failure | null;
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
  | { type: 'handOver.open' }
  | { type: 'handOver.retry' }
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
  | { type: 'action.done' };

export const NO_ROBOTS: CaseRobots = { comers: [], speakers: [] };

const COLLECT_MS = 300;
const RETRY_MS = 5_000;
/** While messages are on their way, the case is read again this often, ms. */
const UNDERWAY_MS = 5_000;

export const alarmCase = setup({
  types: {
    context: {} as AlarmCaseContext,
    input: {} as PageInput,
    events: {} as AlarmCaseEvent,
    tags: {} as 'acting' | 'peopleLoading' | 'robotsLoading',
    children: {} as { robotActions: 'robotActions' },
  },
  actors: {
    loadCase: promiseEffect<CaseDetails, { caseId: string }>('loadCase'),
    loadPeople: promiseEffect<readonly CasePerson[], { caseId: string }>('loadPeople'),
    loadRobots: promiseEffect<CaseRobots, { caseId: string }>('loadRobots'),
    robotActions: robotActionsMachine,
    act: promiseEffect<AlarmCase | null, { caseId: string; task: CaseTask }>('act'),
  },
  actions: {
    ...noticeActions<AlarmCaseContext, AlarmCaseEvent>(),
    goToCase: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { caseId }: { caseId: string }) => ({ type: 'navigation.query' as const, query: { id: caseId }, push: true }),
    ),
    /** The bell and the banner follow at once. */
    reloadAlarms: sendTo(({ system }) => systemActor(system, 'alarms'), { type: 'alarms.reload' as const }),
    assignDetails: assign((_, { details }: { details: CaseDetails }) => ({ details, failure: null })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    clear: assign({
      details: null,
      failure: null,
      cause: null,
      note: '',
      typed: '',
      people: [],
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
    isNote: ({ context }) => context.task?.type === 'note',
  },
  delays: { collect: COLLECT_MS, retry: RETRY_MS, underway: UNDERWAY_MS },
});

export const caseId = ({ context }: { context: AlarmCaseContext }) => ({ caseId: context.caseId });
