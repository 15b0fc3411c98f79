/** Wires the fault switchboard of the demo. */
import { fromPromise } from 'xstate';
import { faults, faultsOf, type FaultState } from '../../../contract/endpoints/faults.ts';
import { faultsMachine, type FaultTask, type ShownFaults } from '../../machines/faults/faults.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wireFaults({ transport }: Pick<Services, 'transport'>) {
  const api = createClient(faults, transport);
  const shown = ({ addedFaults, faults: known, ...state }: FaultState): ShownFaults => ({
    ...state,
    faults: faultsOf({ faults: known, addedFaults }),
  });
  const switched = async (task: FaultTask): Promise<FaultState> => {
    switch (task.type) {
      case 'robots': {
        const { serialNumbers, fault, on, forMs } = task;
        const refused: unknown[] = [];
        let state: FaultState | undefined;
        // One after another, so that the last reply has all of them. One that is refused does not keep the others from it.
        for (const simulatedRobot of serialNumbers)
          state = await api.robot({ simulatedRobot, fault, on, forMs }).catch((error: unknown) => {
            refused.push(error);
            return state;
          });
        if (refused.length > 0) throw refused[0];
        return state ?? api.state({});
      }
      case 'broker': {
        const { fault, on, delayMs, forMs } = task;
        return api.cloud({ fault, on, delayMs, forMs });
      }
      case 'server': {
        const { fault, on, forMs } = task;
        return api.cloud({ fault, on, forMs });
      }
      case 'keypad': {
        const { serialNumber: simulatedRobot, code } = task;
        await api.typeCode({ simulatedRobot, code });
        return api.state({});
      }
      case 'sessions':
        return api.cloud({ fault: task.fault, on: true, everyone: task.everyone, account: task.account ?? '' });
      case 'clear':
        return api.clear({});
    }
  };
  return faultsMachine.provide({
    actors: {
      loadFaults: fromPromise<ShownFaults>(async ({ signal }) => shown(await api.state({}, { signal }))),
      switchFault: fromPromise<ShownFaults, FaultTask>(async ({ input }) => shown(await switched(input))),
    },
  });
}
