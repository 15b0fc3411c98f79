/** The robot's page shows what the robot reports about itself: battery with its forecast, wheels, work, floors. */
import { fireEvent, screen, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { RobotInfo } from '../../../contract/endpoints/robotSettings.ts';
import type { Language } from '../../../contract/entities/constants.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { sampleInfo } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { installCanvas } from './canvas.ts';
import { endRobots, showRobot } from './showRobot.tsx';

beforeAll(installCanvas);
afterEach(endRobots);

async function open(info: RobotInfo | Error, { language = 'enUS' as Language, width = 1_440 } = {}) {
  await showRobot({ info, language, width });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /Robot information|查看机器人信息/u }));
    await settle();
  });
  return within(screen.getByRole('dialog'));
}
const facts = (dialog: ReturnType<typeof within>): Record<string, string> =>
  Object.fromEntries(
    dialog.getAllByRole('term').map((term: Element) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  );

it('battery, forecast, wheels, what keeps it busy, floors and how it drives', async () => {
  const shown = facts(await open(sampleInfo()));
  expect(shown).toMatchObject({
    Battery: '78%',
    'Charge cycles': '412',
    'Battery temperature': '31.2 °C',
    Voltage: '25.6 V',
    'Battery health': '93%',
    Wheels: 'not locked',
    'Called as': 'Porter 1',
    Floors: '3 maps, takes elevators',
    Driving: 'autonomous',
  });
  expect(shown['Empty']).toMatch(/^in 4 h, at 20\d\d-/u);
  expect(shown['Right now']).toMatch(/^running a route · until .* · can wait$/u);
});

it('what a robot does not report is said not to be reported, and a charging one is not forecast', async () => {
  const { battery } = sampleInfo();
  const shown = facts(
    await open(
      sampleInfo({
        battery: { ...battery, charging: true, emptyAt: null, cycles: null, temperature: null, reportedAt: null },
        wheelLock: { locked: true, why: 'emergencyStop', reportedAt: null },
        busy: { busy: true, why: 'emergencyStop', until: null, canWait: false },
        multiFloor: { supported: false, maps: 1 },
      }),
    ),
  );
  expect(shown).toMatchObject({
    Battery: '78%, charging',
    Empty: 'not while charging',
    'Charge cycles': 'not reported',
    'Battery temperature': 'not reported',
    Wheels: 'locked by the emergency stop',
    'Right now': 'emergency stop pressed',
    Floors: '1 map, no elevators',
  });
  expect(screen.getByText("The robot hasn't reported yet.")).toBeTruthy();
});

it.each([
  ['never reported', { locked: false, why: null, reportedAt: null }, 'not reported'],
  ['locked by something else', { locked: true, why: null, reportedAt: 1 }, 'locked'],
  ['locked by the brake', { locked: true, why: 'brake', reportedAt: 1 }, 'locked by the brake'],
  ['locked by Stop', { locked: true, why: 'stop', reportedAt: 1 }, 'locked by Stop'],
  ['locked by what only a later version knows', { locked: true, why: 'magnet' as 'brake', reportedAt: 1 }, 'locked'],
] as const)('the wheels: %s', async (_, wheelLock, said) =>
  expect(facts(await open(sampleInfo({ wheelLock })))['Wheels']).toBe(said),
);

it('on a phone and in Chinese', async () => {
  const shown = facts(await open(sampleInfo(), { language: 'zhCN', width: 390 }));
  expect(shown).toMatchObject({ 电量: '78%', 循环次数: '412', 车轮: '未锁定' });
});

it('what could not be read says why, and can be read again', async () => {
  const dialog = await open(new ApiError('networkFailed'));
  expect(dialog.getByRole('alert').textContent).not.toBe('');
  expect(dialog.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
