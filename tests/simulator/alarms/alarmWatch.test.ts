/** Robots raise alarms: at random while they work, and on demand; each is repeated while it lasts, and ends. */
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { ALARM_TYPES, type AlarmType } from '../../../contract/entities/robotConstants.ts';
import { ALARM_VALUE_RANGES } from '../../../contract/rules/alarms.ts';
import { eventMessage } from '../../../contract/wire/actions.ts';
import type { EventMessage } from '../../../contract/wire/actions.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import { mapOf } from '../../../demo/sites.ts';
import { alarmsOf } from '../../../simulator/alarms/alarmKinds.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { PORTER, START, idle } from '../robot/stage.ts';

type Event = EventMessage['event'];
type Told<Type extends Event['type']> = EventMessage & { event: Extract<Event, { type: Type }> };
const ofType = <Type extends Event['type']>(events: readonly EventMessage[], type: Type): Told<Type>[] =>
  events.filter((message): message is Told<Type> => message.event.type === type);

const worldWith = (alarmRate: number, robots = ROBOTS) => new World({ robots, seed: 7, startAt: START, alarmRate });

it.each(ALARM_TYPES)('%s is raised at random by some robot of the demo', (type) => {
  const rates = ROBOTS.flatMap(({ kind }) => alarmsOf(kind)).flatMap(({ alarm, perHour }) =>
    alarm === type ? [perHour] : [],
  );
  expect(Math.max(0, ...rates)).toBeGreaterThan(0);
});

describe('alarms at random', () => {
  const world = worldWith(40);
  const told = new Map<string, EventMessage[]>(ROBOTS.map(({ serialNumber }) => [serialNumber, []]));
  for (let minute = 0; minute < 40; minute++) {
    world.step(60);
    for (const robot of world.robots) told.get(robot.spec.serialNumber)?.push(...robot.takeEvents());
  }
  const all = [...told.values()].flat();

  it('are of many types, each only from robots of a kind that can notice it', () => {
    const kinds = new Set(ofType(all, 'alarm').map(({ event }) => event.alarm));
    expect(kinds.size).toBeGreaterThan(8);
    for (const { serialNumber, kind } of ROBOTS) {
      const able = alarmsOf(kind).map(({ alarm }) => alarm);
      for (const { event } of ofType(told.get(serialNumber) ?? [], 'alarm')) expect(able).toContain(event.alarm);
    }
  });

  it('have a pose on the plan, and a value where one is measured', () => {
    for (const message of ofType(all, 'alarm')) {
      expect(v.is(eventMessage, message)).toBe(true);
      const { pose, alarm, value } = message.event;
      const { plan } = mapOf(pose?.mapId ?? '');
      expect(pose?.x).toBeGreaterThan(0);
      expect(pose?.x).toBeLessThan(plan.width);
      const range = ALARM_VALUE_RANGES[alarm];
      if (range) expect(value).toBeGreaterThan(range.least);
      else expect(value).toBeUndefined();
    }
  });

  it('end, and what is over was raised', () => {
    const ids = new Set(ofType(all, 'alarm').map(({ id }) => id));
    const over = ofType(all, 'alarmOver');
    expect(over.length).toBeGreaterThan(5);
    for (const { event } of over) expect(ids.has(event.alarmId)).toBe(true);
  });

  it('do not exist with a rate of zero', () => {
    const quiet = worldWith(0, ROBOTS.slice(0, 4));
    quiet.step(900);
    const events = quiet.robots.flatMap((robot) => robot.takeEvents());
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter(({ event }) => event.type.startsWith('alarm'))).toEqual([]);
    expect(quiet.robots.flatMap((robot) => robot.takePictures())).toEqual([]);
  });
});

describe('the usual rate', () => {
  it('is a handful an hour for the whole fleet', () => {
    const perHour = ROBOTS.flatMap(({ kind }) => alarmsOf(kind)).reduce((sum, one) => sum + one.perHour, 0);
    expect(perHour).toBeGreaterThan(3);
    expect(perHour).toBeLessThan(9);
  });
});

describe('an alarm on demand', () => {
  const raise = (alarm: AlarmType) => {
    const world = worldWith(0, [idle(PORTER)]);
    const [robot] = world.robots;
    if (!robot) throw new Error('no robot');
    world.step(1);
    robot.takeEvents();
    robot.setFault(alarm, true);
    return { world, robot };
  };

  it.each(ALARM_TYPES)('%s is raised at once near the robot, with a picture of it and one from before', (alarm) => {
    const { robot, world } = raise(alarm);
    const [message, ...more] = ofType(robot.takeEvents(), 'alarm');
    expect(more).toEqual([]);
    expect(message?.event.alarm).toBe(alarm);
    const pose = message?.event.pose;
    expect(pose?.mapId).toBe(robot.body.mapId);
    const { x, y } = robot.body.motion;
    const isOnWall = ['doorOpen', 'noise', 'unclosedWindow', 'missingExtinguisher'].includes(alarm);
    expect(Math.hypot((pose?.x ?? 0) - x, (pose?.y ?? 0) - y)).toBeLessThan(isOnWall ? 40 : 5.5);
    const pictures = robot.takePictures();
    expect(pictures.map(({ moment }) => moment)).toEqual(['at', 'before']);
    expect(pictures.map(({ incident }) => incident?.alarm ?? null)).toEqual([alarm, null]);
    expect(pictures[1]?.at).toBeLessThan(pictures[0]?.at ?? 0);
    expect(pictures[1]?.view).toEqual(pictures[0]?.view);
    expect(pictures.every(({ alarmId }) => alarmId === message?.id)).toBe(true);
    expect(world.incidentsOn(robot.body.mapId).map((one) => one.alarm)).toEqual([alarm]);
  });

  it('is reported again about every two minutes, and ends when it is switched off', () => {
    const { robot, world } = raise('smoke');
    const [first] = ofType(robot.takeEvents(), 'alarm');
    robot.takePictures();
    world.step(300);
    const again = ofType(robot.takeEvents(), 'alarm');
    expect(again).toHaveLength(2);
    expect(again[0]?.event).toEqual(first?.event);
    expect(again[0]?.id).not.toBe(first?.id);
    robot.setFault('smoke', false);
    expect(ofType(robot.takeEvents(), 'alarmOver')[0]?.event.alarmId).toBe(again[1]?.id);
    expect(robot.takePictures()).toMatchObject([{ moment: 'after', alarmId: again[1]?.id, incident: null }]);
    expect(world.incidentsOn(robot.body.mapId)).toEqual([]);
    world.step(300);
    expect(ofType(robot.takeEvents(), 'alarm')).toEqual([]);
  });

  it('is raised once, however often it is switched on', () => {
    const { robot } = raise('fall');
    robot.setFault('fall', true);
    expect(ofType(robot.takeEvents(), 'alarm')).toHaveLength(1);
  });
});
