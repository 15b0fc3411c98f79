/** The fault switchboard: it is read again while it is shown, keeps what is shown after a failure, and switches once at a time. */
import { fromPromise, SimulatedClock } from 'xstate';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  FAULTS_EVERY_MS,
  faultsMachine,
  type FaultTask,
  type ShownFaults,
} from '../../../src/machines/faults/faults.machine.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const STATE: ShownFaults = {
  faults: [
    {
      id: 'A-1.busy',
      fault: 'busy',
      serialNumber: 'A-1',
      delayMs: 0,
      by: { userId: 'chen', name: 'Chen Yu' },
      since: 1_000,
      until: 61_000,
    },
  ],
  simulatedRobots: [
    { serialNumber: 'A-1', name: 'Porter 1', kind: 'delivery' },
    { serialNumber: 'A-2', name: 'Mist 1', kind: 'disinfection' },
  ],
  hasBrokerFaults: true,
  hasServerFaults: true,
  hasGatewayFaults: true,
  accounts: [
    { userId: 'chen', name: 'Chen Yu' },
    { userId: 'lin', name: 'Lin Wei' },
  ],
};
const NOTHING: ShownFaults = { ...STATE, faults: [] };

async function start() {
  const clock = new SimulatedClock();
  const replies: (ShownFaults | Error)[] = [];
  const tasks: FaultTask[] = [];
  const next = (): ShownFaults => {
    const reply = replies.shift() ?? STATE;
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const { actor, told } = startUnderApp(
    faultsMachine.provide({
      actors: {
        loadFaults: fromPromise<ShownFaults>(async () => next()),
        switchFault: fromPromise<ShownFaults, FaultTask>(async ({ input }) => {
          tasks.push(input);
          return next();
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'faults', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' },
      clock,
    },
  );
  await settle();
  return {
    actor,
    told,
    replies,
    tasks,
    later: async () => {
      clock.increment(FAULTS_EVERY_MS);
      await settle();
    },
    send: async (event: Parameters<typeof actor.send>[0]) => {
      actor.send(event);
      await settle();
    },
    names: () => actor.getSnapshot().context.faults.map(({ id }) => id),
  };
}

describe('the list', () => {
  it('is read again while it is shown, because faults end by themselves', async () => {
    const board = await start();
    expect(board.names()).toEqual(['A-1.busy']);
    board.replies.push(NOTHING);
    await board.later();
    expect(board.names()).toEqual([]);
  });

  it('stays when it cannot be read again, and recovers', async () => {
    const board = await start();
    board.replies.push(new ApiError('serverError'), NOTHING);
    await board.later();
    expect(board.names()).toEqual(['A-1.busy']);
    await board.later();
    expect(board.names()).toEqual([]);
  });
});

describe('targets', () => {
  it('are chosen one by one or all together', async () => {
    const board = await start();
    const targets = () => board.actor.getSnapshot().context.targets;
    await board.send({ type: 'target.toggle', serialNumber: 'A-2' });
    expect(targets()).toEqual(['A-2']);
    await board.send({ type: 'target.all', on: true });
    expect(targets()).toEqual(['A-1', 'A-2']);
    await board.send({ type: 'target.toggle', serialNumber: 'A-1' });
    expect(targets()).toEqual(['A-2']);
    await board.send({ type: 'target.all', on: false });
    expect(targets()).toEqual([]);
  });
});

describe('the account whose sessions end', () => {
  it('is given up when it has none any more', async () => {
    const board = await start();
    const account = () => board.actor.getSnapshot().context.account;
    await board.send({ type: 'account.choose', account: 'lin' });
    await board.later();
    expect(account()).toBe('lin');
    board.replies.push({ ...STATE, accounts: [] });
    await board.later();
    expect(account()).toBe('');
  });
});

describe('a switch', () => {
  const task: FaultTask = { type: 'robots', fault: 'busy', on: false, serialNumbers: ['A-1'], forMs: 60_000 };

  it('acts at once and shows the answer', async () => {
    const board = await start();
    board.replies.push(NOTHING);
    await board.send({ type: 'fault.switch', task });
    expect(board.tasks).toEqual([task]);
    expect(board.names()).toEqual([]);
    expect(board.actor.getSnapshot().context.task).toBeNull();
  });

  it('ignores a second press until it is answered', async () => {
    const board = await start();
    board.actor.send({ type: 'fault.switch', task });
    board.actor.send({ type: 'fault.switch', task: { type: 'clear' } });
    await settle();
    expect(board.tasks).toEqual([task]);
  });

  it('that is refused says why and changes nothing', async () => {
    const board = await start();
    board.replies.push(new ApiError('notSimulated'));
    await board.send({ type: 'fault.switch', task });
    expect(board.names()).toEqual(['A-1.busy']);
    expect(JSON.stringify(board.told)).toContain('notice.show');
  });
});
