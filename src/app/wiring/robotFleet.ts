/** Wires the robot fleet to the API. */
import { fromCallback, fromPromise } from 'xstate';
import { robotFleet } from '../../../contract/endpoints/robotFleet.ts';
import { robots } from '../../../contract/endpoints/robots.ts';
import type { NameTexts } from '../../../contract/entities/registration.ts';
import {
  type Belongings,
  type Renamed,
  robotFleetMachine,
  type RobotFleetResult,
  type RobotTask,
  type SerialCheck,
} from '../../machines/robotFleet/robotFleet.machine.ts';
import type { RobotFleetRequest } from '../../machines/robotFleet/robotFleetQuery.ts';
import {
  type RevealedCredentials,
  type RobotFields,
  robotFormMachine,
  serialNumbersIn,
} from '../../machines/robotFleet/robotForm.machine.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import type { Services } from '../services.ts';
import { keptEditor } from './keptForm.ts';
import { registrationOf, revealed } from './robotRegistration.ts';

const namesOf = ({ nameEn, nameZh }: RobotFields): NameTexts => ({ enUS: nameEn.trim(), zhCN: nameZh.trim() });

export function wireRobotFleet({ transport, world, robotBrowser }: Services) {
  const fleet = createClient(robotFleet, transport);
  const api = createClient(robots, transport);

  const save = async (fields: RobotFields, signal: AbortSignal): Promise<RevealedCredentials | null> => {
    const { mode, siteId } = fields;
    const registration = registrationOf(fields);
    const serialNumber = fields.serialNumber.trim();
    switch (mode) {
      case 'register': {
        const { claimCode, claimQr, claimRole, ...made } = await api.register(
          { ...registration, serialNumber, names: namesOf(fields) },
          { signal },
        );
        return revealed('registered', serialNumber, made, { claimCode, claimQr, claimRole });
      }
      case 'batch':
        return {
          what: 'batch',
          ...(await fleet.registerMany(
            { ...registration, serialNumbers: serialNumbersIn(fields.serialNumbers) },
            { signal },
          )),
        };
      case 'claim':
        return {
          what: 'claim',
          serialNumber,
          claim: await fleet.newClaim({ robotToClaim: serialNumber, claimRole: registration.claimRole }, { signal }),
        };
      case 'rename':
        return fleet.change({ robotToChange: serialNumber, names: namesOf(fields) }, { signal });
      case 'edit': {
        const { robotModel, kind, dialect, maps } = registration;
        return fleet.change(
          { robotToChange: serialNumber, robotModel, ...(kind && { kind }), dialect, maps },
          { signal },
        );
      }
      case 'move':
        return fleet.move({ robotToMove: serialNumber, toSiteId: siteId, maps: registration.maps }, { signal });
    }
  };
  const act = async ({ act: wanted, serialNumber }: RobotTask, signal: AbortSignal) => {
    switch (wanted) {
      case 'renew':
        return revealed('renewed', serialNumber, await api.newPassword({ robotToRenew: serialNumber }, { signal }));
      case 'reinstate':
        return revealed(
          'reinstated',
          serialNumber,
          await fleet.reinstate({ robotToReinstate: serialNumber }, { signal }),
        );
      case 'revoke':
        return fleet.revokePassword({ robotToRevoke: serialNumber }, { signal });
      case 'retire':
        return fleet.retire({ robotToRetire: serialNumber }, { signal });
    }
  };

  const { recallDialog, keepDialog, keepDraft } = keptEditor<RobotFields>({ world }, 'robotFleet');
  return robotFleetMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      loadList: fromPromise<RobotFleetResult, RobotFleetRequest>(({ input, signal }) => fleet.list(input, { signal })),
      form: robotFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<RevealedCredentials | null, { fields: RobotFields }>(({ input, signal }) =>
            save(input.fields, signal),
          ),
        },
      }),
      act: fromPromise<RevealedCredentials | null, { task: RobotTask }>(({ input, signal }) => act(input.task, signal)),
      checkSerial: fromPromise<SerialCheck, { typed: string }>(async ({ input, signal }) => ({
        ...input,
        ...(await fleet.checkSerialNumber(input, { signal })),
      })),
      loadBelongings: fromPromise<Belongings, { serialNumber: string }>(({ input, signal }) =>
        fleet.belongings({ robotToMove: input.serialNumber }, { signal }),
      ),
      undoRename: fromPromise<unknown, Renamed>(({ input, signal }) =>
        fleet.change({ robotToChange: input.serialNumber, names: input.before }, { signal }),
      ),
      saveFile: fromPromise<void, { fileName: string; zip: string }>(async ({ input: { fileName, zip } }) => {
        const bytes = Uint8Array.from(atob(zip), (letter) => letter.charCodeAt(0));
        world.save(new Blob([bytes], { type: 'application/zip' }), fileName);
      }),
      exportFleet: fromPromise<void, RobotFleetRequest>(async ({ input: { page, limit, ...filter }, signal }) => {
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        const file = await fleet.export({ ...filter, timeZone }, { signal });
        world.save(file, file.name);
      }),
      guardTab: fromCallback(() => (robotBrowser ? undefined : guardTab(window))),
    },
  });
}
