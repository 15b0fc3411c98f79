/** The picture of a call that the user is not in: live, frozen, tried again, refused for good, and not for a hidden tab. */
import { expect, it } from 'vitest';
import { fromCallback, SimulatedClock, type EventObject } from 'xstate';
import type { CarryInput } from '../../../src/machines/calls/callMedia.setup.ts';
import { callPreviewMachine, type CallPreviewEvent } from '../../../src/machines/calls/callPreview.machine.ts';
import {
  selectIsPreviewHeard,
  selectPreview,
  selectPreviewPicture,
} from '../../../src/machines/calls/callPreview.selectors.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

function start() {
  const clock = new SimulatedClock();
  const world = { carried: 0, open: 0 };
  let tell: (event: CallPreviewEvent) => void = () => {};
  let tab: (event: CallPreviewEvent) => void = () => {};
  const { actor, toldTo } = startUnderApp(
    callPreviewMachine.provide({
      actors: {
        carry: fromCallback<EventObject, CarryInput>(({ sendBack }) => {
          world.carried += 1;
          world.open += 1;
          tell = sendBack as typeof tell;
          return () => void (world.open -= 1);
        }),
        watchTab: fromCallback(({ sendBack }) => void (tab = sendBack as typeof tab)),
      },
    }),
    { as: 'calls', input: { serialNumber: 'U1', callId: 'call-1' }, clock },
  );
  return {
    actor,
    clock,
    world,
    toldTo,
    tell: (event: CallPreviewEvent) => tell(event),
    tab: (event: CallPreviewEvent) => tab(event),
    picture: () => selectPreviewPicture(actor.getSnapshot()),
  };
}

it('is live with the first frame, lost when it freezes, and comes back', () => {
  const { clock, world, tell, picture, actor, toldTo } = start();
  expect(toldTo('connection')).toContainEqual({ type: 'mqttLink.acquire', key: 'U1~call' });
  expect(picture()).toBe('connecting');
  tell({ type: 'media.flowing', at: 5 });
  expect(picture()).toBe('live');
  const figures = { framesPerSecond: 15, kilobitsPerSecond: 300, width: 640, height: 360, roundTrip: 9, delay: null };
  tell({ type: 'media.measured', figures, at: 7 });
  expect(selectPreview(actor.getSnapshot()).pictureAt).toBe(7);
  tell({ type: 'media.frozen' });
  expect(picture()).toBe('lost');
  tell({ type: 'media.flowing', at: 9 });
  expect(picture()).toBe('live');
  tell({ type: 'media.frozen' });
  clock.increment(5_000);
  expect(world.open).toBe(0);
  clock.increment(2_000);
  expect(world).toEqual({ carried: 2, open: 1 });
});

it('tries again without a first frame, after an end, and when the robot is full', () => {
  const { clock, world, tell, actor } = start();
  clock.increment(10_000);
  clock.increment(2_000);
  expect(world.carried).toBe(2);
  tell({ type: 'media.ended' });
  actor.send({ type: 'media.retry' });
  expect(world.carried).toBe(3);
  tell({ type: 'media.refused', reason: 'tooManyViewers' });
  expect(selectPreview(actor.getSnapshot()).refusal).toBe('tooManyViewers');
  clock.increment(2_000);
  expect(world).toEqual({ carried: 4, open: 1 });
});

it.each(['noCamera', 'notAllowed'] as const)('stops at %s until it is asked for again', (reason) => {
  const { clock, world, tell, actor, picture } = start();
  tell({ type: 'media.refused', reason });
  clock.increment(60_000);
  expect(picture()).toBe('blind');
  expect(world).toEqual({ carried: 1, open: 0 });
  actor.send({ type: 'media.retry' });
  expect(world).toEqual({ carried: 2, open: 1 });
});

it('asks the robot for nothing while the tab is hidden', () => {
  const { world, tab, picture, tell } = start();
  tell({ type: 'media.flowing', at: 5 });
  tab({ type: 'tab.hidden' });
  expect(world.open).toBe(0);
  expect(picture()).toBe('connecting');
  tab({ type: 'tab.blurred' });
  expect(world.open).toBe(1);
  tab({ type: 'tab.hidden' });
  tab({ type: 'tab.front' });
  expect(world).toEqual({ carried: 3, open: 1 });
});

it('is heard only after a press', () => {
  const { actor } = start();
  expect(selectIsPreviewHeard(actor.getSnapshot())).toBe(false);
  actor.send({ type: 'speaker.toggle' });
  expect(selectIsPreviewHeard(actor.getSnapshot())).toBe(true);
  actor.send({ type: 'speaker.toggle' });
  expect(selectIsPreviewHeard(actor.getSnapshot())).toBe(false);
});
