/** Robots' events about people: the steps of deliveries, guests' questions, visitors' sign-ins, and spoken text. */
import { expect, describe, it } from 'vitest';
import * as v from 'valibot';
import { isDeliveryOver } from '../../../contract/rules/delivery.ts';
import { hasPhoneNumberShape } from '../../../contract/rules/phoneNumber.ts';
import { eventMessage, type EventMessage } from '../../../contract/wire/actions.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { meetGuest } from '../../../simulator/robot/work/guests.ts';
import { parcelsFor } from '../../../simulator/robot/work/parcels.ts';
import { chanceOf } from '../../../simulator/fleet/random.ts';
import { HOST, idle, PORTER, setUp, START } from './stage.ts';

type Event = EventMessage['event'];
const specOf = (serialNumber: string) => {
  const spec = ROBOTS.find((one) => one.serialNumber === serialNumber);
  if (!spec) throw new Error(serialNumber);
  return spec;
};
const point = (id: string) => ({ id }) as never;

describe('a delivery robot at work', () => {
  it('tells each step of a delivery once, in order, with whom it is for and where it goes at the beginning', () => {
    const world = new World({ robots: [{ ...specOf(PORTER), battery: 95 }], seed: 3, startAt: START });
    const [robot] = world.robots;
    const events: EventMessage[] = [];
    const steps = (id: string) =>
      events.flatMap(({ event }) => (event.type === 'delivery' && event.deliveryId === id ? [event.status] : []));
    const first = () => events.map(({ event }) => event).find((event) => event.type === 'delivery');
    for (let left = 600; left > 0; left -= 0.05) {
      world.step(0.05);
      events.push(...(robot?.takeEvents() ?? []));
      const id = first()?.deliveryId;
      if (id !== undefined && isDeliveryOver(steps(id).at(-1) ?? 'created')) break;
    }
    for (const event of events) expect(v.safeParse(eventMessage, JSON.parse(JSON.stringify(event))).success).toBe(true);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const begun = first();
    expect(begun).toMatchObject({
      status: 'created',
      loadingPoint: 'harbour-1f.kitchen-pass',
      destination: 'harbour-2f.room-205',
    });
    expect(hasPhoneNumberShape(begun?.phoneNumber ?? '')).toBe(true);
    expect(begun?.phoneNumber).toMatch(/^(?:\+1\d{3}55501\d\d|\+8613800000\d{3})$/u);
    const told = steps(begun?.deliveryId ?? '');
    expect(told.slice(0, 6)).toEqual([
      'created',
      'goingToLoadingPoint',
      'arrivedAtLoadingPoint',
      'loading',
      'loadingCompleted',
      'delivering',
    ]);
    expect(['completed', 'notPickedUp', 'deliveryFailed', 'cancelled']).toContain(told.at(-1));
    // What it says while it is loaded, in both languages of the hotel.
    expect(events.flatMap(({ event }) => (event.type === 'speech' ? [`${event.language} ${event.text}`] : []))).toEqual(
      expect.arrayContaining(['zh 请放入物品。', 'en Please load the drawer.', 'en Thank you, on my way.']),
    );
  });

  it('called away by a person, it says that its delivery is off', () => {
    const stage = setUp({ ...specOf(PORTER), battery: 95 });
    stage.until(
      () =>
        stage.state().information?.some(({ infoType }) => infoType === 'task') === true &&
        stage.robot.body.motion.v > 0.3,
      60,
    );
    stage.goTo('harbour-1f.reception');
    stage.world.step(1);
    const last = stage.robot
      .takeEvents()
      .flatMap(({ event }) => (event.type === 'delivery' ? [event.status] : []))
      .at(-1);
    expect(last).toBe('cancelled');
  });

  it('a light one tells nothing: a thousand would write a database full', () => {
    const world = new World({
      robots: [
        { ...specOf(PORTER), light: true },
        { ...specOf(HOST), light: true },
      ],
      seed: 3,
      startAt: START,
    });
    for (let left = 200; left > 0; left -= 0.05) world.step(0.05);
    expect(world.robots.flatMap((robot) => robot.takeEvents())).toEqual([]);
  });
});

describe('what people do', () => {
  const course = (seed: number): string[] => {
    const told: Event[] = [];
    const parcels = parcelsFor([point('load'), point('room')], {
      people: chanceOf(seed, 'x'),
      ground: { now: () => START } as never,
      tell: (event) => void told.push(event),
    });
    parcels.load();
    parcels.all('deliveryFailed', 'last');
    parcels.all('cancelled', 'last');
    return told.flatMap((event) => (event.type === 'delivery' ? [event.status] : []));
  };

  it('now and then a loading fails or times out, and what is over is over', () => {
    const ends = Array.from({ length: 400 }, (_, seed) => course(seed)).map((told) => told.at(-1));
    const share = (status: string) => ends.filter((end) => end === status).length / ends.length;
    expect(share('loadingTimeout') + share('loadingFailed')).toBeGreaterThan(0.01);
    expect(share('loadingTimeout') + share('loadingFailed')).toBeLessThan(0.12);
    expect(share('cancelled')).toBe(0);
  });

  it('guests ask in their language, some questions have no answer, and only a T2 signs visitors in', () => {
    const meet = (model: string): Event[] => {
      const told: Event[] = [];
      const people = chanceOf(1, model);
      for (let i = 0; i < 600; i++)
        meetGuest({
          people,
          tell: (event) => void told.push(event),
          say: () => undefined,
          spec: { ...specOf(HOST), model },
        });
      return told;
    };
    const events = meet('T2');
    const visits = events.filter((event) => event.type === 'visit');
    expect(visits.length).toBeGreaterThan(3);
    expect(visits.length).toBeLessThan(50);
    expect(new Set(visits.map(({ visitId }) => visitId)).size).toBe(visits.length);
    expect(events.some((event) => event.type === 'question' && !event.answered && event.answer === undefined)).toBe(
      true,
    );
    expect(
      events.some(
        (event) => event.type === 'question' && event.answered && event.answer !== undefined && event.language === 'zh',
      ),
    ).toBe(true);
    expect(meet('U1').some(({ type }) => type === 'visit')).toBe(false);
  });

  it('what a person makes a robot say is heard as well', () => {
    const stage = setUp(idle(PORTER));
    stage.act('say', { text: 'Mind the step.' });
    expect(stage.robot.takeEvents()).toMatchObject([
      { event: { type: 'speech', text: 'Mind the step.', language: 'en' } },
    ]);
  });
});
