/** Alarms of a simulated robot, checked against its settings: the measured value, the switches, and a later change. */
import { expect, it } from 'vitest';
import type { AlarmType } from '../../../contract/entities/robotConstants.ts';
import { ALARM_KINDS } from '../../../simulator/alarms/alarmKinds.ts';
import { idle, setUp, type Stage } from './stage.ts';

const EAST = 'S2-2402-0056';
let version = 0;
const apply = ({ robot }: Stage, values: Record<string, unknown>): void => {
  version += 1;
  robot.handleInstantActions({
    headerId: 1,
    timestamp: '2026-11-21T08:00:00.000Z',
    version: '2.1.0',
    manufacturer: 'Roundhouse',
    serialNumber: robot.spec.serialNumber,
    actions: [
      {
        actionType: 'applySettings',
        actionId: `settings-${version}`,
        blockingType: 'NONE',
        actionParameters: [
          { key: 'version', value: version },
          { key: 'values', value: values },
        ],
      },
    ],
  });
};
const raise = (stage: Stage, alarm: AlarmType): void => stage.robot.setFault(alarm, true);
const told = ({ robot }: Stage) =>
  robot.takeEvents().flatMap(({ event }) => (event.type === 'alarm' || event.type === 'alarmOver' ? [event] : []));
const set = (values: Record<string, unknown>): Stage => {
  const stage = setUp(idle(EAST));
  stage.world.step(1);
  apply(stage, values);
  told(stage);
  return stage;
};

const LOUD = ALARM_KINDS.noise.value?.[1] ?? 0;

it.each([
  ['below the measured noise', LOUD - 1, 1],
  ['as high as the measured noise', LOUD, 0],
  ['above the measured noise', LOUD + 1, 0],
])('a limit %s', (_, noiseAlarm, count) => {
  const stage = set({ noiseAlarm });
  raise(stage, 'noise');
  expect(told(stage)).toHaveLength(count);
  expect(stage.robot.takePictures()).toHaveLength(2 * count);
  stage.robot.setFault('noise', false);
  expect(told(stage)).toHaveLength(count);
});

it('reports the value that exceeds the limit', () => {
  const stage = set({ noiseAlarm: 60 });
  raise(stage, 'noise');
  expect(told(stage)).toMatchObject([{ alarm: 'noise', value: LOUD }]);
});

it.each([
  ['detectBody', 'humanBody'],
  ['fallOver', 'fall'],
] as const)('with %s switched off there is no alarm of %s', (name, alarm) => {
  const stage = set({ [name]: false });
  raise(stage, alarm);
  expect(told(stage)).toEqual([]);
});

it('an alarm is reported even if contacts are not told', () => {
  const stage = set({ abnormalNotification: false });
  raise(stage, 'smoke');
  expect(told(stage)).toMatchObject([{ type: 'alarm', alarm: 'smoke' }]);
});

it('a limit that is lowered meanwhile raises what lasts, with its pictures', () => {
  const stage = set({ noiseAlarm: 190 });
  raise(stage, 'noise');
  expect([told(stage), stage.robot.takePictures()]).toEqual([[], []]);
  apply(stage, { noiseAlarm: 60 });
  stage.world.step(200);
  expect(told(stage)).toMatchObject([{ type: 'alarm', alarm: 'noise' }]);
  expect(stage.robot.takePictures()).toHaveLength(2);
});
