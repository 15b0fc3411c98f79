/**
 * The replay stage renders the real console in every kind of state, reports what it cannot show, and executes no
 * effects.
 */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { disableInput } from '../../../src/app/replayStage/disableInput.ts';
import { loadStage, type Stage } from '../../../src/app/replayStage/loadStage.ts';
import { StageScreen } from '../../../src/app/replayStage/StageScreen.tsx';
import { Framed } from '../../../src/app/Framed.tsx';
import type { LocaleTable } from '../../../src/app/i18n.ts';
import { pages } from '../../../src/app/pages.ts';
import { FIRST_AREAS, FLEET_AREAS } from '../../../src/app/locales/loadLocale.ts';
import type { OpenedRecording } from '../../../src/machines/recording/opened.ts';
import { ASIDES } from '../../../src/machines/app/events.ts';
import { stageShow } from '../../../src/machines/recording/stageMoment.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { playConsole } from '../../fakes/playedConsole.ts';
import { robotOf } from '../robotOf.ts';
import { installCanvas } from '../robotData/canvas.ts';

let stage: Stage;
const network = vi.fn(() => Promise.reject(new Error('no network here')));
beforeAll(async () => {
  installCanvas();
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('WebSocket', network);
  stage = await loadStage({
    pages,
    areas: [...FIRST_AREAS, ...FLEET_AREAS, 'errors', ...ASIDES],
    loadFrame: async () => Framed,
    loadLocale: async (language, area) =>
      JSON.parse(readFileSync(`locales/${language}/${area}.json`, 'utf8')) as LocaleTable,
  });
});
const written = vi.spyOn(Storage.prototype, 'setItem');
beforeEach(() => void written.mockClear());
afterEach(() => {
  cleanup();
  expect(network).not.toHaveBeenCalled();
  expect(written).not.toHaveBeenCalled();
  expect(window.location.pathname).toBe('/');
});

const broken = vi.fn();
const last = ({ recording }: OpenedRecording) => recording.steps.length - 1;
const element = (capsule: OpenedRecording, step: number) => {
  const { app } = stage.stand(stageShow(capsule, step, 1), 0, broken);
  return <StageScreen app={app} frame={stage.frame} epoch={0} onDrawn={() => {}} onBroken={broken} />;
};
const show = async (capsule: OpenedRecording, step = last(capsule)) => {
  broken.mockClear();
  const rendered = await act(async () => render(element(capsule, step)));
  expect(broken).not.toHaveBeenCalled();
  return rendered;
};

describe('the stage', () => {
  it('draws sign-in with what was typed withheld', async () => {
    const played = (await playConsole()).toSignIn();
    played.answer('screen', 'welcome', { needsSetUp: false, demo: true, siteName: 'Harbour', reachedIn: 3 });
    played
      .send('screen', { type: 'field.change', field: 'account', value: 'lin@hotel.example' })
      .send('screen', { type: 'field.change', field: 'password', value: 'Hidden7654' });
    const { container } = await show(played.capsule());
    expect(container.querySelectorAll('input').length).toBeGreaterThanOrEqual(2);
    expect([...container.querySelectorAll('input')].map(({ value }) => value)).toContain(
      '▪'.repeat('lin@hotel.example'.length),
    );
    expect(container.innerHTML).not.toMatch(/lin@hotel|Hidden7654/u);
  });

  it('draws home with its frame, its fleet and a message box', async () => {
    const played = (await playConsole()).toPage();
    played
      .beat(1)
      .send('notices', { type: 'notice.show', notice: { tone: 'error', failure: { code: 40002, said: '' } } });
    const { container } = await show(played.capsule());
    expect(screen.getAllByText(/Porter 1/u).length).toBeGreaterThan(0);
    expect(container.querySelector('.message-place')?.textContent).not.toBe('');
  });

  it('draws the page of a robot, a robot that is unknown, and no robot at all', async () => {
    const robot = (await playConsole({ at: '/home/robot-data?serialNumber=A' })).toPage();
    const loading = last(robot.capsule());
    await show(robot.capsule(), loading);
    cleanup();
    robot.refuse('screen', 'loadRobot', new ApiError('robotUnknown'));
    await show(robot.capsule());
    expect(document.body.textContent).not.toBe('');
    cleanup();
    const none = (await playConsole()).toPage(0);
    await show(none.capsule());
    expect(document.body.textContent).not.toBe('');
  });

  it('draws a page that is not there, a cloud that is away, and a page that failed', async () => {
    const lost = await playConsole({ at: '/nowhere' });
    lost.toPage();
    await show(lost.capsule());
    expect(lost.root.getSnapshot().context.page.page).toBe('notFound');
    expect(document.body.textContent).toMatch(/Page not found/u);
    cleanup();
    const away = await playConsole();
    away.answer('session', 'restore', { userId: 'u1' }).refuse('session', 'loadUser', new ApiError('networkFailed'));
    expect(away.value('session')).toBe('cloudAway');
    await show(away.capsule());
    expect(document.body.textContent).not.toBe('');
    cleanup();
    const failed = await playConsole();
    failed.answer('session', 'restore', null).refuse('app', 'loadPage', new ApiError('networkFailed'));
    await show(failed.capsule());
    expect(document.body.textContent).not.toBe('');
  });

  it('draws dialogs and menus that stand open', async () => {
    const played = (await playConsole()).toPage();
    played.send('session', { type: 'session.askSignOut' });
    await show(played.capsule());
    expect(within(screen.getByRole('alertdialog')).getAllByRole('button').length).toBe(2);
    cleanup();
    const searching = (await playConsole()).toPage();
    searching.send('frame', { type: 'layout.measured', width: 1440 }).send('frame', { type: 'palette.open' });
    await show(searching.capsule());
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('draws every step of what happened, forward and back, and keeps what stays', async () => {
    const played = (await playConsole()).toPage();
    for (let beat = 1; beat < 5; beat += 1)
      played.beat(beat, [
        robotOf({
          serialNumber: 'A',
          live: { battery: 50 + beat, pose: { mapId: 'harbour-1f', x: beat, y: 1, theta: 0 } },
        }).live,
      ]);
    const capsule = played.capsule();
    const { rerender, container } = await show(capsule);
    const heading = container.querySelector('h1');
    for (let at = last(capsule); at >= -1; at -= 1) await act(async () => rerender(element(capsule, at)));
    expect(broken).not.toHaveBeenCalled();
    for (let at = last(capsule) - 6; at <= last(capsule); at += 1)
      await act(async () => rerender(element(capsule, at)));
    const kept = container.querySelector('h1');
    await act(async () => rerender(element(capsule, last(capsule) - 1)));
    expect(container.querySelector('h1')).toBe(kept);
    expect(heading).not.toBeNull();
  });

  it('stands where the robots stood, with the way they came', async () => {
    const played = (await playConsole()).toPage();
    for (let beat = 1; beat < 5; beat += 1) {
      played.clock.increment(1_000);
      played.beat(beat, [
        robotOf({
          serialNumber: 'A',
          live: {
            at: 1_795_243_928_000 + beat * 1_000,
            pose: { mapId: 'harbour-1f', x: beat, y: 1, theta: 0 },
            path: [
              [5, 1],
              [6, 2],
            ],
          },
        }).live,
      ]);
    }
    const capsule = played.capsule();
    const { live } = stage.stand(stageShow(capsule, last(capsule), 1), 0, broken).app.parts;
    expect(live.pose('A')).toMatchObject({ x: 4, y: 1, before: null });
    expect(live.trail('A').map(([x]) => x)).toEqual([1, 2, 3, 4]);
    expect(live.path('A')).toEqual([
      [5, 1],
      [6, 2],
    ]);
    expect(live.poses('harbour-1f')).toBe(live.poses('harbour-1f'));
    expect(live.now()).toBe(capsule.replay.momentAt(last(capsule)).at);
    expect([live.stream('video/A'), live.capsule('x'), live.path('__proto__')]).toEqual([null, null, []]);
  });

  it('takes the words of the language that was spoken', async () => {
    const played = (await playConsole()).toSignIn();
    const english = played.capsule();
    played.send('preferences', { type: 'language.choose', language: 'zhCN' });
    const { container, rerender } = await show(english);
    expect(container.textContent).toMatch(/Sign in/u);
    await act(async () => rerender(element(played.capsule(), last(played.capsule()))));
    expect(container.textContent).toMatch(/登录/u);
  });

  it('says what cannot be drawn, and draws the next one', async () => {
    const played = (await playConsole()).toPage();
    const good = played.capsule();
    const fleet = Object.entries(good.recording.actors).find(([, { systemId }]) => systemId === 'fleet')![0];
    const show1 = stageShow(good, last(good), 1);
    const torn = {
      ...show1,
      moment: {
        ...show1.moment,
        states: { ...show1.moment.states, [fleet]: { ...show1.moment.states[fleet]!, context: 'nothing' } },
      },
    };
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { app } = stage.stand(torn, 0, broken);
    broken.mockClear();
    const { rerender } = await act(async () =>
      render(<StageScreen app={app} frame={stage.frame} epoch={0} onDrawn={() => {}} onBroken={broken} />),
    );
    expect(broken).toHaveBeenCalledWith(expect.stringContaining('TypeError'));
    broken.mockClear();
    const next = stage.stand(show1, 1, broken);
    await act(async () =>
      rerender(<StageScreen app={next.app} frame={stage.frame} epoch={1} onDrawn={() => {}} onBroken={broken} />),
    );
    expect(broken).not.toHaveBeenCalled();
    expect(screen.getAllByText(/Porter 1/u).length).toBeGreaterThan(0);
    silent.mockRestore();
  });

  it('lets no press, no key and no word through, but Tab', async () => {
    const end = disableInput(window);
    const played = (await playConsole()).toPage();
    const capsule = played.capsule();
    const { container } = await show(capsule);
    const pressed = vi.fn();
    for (const type of ['click', 'pointerdown', 'keydown', 'submit', 'input', 'drop', 'wheel'])
      container.addEventListener(type, pressed);
    const button = container.querySelector('button')!;
    fireEvent.click(button);
    fireEvent.pointerDown(button);
    expect(fireEvent.wheel(button)).toBe(true);
    expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(false);
    expect(fireEvent.keyDown(button, { key: 'Escape' })).toBe(false);
    expect(fireEvent.keyDown(button, { key: 'Tab' })).toBe(true);
    expect(fireEvent.keyDown(button, { key: 'c', ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(button, { key: 'ArrowDown', altKey: true })).toBe(false);
    expect(pressed).not.toHaveBeenCalled();
    expect(fireEvent.click(container.querySelector('a')!)).toBe(false);
    end();
    fireEvent.click(button);
    expect(pressed).toHaveBeenCalled();
  });
});
