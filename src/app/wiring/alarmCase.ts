/** Wires one alarm case to the API: the case, the addresses of its pictures, and its floor. */
import { fromPromise } from 'xstate';
import { files } from '../../../contract/endpoints/files.ts';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import {
  alarmCaseMachine,
  type CaseDetails,
  type CasePerson,
  type CaseRobots,
  type CaseTask,
  type ShownPicture,
} from '../../machines/alarmCase/alarmCase.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { wireRobotActions } from './robotActions.ts';

export function wireAlarmCase(services: Services) {
  const { transport, present } = services;
  const fileCalls = createClient(files, transport);
  const calls = () => present().api.alarmCases;

  const load = async (caseId: string, signal: AbortSignal): Promise<CaseDetails> => {
    const { case: found, pictures, ...rest } = await calls().details({ caseId }, { signal });
    const { serialNumber, place } = found;
    const [shown, map] = await Promise.all([
      Promise.all(
        pictures.map(async (picture): Promise<ShownPicture[]> => {
          // A picture can have expired since; the case is shown without it.
          const address = await fileCalls.address({ fileId: picture.fileId }, { signal }).catch(() => null);
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
        return calls().resolve({ caseId, cause: task.cause, note: task.note });
      case 'note':
        return calls().addNote({ caseId, text: task.text });
    }
  };

  return alarmCaseMachine.provide({
    actors: {
      loadCase: fromPromise<CaseDetails, { caseId: string }>(({ input, signal }) => load(input.caseId, signal)),
      loadPeople: fromPromise<readonly CasePerson[], { caseId: string }>(
        async ({ input, signal }) => (await calls().people(input, { signal })).people,
      ),
      loadRobots: fromPromise<CaseRobots, { caseId: string }>(({ input, signal }) => calls().robots(input, { signal })),
      robotActions: wireRobotActions(services),
      act: fromPromise<AlarmCase | null, { caseId: string; task: CaseTask }>(({ input }) =>
        act(input.caseId, input.task),
      ),
    },
  });
}
