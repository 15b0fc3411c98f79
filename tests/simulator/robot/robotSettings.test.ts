/** Settings of a simulated robot: applied, refused, reported, and visible. */
import { describe, expect, it } from 'vitest';
import { factsheetMessage } from '../../../contract/wire/vda5050.ts';
import { announcedSettings, ROBOT_SETTING_NAMES } from '../../../contract/rules/robotSettings.ts';
import * as v from 'valibot';
import { SITES } from '../../../demo/sites.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { isFlashOn } from '../../../simulator/camera/lights.ts';
import { factsheetOf } from '../../../simulator/robot/factsheet.ts';
import { idle, PORTER, setUp, type Stage } from './stage.ts';

const EAST = 'S2-2402-0056';
const apply = ({ robot }: Pick<Stage, 'robot'>, version: number, values: Record<string, unknown>): void =>
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
const reports = ({ robot }: Stage) =>
  robot.takeEvents().flatMap(({ event }) => (event.type === 'settings' ? [event] : []));

describe('a simulated robot', () => {
  it('announces in its factsheet what it has, by model', () => {
    const announced = (serialNumber: string) => {
      const { robot } = setUp(idle(serialNumber));
      const header = { headerId: 0, timestamp: '', version: '2.1.0', manufacturer: 'R', serialNumber };
      return announcedSettings(v.parse(factsheetMessage, { ...header, ...factsheetOf(robot.profile, '1') }));
    };
    const [east, porter] = [announced(EAST), announced(PORTER)];
    expect(east).toContain('headVertical');
    expect(porter).toContain('volume');
    expect(porter).not.toContain('headVertical');
    expect(east.every((name) => ROBOT_SETTING_NAMES.includes(name))).toBe(true);
  });

  it('applies what it has, reports all of it, and refuses with a reason', () => {
    const stage = setUp(idle(EAST));
    stage.robot.handleBrokerUp();
    expect(reports(stage)).toMatchObject([{ version: 0, values: { volume: 60 }, refused: [] }]);
    apply(stage, 1, { volume: 30, headVertical: 28, patrolWarningLight: true, noiseAlarm: 10, unknown: 1 });
    expect(reports(stage)).toMatchObject([
      {
        version: 1,
        values: { volume: 30, headVertical: 28, patrolWarningLight: false, noiseAlarm: 85 },
        refused: [
          { name: 'patrolWarningLight', reason: 'The lamp board does not answer.' },
          { name: 'noiseAlarm', reason: 'The value is out of range.' },
        ],
      },
    ]);
    expect(stage.robot.device).toMatchObject({ volume: 30, tilt: expect.closeTo((6 * Math.PI) / 180, 9) });
  });

  it('answers a repeated version without applying an older one', () => {
    const stage = setUp(idle(EAST));
    apply(stage, 2, { volume: 30 });
    apply(stage, 1, { volume: 90 });
    expect(reports(stage).map(({ version, values }) => [version, values['volume']])).toEqual([
      [2, 30],
      [2, 30],
    ]);
  });

  it('reports a value that an action changed', () => {
    const stage = setUp(idle(EAST));
    stage.act('setVolume', { volume: 45 });
    stage.world.step(0.1);
    expect(reports(stage).at(-1)).toMatchObject({ values: { volume: 45 } });
  });

  it('switches its front light by ambient light', () => {
    const stage = setUp(idle(EAST));
    apply(stage, 1, { frontLight: true });
    stage.world.step(0.1);
    expect(stage.robot.device.lights).toBe(true);
    apply(stage, 2, { autoFrontLight: true });
    stage.world.step(0.1);
    expect(stage.robot.device.lights).toBe(false);
  });

  // At both times, daylight by UTC is the opposite of that at the site.
  it.each([
    ['noon', '2026-11-21T04:00:00Z', false],
    ['the evening', '2026-11-21T12:00:00Z', true],
  ])('has its front light by the clock of its site: at %s', (_, time, isOn) => {
    const spec = idle(EAST);
    expect(SITES.find(({ id }) => id === spec.siteId)?.timeZone).toBe('Asia/Shanghai');
    const world = new World({ robots: [spec], seed: 1, startAt: Date.parse(time) });
    const robot = world.robots[0] ?? expect.fail();
    apply({ robot }, 1, { frontLight: !isOn });
    world.step(0.1);
    apply({ robot }, 2, { autoFrontLight: true });
    world.step(0.1);
    expect(robot.device.lights).toBe(isOn);
  });

  it('keeps and forgets what it was taught, and reports both', () => {
    const stage = setUp(idle(EAST));
    expect(stage.status(stage.act('keepLearning', { learningId: 'linen-chute' }))).toBe('FINISHED');
    expect(stage.status(stage.act('forgetLearning', { learningId: 'linen-way' }))).toBe('FINISHED');
    expect(stage.status(stage.act('keepLearning', { learningId: 'linen-way' }))).toBe('FAILED');
    expect(stage.robot.takeEvents().map(({ event }) => event)).toMatchObject([
      { type: 'learned', learningId: 'linen-chute', inUse: true, teacher: { kind: 'stranger' } },
      { type: 'forgotten', learningId: 'linen-way' },
    ]);
  });
});

it('the warning light flashes once a second', () => {
  expect([0, 400, 600, 1_100].map(isFlashOn)).toEqual([true, true, false, true]);
});
