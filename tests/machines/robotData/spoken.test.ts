/** What a robot said lately: polled in front, not in a hidden tab. */
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { expect, it } from 'vitest';
import type { SpokenLine } from '../../../contract/entities/caption.ts';
import { SPOKEN_POLL_MS } from '../../../contract/rules/limits.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { selectSpoken, type SpokenInput, spokenMachine } from '../../../src/machines/robotData/spoken.machine.ts';
import { settle } from '../../fakes/settle.ts';

const LINE: SpokenLine = { id: 'a', at: 1, text: 'Mind the step.', language: 'en' };

it('is read again and again, stays when it cannot be read, and is not read in a hidden tab', async () => {
  const clock = new SimulatedClock();
  const robot = { asked: 0, lines: [LINE], refusal: null as Error | null };
  const actor = createActor(
    spokenMachine.provide({
      actors: {
        readSpoken: fromPromise<readonly SpokenLine[], SpokenInput>(async () => {
          robot.asked += 1;
          if (robot.refusal) throw robot.refusal;
          return robot.lines;
        }),
      },
    }),
    { clock, input: { serialNumber: 'A-1' } },
  ).start();
  expect(selectSpoken(actor.getSnapshot())).toBeNull();
  await settle();
  expect(selectSpoken(actor.getSnapshot())).toEqual([LINE]);
  robot.refusal = new ApiError('networkFailed');
  clock.increment(SPOKEN_POLL_MS);
  await settle();
  expect([robot.asked, selectSpoken(actor.getSnapshot())]).toEqual([2, [LINE]]);

  actor.send({ type: 'tab.hidden' });
  clock.increment(SPOKEN_POLL_MS * 3);
  await settle();
  expect(robot.asked).toBe(2);
  Object.assign(robot, { refusal: null, lines: [] });
  actor.send({ type: 'tab.front' });
  await settle();
  expect([robot.asked, selectSpoken(actor.getSnapshot())]).toEqual([3, []]);
});
