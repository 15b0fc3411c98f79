/** Starts the machine of one alarm case under an app, with a cloud that the test controls. */
import { type AnyEventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { AlarmCase } from '../../contract/entities/alarmCase.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import {
  type AfterPhoto,
  alarmCaseMachine,
  type CaseDetails,
  type CaseDrafts,
  type CasePerson,
  type CaseRequest,
  type CaseRobots,
  type CaseTask,
  type PhotosRequest,
} from '../../src/machines/alarmCase/alarmCase.machine.ts';
import {
  type ActionInput,
  robotActionsMachine,
  type RobotActionsInput,
} from '../../src/machines/robotActions/robotActions.machine.ts';
import { sampleCase, sampleDetails, takenCase } from './alarmSample.ts';
import { settle } from './settle.ts';
import { userOf } from './startSession.ts';
import { startUnderApp } from './startWithSiblings.ts';

export const STOP = { mapId: 'm', x: 1, y: 2, theta: 0 };
const ROBOTS: CaseRobots = {
  comers: ['fast', 'slow'].map((serialNumber, i) => ({
    serialNumber,
    robotName: `Robot ${serialNumber}`,
    metres: 5 + i,
    seconds: 9 + i,
    isStraight: false,
    stop: STOP,
  })),
  speakers: [{ serialNumber: 'voice', robotName: 'Robot voice', metres: 3 }],
};

/** @param drafts what the tab has kept */
export async function startAlarmCase({ found = sampleCase(), fails = false, drafts = null as CaseDrafts | null } = {}) {
  const cloud = {
    found,
    fails,
    loads: [] as string[],
    shown: [] as (readonly string[])[],
    tasks: [] as CaseTask[],
    asked: [] as ActionInput[],
    refusal: null as Error | null,
    answering: Promise.resolve(),
    /** Acts get their answers when the returned function is called. */
    holdAnswers(): () => void {
      let release = (): void => undefined;
      cloud.answering = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    messages: [] as CaseDetails['notifications'],
    pictures: [] as CaseDetails['pictures'],
    photos: [] as readonly AfterPhoto[] | Error,
    photosAsked: [] as PhotosRequest[],
    kept: drafts,
  };
  const clock = new SimulatedClock();
  const { actor, told } = startUnderApp(
    alarmCaseMachine.provide({
      actions: { keepDialog: (_, { kept }) => void (cloud.kept = kept) },
      actors: {
        recallDialog: fromPromise<CaseDrafts | null>(async () => cloud.kept),
        loadPhotos: fromPromise<readonly AfterPhoto[], PhotosRequest>(async ({ input }) => {
          cloud.photosAsked.push(input);
          if (cloud.photos instanceof Error) throw cloud.photos;
          return cloud.photos;
        }),
        loadCase: fromPromise<CaseDetails, CaseRequest>(async ({ input }) => {
          cloud.loads.push(input.caseId);
          cloud.shown.push(input.shown);
          if (cloud.fails) throw new ApiError('notFound');
          const { messages: notifications, pictures } = cloud;
          return { ...sampleDetails({ ...cloud.found, id: input.caseId }), notifications, pictures };
        }),
        loadPeople: fromPromise<readonly CasePerson[], { caseId: string }>(async () => {
          if (cloud.fails) throw new ApiError('networkFailed');
          return [{ id: 'chen', name: 'Chen Yu', online: true }];
        }),
        loadMergeable: fromPromise<readonly AlarmCase[], { caseId: string }>(async () => {
          if (cloud.fails) throw new ApiError('networkFailed');
          return [sampleCase({ id: 'case-0', number: 6 })];
        }),
        loadRobots: fromPromise<CaseRobots, { caseId: string }>(async () => {
          if (cloud.fails) throw new ApiError('networkFailed');
          return ROBOTS;
        }),
        robotActions: robotActionsMachine.provide({
          actors: {
            ask: fromCallback<AnyEventObject, ActionInput>(({ input }) => void cloud.asked.push(input)),
            loadPhrases: fromPromise<{ phrases: readonly string[] }, RobotActionsInput>(async () => ({ phrases: [] })),
          },
        }),
        act: fromPromise<AlarmCase | null, { caseId: string; task: CaseTask }>(async ({ input: { task } }) => {
          cloud.tasks.push(task);
          await cloud.answering;
          if (cloud.refusal) throw cloud.refusal;
          if (task.type === 'note') return null;
          if (task.type === 'merge') return takenCase('u1', { id: task.otherId });
          cloud.found = task.type === 'take' ? takenCase('u1') : { ...cloud.found, state: 'resolved' };
          return cloud.found;
        }),
      },
    }),
    {
      as: 'screen',
      clock,
      input: {
        page: 'alarmCase',
        params: {},
        query: { id: 'case-1' },
        user: userOf(),
        serialNumber: '',
        language: 'enUS',
      },
    },
  );
  await settle();
  return { actor, told, cloud, clock, read: () => actor.getSnapshot() };
}
