/** The page of a vehicle that has only what the standard requires says in words what it lacks, and offers the rest. */
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CORE_ABILITIES } from '../../fakes/coreAbilities.ts';
import { sampleDetail, sampleLive } from '../../fakes/robotSample.ts';
import { installCanvas } from './canvas.ts';
import { endRobots, showRobot } from './showRobot.tsx';

beforeAll(installCanvas);
afterEach(endRobots);

const TEXTS = {
  enUS: {
    noCamera: 'No camera',
    noVideo: "This robot doesn't support video.",
    noTeleop: "Porter 1 can't be driven manually",
    noTeleopText: "The robot doesn't support manual driving. Commands still work.",
    actions: 'Actions',
    noActions: "This robot doesn't support announcements, photos, lights or other actions.",
    goTo: 'Go to point',
    retry: 'Try again',
    off: 'Turn video off',
  },
  zhCN: {
    noCamera: '没有摄像头',
    noVideo: '此机器人不支持视频。',
    noTeleop: 'Porter 1 不支持手动驾驶',
    noTeleopText: '此机器人不支持手动驾驶，指令仍可正常使用。',
    actions: '操作',
    noActions: '此机器人不支持播报、拍照、灯光等操作。',
    goTo: '前往点位',
    retry: '重试',
    off: '关闭视频',
  },
} as const;

const reasonOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
const show = (language: keyof typeof TEXTS, width?: number) =>
  showRobot({
    language,
    ...(width ? { width } : {}),
    first: {
      detail: sampleDetail({ abilities: CORE_ABILITIES, live: sampleLive({ driving: false, task: null, path: [] }) }),
    },
  });

describe.each(['enUS', 'zhCN'] as const)('a vehicle with the core of the standard, in %s', (language) => {
  const t = TEXTS[language];

  it('says on the desk that it has no video, manual driving or actions', async () => {
    await show(language);
    expect(screen.getByText(t.noCamera)).toBeTruthy();
    expect(screen.getByText(t.noVideo)).toBeTruthy();
    // Neither can succeed.
    for (const name of [t.retry, t.off]) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByText(t.noTeleop)).toBeTruthy();
    expect(screen.getByText(t.noTeleopText)).toBeTruthy();
    const actions = screen.getByRole('button', { name: t.actions });
    expect(reasonOf(actions)).toContain(t.noActions);
    fireEvent.click(actions);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(reasonOf(screen.getByRole('button', { name: t.goTo }))).toBe('');
  });

  it('says the same on a phone, where their controls are absent', async () => {
    await show(language, 390);
    expect(screen.getByText(t.noVideo)).toBeTruthy();
    expect(screen.getByText(t.noTeleopText)).toBeTruthy();
    expect(within(screen.getByRole('region', { name: t.actions })).getByText(t.noActions)).toBeTruthy();
    expect(screen.queryByRole('application', { name: /Joystick|摇杆/u })).toBeNull();
  });
});

it('a camera that is not connected is tried again', async () => {
  const robot = await showRobot();
  await robot.so(() => robot.child('video').send({ type: 'viewing.refused', reason: 'noCamera' } as never));
  expect(screen.getByText(/camera isn't connected. Retrying/u)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
