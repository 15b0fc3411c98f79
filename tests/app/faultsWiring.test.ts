/** The wiring of the fault switchboard: which calls a task becomes, and which state it ends with. */
import { createActor, type AnyActorLogic, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { FaultState } from '../../contract/endpoints/faults.ts';
import type { Services } from '../../src/app/services.ts';
import { wireFaults } from '../../src/app/wiring/faults.ts';
import type { FaultTask } from '../../src/machines/faults/faults.machine.ts';
import { childLogicOf } from '../../src/machines/xstateInternals.ts';

const by = { userId: 'chen', name: 'Chen Yu' };
const STATE: FaultState = {
  faults: [{ id: 'W1-1.busy', fault: 'busy', serialNumber: 'W1-1', delayMs: 0, by, since: 2_000, until: null }],
  addedFaults: [{ id: 'diskFull', fault: 'diskFull', serialNumber: null, delayMs: 0, by, since: 1_000, until: null }],
  simulatedRobots: [{ serialNumber: 'W1-1', name: 'Porter', kind: 'delivery' }],
  hasBrokerFaults: true,
  hasServerFaults: true,
  hasGatewayFaults: true,
  accounts: [],
};

function switchboard(refusal?: Error, other?: (path: string, data: object) => Promise<unknown>) {
  const sent: [string, unknown][] = [];
  const transport = async (path: string, data: object) => {
    if (other) return other(path, data);
    sent.push([path, data]);
    if (refusal) throw refusal;
    return path === '/demo/type-code' ? {} : STATE;
  };
  const machine = wireFaults({ transport } as unknown as Pick<Services, 'transport'>);
  const carryOut = async (task: FaultTask) => {
    const actor = createActor(childLogicOf(machine, 'switchFault') as AnyActorLogic, { input: task } as never);
    actor.subscribe({ error: () => undefined });
    actor.start();
    await waitFor(actor, (snapshot) => (snapshot as { status: string }).status !== 'active').catch(() => undefined);
    return actor.getSnapshot() as { output?: unknown; error?: unknown };
  };
  return { sent, carryOut };
}

it('types a code on the keypad of the chosen robot, and then reads the state', async () => {
  const { sent, carryOut } = switchboard();
  const { output } = await carryOut({ type: 'keypad', serialNumber: 'W1-1', code: '004217' });
  expect(sent).toEqual([
    ['/demo/type-code', { simulatedRobot: 'W1-1', code: '004217' }],
    ['/demo/get-faults', {}],
  ]);
  const { addedFaults, faults, ...rest } = STATE;
  expect(output).toEqual({ ...rest, faults: [...addedFaults, ...faults] });
});

it('ends the sessions of one account, and switches faults of the servers', async () => {
  const { sent, carryOut } = switchboard();
  await carryOut({ type: 'sessions', fault: 'loginExpired', everyone: false, account: 'lin' });
  await carryOut({ type: 'server', fault: 'diskFull', on: true, forMs: 60_000 });
  expect(sent.map(([, data]) => data)).toMatchObject([
    { fault: 'loginExpired', on: true, everyone: false, account: 'lin' },
    { fault: 'diskFull', on: true, forMs: 60_000 },
  ]);
});

it('reads nothing after a code that was refused', async () => {
  const { sent, carryOut } = switchboard(new ApiError('robotUnknown'));
  const { error } = await carryOut({ type: 'keypad', serialNumber: 'gone', code: '004217' });
  expect(sent.map(([path]) => path)).toEqual(['/demo/type-code']);
  expect((error as ApiError).code).toBe(ERRORS.robotUnknown);
});

it('switches a fault on every chosen robot, also when one is refused', async () => {
  const refusal = new ApiError('robotUnknown');
  const sent: unknown[] = [];
  const transport = async (_: string, data: { simulatedRobot?: string }) => {
    sent.push(data.simulatedRobot);
    if (data.simulatedRobot === 'W1-1') throw refusal;
    return STATE;
  };
  const { carryOut } = switchboard(undefined, transport);
  const serialNumbers = ['W1-1', 'W1-2', 'W1-3'];
  const task: FaultTask = { type: 'robots', fault: 'busy', on: true, serialNumbers, forMs: 0 };
  expect((await carryOut(task)).error).toBe(refusal);
  expect(sent).toEqual(serialNumbers);
});
