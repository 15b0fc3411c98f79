/** Wires the first set-up of the installation to the API. */
import { fromCallback, fromPromise } from 'xstate';
import { checklist } from '../../../contract/endpoints/checklist.ts';
import { floorDrawings } from '../../../contract/endpoints/floorDrawings.ts';
import { maps } from '../../../contract/endpoints/maps.ts';
import { robotFleet } from '../../../contract/endpoints/robotFleet.ts';
import { robots } from '../../../contract/endpoints/robots.ts';
import { simulatedRobots } from '../../../contract/endpoints/simulatedRobots.ts';
import { sites } from '../../../contract/endpoints/sites.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { ownZone } from '../../../contract/rules/timeZone.ts';
import {
  type AddedRobot,
  type ChecklistAnswer,
  checklistMachine,
  type ChecklistTask,
  type PortResult,
} from '../../machines/checklist/checklist.machine.ts';
import { type ChecklistFields, checklistFormMachine, robotOf } from '../../machines/checklist/checklistForm.machine.ts';
import { metresIn } from '../../machines/maps/drawnFloor.machine.ts';
import type { RevealedCredentials } from '../../machines/robotFleet/robotForm.machine.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';
import { keptEditor } from './keptForm.ts';
import { registrationOf, revealed } from './robotRegistration.ts';
import { wireTestOrder } from './testOrder.ts';

export function wireChecklist({ transport, world, robotBrowser, present }: Services, page: Document = document) {
  const calls = createClient(checklist, transport);
  const drawings = createClient(floorDrawings, transport);
  const fleet = createClient(robotFleet, transport);
  const robotCalls = createClient(robots, transport);
  const simulated = createClient(simulatedRobots, transport);
  const siteCalls = createClient(sites, transport);
  const mapCalls = createClient(maps, transport);

  /** Draws an empty floor and publishes it, so that a robot can drive on it at once; walls can follow. */
  const addFloor = async ({ siteId, floor, width, height }: ChecklistFields, signal: AbortSignal): Promise<null> => {
    const { id: drawingId, revision } = await drawings.create(
      { siteId, floor, name: floor, width: metresIn(width), height: metresIn(height) },
      { signal },
    );
    await drawings.publish({ drawingId, revision }, { signal });
    return null;
  };
  const save = async (fields: ChecklistFields, signal: AbortSignal): Promise<RevealedCredentials | null> => {
    const { what, name, timeZone, isMine } = fields;
    if (what === 'site') {
      await siteCalls.save({ name: { zhCN: name, enUS: name }, timeZone }, { signal });
      return null;
    }
    if (what === 'floor') return addFloor(fields, signal);
    const serialNumber = fields.serialNumber.trim();
    const { claimCode, claimQr, claimRole, ...made } = await robotCalls.register(
      { ...registrationOf(robotOf(fields)), serialNumber, names: { zhCN: name, enUS: name }, bindToCaller: isMine },
      { signal },
    );
    return revealed('registered', serialNumber, made, claimCode === '' ? null : { claimCode, claimQr, claimRole });
  };
  const act = async (
    { act: wanted, serialNumber, to }: ChecklistTask,
    signal: AbortSignal,
  ): Promise<RevealedCredentials | null> => {
    switch (wanted) {
      case 'renew':
        return revealed(
          'renewed',
          serialNumber,
          await robotCalls.newPassword({ robotToRenew: serialNumber }, { signal }),
        );
      case 'claim':
        return { what: 'claim', serialNumber, claim: await fleet.newClaim({ robotToClaim: serialNumber }, { signal }) };
      case 'changeSerial':
        return fleet.changeSerialNumber({ robotToChange: serialNumber, newSerialNumber: to }, { signal });
    }
  };

  const { recallDialog, keepDialog, keepDraft } = keptEditor<ChecklistFields>({ world }, 'checklist');
  return checklistMachine.provide({
    actions: { keepDialog },
    actors: {
      testOrder: wireTestOrder({ transport, present }),
      recallDialog,
      loadChecklist: fromPromise<ChecklistAnswer>(async ({ signal }) => {
        await whenVisible(page, signal);
        const askedAt = performance.now();
        const answer = await calls.get({}, { signal });
        return {
          checklist: answer,
          answerMs: Math.round(performance.now() - askedAt),
          timeZone: ownZone(),
        };
      }),
      loadPlan: fromPromise<IndoorMap | null, { mapId: string }>(async ({ input: { mapId }, signal }) => {
        if (mapId === '') return null;
        const { maps: all } = await mapCalls.ofSites({}, { signal });
        return all.find(({ id }) => id === mapId) ?? null;
      }),
      testPorts: fromPromise<PortResult[]>(({ signal }) => calls.testBrokers({}, { signal })),
      addSimulated: fromPromise<AddedRobot, { mapId: string }>(({ input: { mapId }, signal }) =>
        simulated.add({ simulatedOnMap: mapId }, { signal }),
      ),
      hide: fromPromise<unknown>(({ signal }) => calls.hide({}, { signal })),
      form: checklistFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<RevealedCredentials | null, { fields: ChecklistFields }>(({ input, signal }) =>
            save(input.fields, signal),
          ),
        },
      }),
      act: fromPromise<RevealedCredentials | null, { task: ChecklistTask }>(({ input, signal }) =>
        act(input.task, signal),
      ),
      guardTab: fromCallback(() => (robotBrowser ? undefined : guardTab(window))),
    },
  });
}
