/**
 * Model-based: a scanned point and the robot sent to it, as a small model of the app's specified behaviour; every
 * simple path is walked on the real machine.
 */
import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import type { Command } from '../../../contract/entities/command.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  selectIsSendingRobot,
  selectPoint,
  selectPointState,
  selectSentCommand,
} from '../../../src/machines/companion/companion.selectors.ts';
import {
  FOLLOW_EVERY_MS,
  type OpenedPoint,
  POINT_EVERY_MS,
  type pointMachine,
} from '../../../src/machines/companion/point.machine.ts';
import { settle } from '../../fakes/settle.ts';
import { startCompanion } from '../../fakes/startCompanion.ts';
import { walk } from '../../fakes/walkModel.ts';

const robot = (serialNumber: string, obstacle: number | null) => ({
  serialNumber,
  name: serialNumber,
  kind: 'delivery' as const,
  battery: 80,
  obstacle,
});
const FOUND: OpenedPoint = {
  point: {
    areaId: 'p',
    name: 'Lobby',
    kinds: [],
    map: { mapId: 'm', floor: '1F', name: 'Ground' },
    site: 'Hotel',
    address: 'https://rh.example/mini-program?point=p',
  },
  surroundings: null,
  picture: null,
  robots: [robot('far', ERRORS.crossFloorUnsupported), robot('one', null), robot('two', null)],
};
const command = (state: Command['state']): Command => ({
  id: 'c',
  serialNumber: 'two',
  kind: 'goTo',
  target: 'Lobby',
  targetId: 'p',
  askedBy: { userId: 'u1', name: '' },
  state,
  askedAt: 1,
  sentAt: null,
  acceptedAt: null,
  runningAt: null,
  endedAt: null,
  expiresAt: null,
  reason: null,
});
const start = async () => {
  const app = await startCompanion({ userId: 'u1', code: { kind: 'point', code: 'p' } });
  const ref = app.child('point') as ActorRefFrom<typeof pointMachine>;
  return { ...app, ref, now: () => ref.getSnapshot() };
};

type Happening =
  | 'it is there'
  | 'it was deleted'
  | 'it is elsewhere'
  | 'the cloud is away'
  | 'tries again'
  | 'sends the other'
  | 'it is asked'
  | 'it refuses'
  | 'it drives'
  | 'it arrives'
  | 'closes'
  | 'is deleted meanwhile';
const calling = setup({ types: { events: {} as { type: Happening } } }).createMachine({
  initial: 'looking',
  states: {
    looking: {
      on: {
        'it is there': 'shown',
        'it was deleted': 'gone',
        'it is elsewhere': 'foreign',
        'the cloud is away': 'failed',
      },
    },
    failed: { on: { 'tries again': 'looking' } },
    shown: { on: { 'sends the other': 'sending', 'is deleted meanwhile': 'gone' } },
    sending: { on: { 'it is asked': 'following', 'it refuses': 'refused' } },
    following: { on: { 'it drives': 'driving' } },
    driving: { on: { 'it arrives': 'arrived' } },
    arrived: { on: { closes: 'looksAnew' } },
    refused: {},
    gone: {},
    foreign: {},
    looksAnew: {},
  },
});

describe('a scanned point', () => {
  for (const path of createTestModel(calling).getSimplePaths()) {
    it(path.description, async () => {
      const app = await start();
      const { ref, now } = app;
      const follow = async (state: Command['state']) => {
        app.clock.increment(FOLLOW_EVERY_MS);
        await app.followCommand.answer(command(state));
      };
      await walk(
        path,
        { model: 'point', actor: app.actor },
        {
          events: {
            'it is there': () => app.openPoint.answer(FOUND),
            'it was deleted': () => app.openPoint.refuse('pointUnknown'),
            'it is elsewhere': () => app.openPoint.refuse('robotForeign'),
            'the cloud is away': () => app.openPoint.refuse('networkFailed'),
            'tries again': () => ref.send({ type: 'point.retry' }),
            'sends the other': () => {
              ref.send({ type: 'robot.choose', serialNumber: 'far' });
              ref.send({ type: 'robot.send' });
              expect(selectIsSendingRobot(now())).toBe(false);
              ref.send({ type: 'robot.choose', serialNumber: 'two' });
              ref.send({ type: 'robot.send' });
            },
            'is deleted meanwhile': async () => {
              app.clock.increment(POINT_EVERY_MS);
              await app.openPoint.refuse('pointUnknown');
            },
            'it is asked': () => app.sendRobot.answer(command('asked')),
            'it refuses': () => app.sendRobot.refuse('robotBusy'),
            'it drives': () => follow('running'),
            'it arrives': () => follow('finished'),
            closes: () => ref.send({ type: 'command.close' }),
          },
          states: {
            looking: () =>
              expect([selectPointState(now()), app.openPoint.asked.at(-1)]).toEqual(['looking', { areaId: 'p' }]),
            failed: () => expect(selectPointState(now())).toBe('failed'),
            // The first available robot is preselected.
            shown: () => expect([selectPointState(now()), selectPoint(now()).chosen]).toEqual(['shown', 'one']),
            sending: () =>
              expect([selectIsSendingRobot(now()), app.sendRobot.asked]).toEqual([
                true,
                [{ areaId: 'p', serialNumber: 'two' }],
              ]),
            following: () => expect(selectSentCommand(now())?.state).toBe('asked'),
            driving: () =>
              expect([selectSentCommand(now())?.state, app.followCommand.asked.at(-1)]).toEqual([
                'running',
                { commandId: 'c' },
              ]),
            arrived: () => expect(selectSentCommand(now())?.state).toBe('finished'),
            refused: () =>
              expect([selectPointState(now()), selectPoint(now()).failure?.code, selectPoint(now()).chosen]).toEqual([
                'shown',
                ERRORS.robotBusy,
                'two',
              ]),
            gone: () => expect(selectPointState(now())).toBe('gone'),
            foreign: () => expect(selectPointState(now())).toBe('foreign'),
            looksAnew: () =>
              expect([selectSentCommand(now()), now().matches({ shown: 'refreshing' })]).toEqual([null, true]),
          },
        },
      );
      app.actor.stop();
    });
  }

  it('shows the picture of its map when that has come, and is of use without', async () => {
    const app = await start();
    await app.openPoint.answer({
      ...FOUND,
      picture: { pictureId: 'p1', width: 100, height: 80, column: 10, row: 20, resolution: 0.05, yaw: 0 },
    });
    expect(app.loadPicture.asked).toEqual([{ mapId: 'm', pictureId: 'p1' }]);
    await app.loadPicture.refuse('networkFailed');
    expect([selectPointState(app.now()), selectPoint(app.now()).picture, selectPoint(app.now()).failure]).toEqual([
      'shown',
      null,
      null,
    ]);
    app.actor.stop();

    const again = await start();
    await again.openPoint.answer(FOUND);
    const file = new Blob(['png']);
    await again.loadPicture.answer(file);
    again.clock.increment(POINT_EVERY_MS);
    await again.openPoint.answer(FOUND);
    // Polling does not fetch the picture again.
    expect([again.loadPicture.asked.length, selectPoint(again.now()).picture]).toEqual([1, file]);
    again.actor.stop();
  });

  it('stays as it is shown when a later look brings nothing, and is put away by closing', async () => {
    const app = await start();
    await app.openPoint.answer(FOUND);
    app.clock.increment(POINT_EVERY_MS);
    await app.openPoint.refuse('networkFailed');
    expect([selectPointState(app.now()), selectPoint(app.now()).failure]).toEqual(['shown', null]);
    app.clock.increment(POINT_EVERY_MS);
    await app.openPoint.answer({ ...FOUND, robots: [robot('one', ERRORS.robotBusy)] });
    expect(selectPoint(app.now()).chosen).toBe('one');
    app.ref.send({ type: 'robot.send' });
    expect(app.sendRobot.asked).toEqual([]);
    app.actor.send({ type: 'screen.close' });
    await settle();
    expect([app.child('point'), app.kept.code]).toEqual([undefined, null]);
  });

  it('waits for whoever is not signed in yet, and is what the scanner reads', async () => {
    const app = await startCompanion({ userId: '', code: { kind: 'point', code: 'p' } });
    await app.signIn.answer({ userId: 'u1' });
    app.child('entry')?.send({ type: 'form.submit' } as never);
    app.actor.send({ type: 'session.entered', userId: 'u1' });
    await settle();
    expect(app.openPoint.asked).toEqual([{ areaId: 'p' }]);
    app.actor.send({ type: 'scanner.open' });
    await settle();
    app.camera.tell({ type: 'code.seen', text: 'https://rh.example/mini-program?point=q' });
    await settle();
    expect(app.openPoint.asked.at(-1)).toEqual({ areaId: 'q' });
  });
});
