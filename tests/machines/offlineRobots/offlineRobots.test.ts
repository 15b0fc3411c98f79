import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { OfflineBoard } from '../../../contract/entities/offlineBoard.ts';
import { BOARD_POLL_MS, BOARD_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { offlineRobotsMachine } from '../../../src/machines/offlineRobots/offlineRobots.machine.ts';
import {
  selectBoard,
  selectIsRefused,
  selectTrouble,
} from '../../../src/machines/offlineRobots/offlineRobots.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const BOARD: OfflineBoard = { at: 7, total: 3, online: 3, robots: [] };

async function start() {
  const cloud = { asked: 0, refusal: null as Error | null, silent: false, awake: 0 };
  const started = startUnderApp(
    offlineRobotsMachine.provide({
      actors: {
        ask: fromPromise<OfflineBoard>(async () => {
          cloud.asked += 1;
          if (cloud.silent) return new Promise<OfflineBoard>(() => {});
          if (cloud.refusal) throw cloud.refusal;
          return { ...BOARD, at: cloud.asked };
        }),
        followKey: fromCallback(() => {}),
        stayAwake: fromCallback(() => {
          cloud.awake += 1;
          return () => void (cloud.awake -= 1);
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'offlineRobots', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  const see = () => {
    const now = started.actor.getSnapshot();
    return {
      at: selectBoard(now)?.at ?? null,
      trouble: selectTrouble(now)?.code ?? null,
      refused: selectIsRefused(now),
      awake: cloud.awake,
    };
  };
  const pass = async (ms: number) => {
    started.clock.increment(ms);
    await settle();
  };
  return { ...started, cloud, see, pass };
}

describe('the board on a wall', () => {
  it('asks again with every beat, and keeps the screen on', async () => {
    const { see, pass } = await start();
    expect(see()).toEqual({ at: 1, trouble: null, refused: false, awake: 1 });
    await pass(BOARD_POLL_MS);
    expect(see().at).toBe(2);
  });

  it('keeps what it has while the cloud is away, says so, and goes on by itself', async () => {
    const { see, pass, cloud } = await start();
    cloud.refusal = new ApiError('networkFailed');
    await pass(BOARD_POLL_MS);
    expect(see()).toEqual({ at: 1, trouble: ERRORS.networkFailed, refused: false, awake: 1 });
    cloud.refusal = null;
    cloud.silent = true;
    await pass(BOARD_POLL_MS);
    await pass(BOARD_PATIENCE_MS);
    expect(see()).toMatchObject({ at: 1, trouble: ERRORS.requestTimedOut });
    cloud.silent = false;
    await pass(BOARD_POLL_MS);
    expect(see()).toMatchObject({ at: 4, trouble: null });
  });

  it('shows nothing any more once its key opens nothing, asks no more, and tries another one', async () => {
    const { see, pass, cloud, actor } = await start();
    cloud.refusal = new ApiError('keyWrong');
    await pass(BOARD_POLL_MS);
    expect(see()).toEqual({ at: null, trouble: null, refused: true, awake: 0 });
    const { asked } = cloud;
    await pass(10 * BOARD_POLL_MS);
    expect(cloud.asked).toBe(asked);
    cloud.refusal = null;
    actor.send({ type: 'key.changed' });
    await settle();
    expect(see()).toMatchObject({ refused: false, awake: 1, at: asked + 1 });
  });

  it('asks at once in another language', async () => {
    const { see, actor } = await start();
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    expect(see().at).toBe(2);
  });
});
