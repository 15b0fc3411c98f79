/** Face recognition of a simulated robot: only while it is allowed, only of persons of the list, and a face for a fever. */
import { expect, it } from 'vitest';
import { readTemperature } from '../../../contract/rules/faces.ts';
import { lookOf, simulatedFaceId } from '../../../demo/people.ts';
import { portraitSvg } from '../../../demo/portrait.ts';
import { chanceOf } from '../../../simulator/fleet/random.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { FaceSight } from '../../../simulator/robot/faceSight.ts';
import { roster } from '../../../demo/roster.ts';

const NOW = 1_750_000_000_000;
const pose = { mapId: 'm', x: 1, y: 2, theta: 0 };
const person = (personId: string, look: number, until: number | null = null) => ({
  personId,
  serialNumber: 'U1',
  faceId: simulatedFaceId(look, 'a'),
  until,
});
const sight = () =>
  new FaceSight(
    chanceOf(1, 'faces'),
    () => pose,
    () => NOW,
  );
const seeMany = (one: FaceSight, times = 200) =>
  Array.from({ length: times }, () => {
    one.see();
    return one.take();
  }).flat();

it('sees nobody until the server allows it, and drops what waits when it is switched off', () => {
  const one = sight();
  expect(seeMany(one)).toEqual([]);
  one.hear({ type: 'faceRecognition', sentAt: NOW, isOn: true, persons: [] });
  one.see();
  one.hear({ type: 'faceRecognition', sentAt: NOW, isOn: false, persons: [] });
  expect(one.take()).toEqual([]);
});

it('recognises the persons of the list and nobody else, with believable temperatures', () => {
  const one = sight();
  one.hear({
    type: 'faceRecognition',
    sentAt: NOW,
    isOn: true,
    persons: [person('p1', 11), person('gone', 12, NOW - 1)],
  });
  const seen = seeMany(one);
  expect(seen).toHaveLength(200);
  const known = seen.filter(({ personId }) => personId !== null);
  expect(known.length).toBeGreaterThan(30);
  expect(new Set(known.map(({ personId, look }) => `${personId} ${look}`))).toEqual(new Set(['p1 11']));
  expect(new Set(seen.map(({ faceId }) => faceId)).size).toBe(200);
  for (const { temperature, look, faceId } of seen) {
    expect(temperature === null || (temperature >= 36.1 && temperature <= 36.9)).toBe(true);
    expect(readTemperature(temperature)).toBe(temperature);
    expect(lookOf(faceId)).toBe(look);
  }
});

it('forgets an erased person at once, also in what waits or is being uploaded', () => {
  const one = sight();
  one.hear({ type: 'faceRecognition', sentAt: NOW, isOn: true, persons: [person('p1', 11)] });
  const taken = seeMany(one).find(({ personId }) => personId === 'p1');
  if (!taken) throw new Error('nobody was recognised');
  expect(one.mayReport(taken)).toBe(true);
  for (let i = 0; i < 9; i++) one.see();
  one.hear({ type: 'faceRecognition', sentAt: NOW, isOn: true, persons: [] });
  expect(one.mayReport(taken)).toBe(false);
  expect(one.take().filter(({ personId }) => personId !== null)).toEqual([]);
});

it('ignores a list that was overtaken, so that an erased person stays forgotten', () => {
  const one = sight();
  one.hear({ type: 'faceRecognition', sentAt: NOW, isOn: true, persons: [] });
  one.hear({ type: 'faceRecognition', sentAt: NOW - 1, isOn: true, persons: [person('erased', 11)] });
  expect(seeMany(one).filter(({ personId }) => personId !== null)).toEqual([]);
  one.hear({ type: 'faceRecognition', sentAt: NOW + 1, isOn: true, persons: [person('p1', 11)] });
  expect(seeMany(one).some(({ personId }) => personId === 'p1')).toBe(true);
});

it('keeps only the latest sightings while they cannot be sent', () => {
  const one = sight();
  one.hear({ type: 'faceRecognition', sentAt: NOW, isOn: true, persons: [] });
  for (let i = 0; i < 50; i++) one.see();
  expect(one.take()).toHaveLength(10);
});

it('a high temperature on demand brings a face with that value and the id of its alarm', () => {
  const host = roster(12).find(({ serialNumber }) => serialNumber === 'U1-2311-0033');
  if (!host) throw new Error('the demo has no host');
  const world = new World({ robots: [host], seed: 1, startAt: NOW });
  const robot = world.robots[0];
  robot?.handleFaceRecognition({ type: 'faceRecognition', sentAt: NOW, isOn: true, persons: [] });
  robot?.takeEvents();
  robot?.setFault('highTemperature', true);
  const alarm = robot?.takeEvents().find(({ event }) => event.type === 'alarm');
  const [face] = robot?.takeFaces() ?? [];
  expect(face?.alarmId).toBe(alarm?.id);
  expect(face?.temperature).toBe(alarm?.event.type === 'alarm' ? alarm.event.value : undefined);
  if (face) robot?.reportFace(face, 'a'.repeat(32));
  expect(robot?.takeEvents()).toMatchObject([{ event: { type: 'face', alarmId: alarm?.id } }]);
});

it('draws the same face for the same number, and another one for another', () => {
  expect(portraitSvg(5)).toBe(portraitSvg(5));
  expect(new Set(Array.from({ length: 50 }, (_, look) => portraitSvg(look))).size).toBe(50);
  expect(portraitSvg(5)).not.toContain('image');
});
