/** Robot page and home map on the replay stage: both render, dialogs included, although the recording is redacted. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { Framed } from '../../../src/app/Framed.tsx';
import type { LocaleTable } from '../../../src/app/i18n.ts';
import { pages } from '../../../src/app/pages.ts';
import { loadStage, type Stage } from '../../../src/app/replayStage/loadStage.ts';
import { StageScreen } from '../../../src/app/replayStage/StageScreen.tsx';
import { FIRST_AREAS, FLEET_AREAS } from '../../../src/app/locales/loadLocale.ts';
import { ASIDES } from '../../../src/machines/app/events.ts';
import { stageShow } from '../../../src/machines/recording/stageMoment.ts';
import { playConsole, type PlayedConsole } from '../../fakes/playedConsole.ts';
import { sampleCommand, sampleLease, sampleRobot, SN } from '../../fakes/robotSample.ts';
import { installCanvas } from '../robotData/canvas.ts';

let stage: Stage;
beforeAll(async () => {
  installCanvas();
  stage = await loadStage({
    pages,
    areas: [...FIRST_AREAS, ...FLEET_AREAS, 'errors', ...ASIDES],
    loadFrame: async () => Framed,
    loadLocale: async (language, area) =>
      JSON.parse(readFileSync(`locales/${language}/${area}.json`, 'utf8')) as LocaleTable,
  });
});
afterEach(cleanup);

const broken = vi.fn();
async function show(played: PlayedConsole) {
  const capsule = played.capsule();
  broken.mockClear();
  const { app } = stage.stand(stageShow(capsule, capsule.recording.steps.length - 1, 1), 0, broken);
  const rendered = await act(async () =>
    render(<StageScreen app={app} frame={stage.frame} epoch={0} onDrawn={() => {}} onBroken={broken} />),
  );
  expect(broken).not.toHaveBeenCalled();
  return rendered;
}
const robot = async () => {
  const played = (await playConsole({ at: `/home/robot-data?serialNumber=${SN}` })).toPage();
  played.answer(
    'screen',
    'loadRobot',
    sampleRobot({
      ledger: [sampleCommand('c1')],
      lease: sampleLease({ holder: { userId: 'other', name: 'Chen Yu', clientId: 'c-9' }, reason: 'guest waits' }),
    }),
  );
  played.send('screen', { type: 'mqttLink.opened', clientId: 'c-1' });
  return played;
};
const tell = (played: PlayedConsole, child: string, event: AnyEventObject) => {
  played.child('screen', child).send(event);
  return played;
};

describe('the page of a robot on the stage', () => {
  it('stands with its cards, its ledger and its picture, names withheld', async () => {
    const played = await robot();
    const { container } = await show(played);
    expect(played.value('screen')).toMatchObject({ shown: { data: { ready: 'catchingUp' } } });
    expect(screen.getByRole('heading', { name: /Porter 1/u })).toBeTruthy();
    expect(container.textContent).not.toMatch(/Chen Yu|guest waits|Lin Wei/u);
    expect(container.querySelector('canvas')).not.toBeNull();
  });
  it('stands with the question for a reason, the list of points and a picture that fills the window', async () => {
    const asked = tell(await robot(), 'lease', { type: 'lease.takeOver' });
    await show(asked);
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    cleanup();
    const points = tell(await robot(), 'commands', { type: 'points.open' });
    await show(points);
    expect(screen.getByRole('dialog')).toBeTruthy();
    cleanup();
    const filled = tell(await robot(), 'video', { type: 'fill.toggle' });
    await show(filled);
  });
});

it('home stands with its floors', async () => {
  const played = (await playConsole()).toPage();
  const { site, maps } = sampleRobot();
  played.answer('screen', 'loadMaps', {
    sites: [{ ...site!, id: 'harbour' }],
    maps: maps.map((map) => ({ ...map, siteId: 'harbour' })),
  });
  const { container } = await show(played);
  expect(container.querySelector('canvas')).not.toBeNull();
});

it('what stands over a page stands, too: the report of a problem', async () => {
  const played = (await playConsole()).toPage();
  played.send('app', { type: 'app.reportWanted' }).answer('app', 'loadAside', undefined);
  await show(played);
  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('the inspector itself stands, and opens no further stage in the stage', async () => {
  document.documentElement.dataset['stage'] = '';
  const played = (
    await playConsole({ at: '/inspector', pages: ['signIn', 'home', 'robotData', 'noRobot', 'inspector', 'notFound'] })
  ).toPage();
  played
    .send('screen', { type: 'capsule.open', wanted: { from: 'report', reportId: 'r1', name: 'x' } })
    .answer('screen', 'openCapsule', { key: 'capsule/1', name: 'x', from: 'file', actor: 0, length: 3 });
  const { container } = await show(played);
  expect(played.root.getSnapshot().context.page.page).toBe('inspector');
  expect(container.querySelector('iframe')).toBeNull();
  delete document.documentElement.dataset['stage'];
});
