/** Robots' events about people: guests' questions, visitors' sign-ins, and spoken text. */
import { expect, describe, it } from 'vitest';
import type { EventMessage } from '../../../contract/wire/actions.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { meetGuest } from '../../../simulator/robot/work/guests.ts';
import { chanceOf } from '../../../simulator/fleet/random.ts';
import { HOST, idle, PORTER, setUp, START } from './stage.ts';

type Event = EventMessage['event'];
const specOf = (serialNumber: string) => {
  const spec = ROBOTS.find((one) => one.serialNumber === serialNumber);
  if (!spec) throw new Error(serialNumber);
  return spec;
};

describe('a delivery robot at work', () => {
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
  it('guests ask in their language, some questions have no answer, and only a T2 signs visitors in', () => {
    const meet = (model: string): Event[] => {
      const told: Event[] = [];
      const people = chanceOf(1, model);
      for (let i = 0; i < 600; i++)
        meetGuest({
          people,
          tell: (event) => void told.push(event),
          say: () => undefined,
          seeFace: () => undefined,
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
