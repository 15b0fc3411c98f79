/** Wires one alarm case to the API: the case, the addresses of its pictures, and its floor. */
import { fromPromise } from 'xstate';
import { files } from '../../../contract/endpoints/files.ts';
import { photos } from '../../../contract/endpoints/photos.ts';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import { MEDIA_SOURCES, NEWEST_PICTURES } from '../../../contract/rules/mediaLibrary.ts';
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
  type ShownPicture,
} from '../../machines/alarmCase/alarmCase.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { keptForm } from './keptForm.ts';
import { wireRobotActions } from './robotActions.ts';

/** Those of another case have the source `alarm`. */
const AFTER_SOURCES = MEDIA_SOURCES.filter((source) => source !== 'timer' && source !== 'alarm');

export function wireAlarmCase(services: Services) {
  const { transport, present, world } = services;
  const fileCalls = createClient(files, transport);
  const photoCalls = createClient(photos, transport);
  const drafts = keptForm<CaseDrafts>({ world }, 'alarmCase');
  const calls = () => present().api.alarmCases;

  const load = async ({ caseId, shown: before }: CaseRequest, signal: AbortSignal): Promise<CaseDetails> => {
    const { case: found, pictures, ...rest } = await calls().details({ caseId }, { signal });
    const { serialNumber, place } = found;
    const [shown, map] = await Promise.all([
      Promise.all(
        pictures.map(async (picture): Promise<ShownPicture[]> => {
          // A picture can have expired since; the case is shown without it.
          const { fileId } = picture;
          const opened = !before.includes(fileId);
          const address = await fileCalls.address({ fileId, opened }, { signal }).catch(() => null);
          return address ? [{ ...picture, url: address.url }] : [];
        }),
      ),
      place === null
        ? null
        : present()
            .api.maps.get({ serialNumber, mapId: place.mapId }, { signal })
            .catch(() => null),
    ]);
    return { ...rest, case: found, pictures: shown.flat(), map };
  };

  const act = async (caseId: string, task: CaseTask): Promise<AlarmCase | null> => {
    switch (task.type) {
      case 'take':
        return calls().take({ caseId });
      case 'release':
        return calls().release({ caseId });
      case 'reopen':
        return calls().reopen({ caseId });
      case 'handOver':
        return calls().handOver({ caseId, to: task.to });
      case 'answer':
        return calls().answerHandOver({ caseId, accept: task.accept });
      case 'resolve':
        return calls().resolve({
          caseId,
          cause: task.cause,
          note: task.note,
          ...(task.pictureId !== '' && { pictureId: task.pictureId }),
        });
      case 'note':
        return calls().addNote({ caseId, text: task.text });
      case 'merge':
        return calls().merge({ caseId, otherId: task.otherId });
    }
  };

  /** The newest photos of the robot since the alarm that belong to no case; stills of the timed refresh would bury them. */
  const loadPhotos = async (
    { serialNumber, since }: PhotosRequest,
    signal: AbortSignal,
  ): Promise<readonly AfterPhoto[]> => {
    const lists = await Promise.all(
      AFTER_SOURCES.map((source) =>
        photoCalls.list(
          { serialNumberStr: serialNumber, startTime: since, kind: 'photo', source, page: 1 },
          { signal },
        ),
      ),
    );
    const found = lists
      .flatMap(({ rows }) => rows.filter(({ alarmCaseId }) => alarmCaseId === null))
      .sort((a, b) => b.takenAt - a.takenAt)
      .slice(0, NEWEST_PICTURES);
    if (found.length === 0) return [];
    const fileIds = found.map(({ fileId }) => fileId);
    const { addresses } = await photoCalls.addresses({ fileIds, thumbnail: true }, { signal });
    return found.map(({ fileId, takenAt }) => ({
      fileId,
      takenAt,
      url: addresses.find((one) => one.fileId === fileId)?.url ?? '',
    }));
  };

  return alarmCaseMachine.provide({
    actions: { keepDialog: (_, { kept }) => drafts.keep(kept) },
    actors: {
      recallDialog: drafts.recall,
      loadPhotos: fromPromise<readonly AfterPhoto[], PhotosRequest>(({ input, signal }) => loadPhotos(input, signal)),
      loadCase: fromPromise<CaseDetails, CaseRequest>(({ input, signal }) => load(input, signal)),
      loadPeople: fromPromise<readonly CasePerson[], { caseId: string }>(
        async ({ input, signal }) => (await calls().people(input, { signal })).people,
      ),
      loadMergeable: fromPromise<readonly AlarmCase[], { caseId: string }>(
        async ({ input, signal }) => (await calls().mergeable(input, { signal })).cases,
      ),
      loadRobots: fromPromise<CaseRobots, { caseId: string }>(({ input, signal }) => calls().robots(input, { signal })),
      robotActions: wireRobotActions(services),
      act: fromPromise<AlarmCase | null, { caseId: string; task: CaseTask }>(({ input }) =>
        act(input.caseId, input.task),
      ),
    },
  });
}
