/**
 * The replay stage restores what the user opened, selected, scrolled to, played and recorded, also from recordings made
 * by older versions.
 */
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Framed } from '../../../src/app/Framed.tsx';
import type { LocaleTable } from '../../../src/app/i18n.ts';
import { pages } from '../../../src/app/pages.ts';
import { loadStage, type Stage } from '../../../src/app/replayStage/loadStage.ts';
import { StageScreen } from '../../../src/app/replayStage/StageScreen.tsx';
import { FIRST_AREAS, FLEET_AREAS } from '../../../src/app/locales/loadLocale.ts';
import { ASIDES } from '../../../src/machines/app/events.ts';
import type { ActorState, Json } from '../../../src/machines/recording/format.ts';
import { stageShow } from '../../../src/machines/recording/stageMoment.ts';
import type { StageShow } from '../../../src/machines/recording/stageMessages.ts';
import { playConsole, type PlayedConsole } from '../../fakes/playedConsole.ts';
import { sampleRobot } from '../../fakes/robotSample.ts';
import { mapOf, THREE } from '../../fakes/startMapEditor.ts';
import { choiceOf, routeOf } from '../../fakes/startRouteEditor.ts';
import { routeOf as pageOf } from '../../fakes/startSession.ts';
import { robotOf } from '../robotOf.ts';
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
async function draw(show: StageShow) {
  broken.mockClear();
  const { app } = stage.stand(show, 0, broken);
  const rendered = await act(async () =>
    render(<StageScreen app={app} frame={stage.frame} epoch={0} onDrawn={() => {}} onBroken={broken} />),
  );
  expect(broken).not.toHaveBeenCalled();
  return rendered;
}
const last = (played: PlayedConsole): StageShow => {
  const capsule = played.capsule();
  return stageShow(capsule, capsule.recording.steps.length - 1, 1);
};
/** A recording by an older console without these fields, regions and children of a machine. */
function before(show: StageShow, machine: string, fields: readonly string[], regions: readonly string[] = []) {
  const states: Record<string, ActorState> = {};
  const without = (value: unknown, names: readonly string[]): object =>
    Object.fromEntries(Object.entries(value as object).filter(([name]) => !names.includes(name)));
  for (const [number, state] of Object.entries(show.moment.states)) {
    const isIt = show.actors[number]?.machine === machine;
    if (show.actors[number]?.machine === 'listCursor') continue;
    states[number] = {
      ...state,
      children: state.children.filter((child) => show.actors[child]?.machine !== 'listCursor'),
      ...(isIt ? { context: without(state.context, fields) as Json } : {}),
      ...(isIt && regions.length > 0 ? { value: without(state.value, regions) as ActorState['value'] } : {}),
    };
  }
  return { ...show, moment: { ...show.moment, states } };
}

const onPage = async (path: string, page: string): Promise<PlayedConsole> => {
  const table = [
    pageOf('/', {
      component: undefined,
      redirect: '/home',
      children: [pageOf('home', { meta: { title: 'routes.home', affix: true } }), pageOf(path, { component: page })],
    }),
  ];
  return (await playConsole({ at: `/${path}`, pages: ['signIn', 'home', page, 'noRobot', 'notFound'] })).toPage(
    2,
    table,
  );
};

it('the list of the robots of the map, open where the keyboard was', async () => {
  const played = (await playConsole()).toPage();
  const { site, maps } = sampleRobot();
  played.answer('screen', 'loadMaps', {
    sites: [{ ...site!, id: 'harbour' }],
    maps: maps.map((map) => ({ ...map, siteId: 'harbour' })),
  });
  const pose = { mapId: maps[0]?.id ?? '', x: 3, y: 3, theta: 0 };
  played.beat(
    1,
    ['A', 'B'].map((serialNumber) => robotOf({ serialNumber, live: { pose } }).live),
  );
  played.child('screen', 'listCursor').send({ type: 'row.focus', id: 'B' });
  const show = last(played);
  await draw(show);
  const list = (): HTMLElement => screen.getByRole('group', { name: 'Robots on this floor' });
  const rows = (): boolean[] =>
    [...list().querySelectorAll('button')].map((button) => button.hasAttribute('data-focused'));
  expect([list().hasAttribute('data-open'), rows()]).toEqual([true, [false, true]]);
  cleanup();
  await draw(before(show, '', []));
  expect([list().hasAttribute('data-open'), rows()]).toEqual([false, [false, false]]);
});

it('the list of the points of a route, open at the point where the keyboard was, with what a press there does', async () => {
  const played = await onPage('cruise-routes', 'cruiseRoutes');
  const route = routeOf('r', 'aba');
  played
    .answer('screen', 'loadRoutes', {
      routes: [choiceOf(route)],
      floors: [],
      mapId: 'm1',
      mayEdit: true,
      mayOperate: true,
    })
    .send('screen', { type: 'route.open', pathId: 'r' });
  const editor = played.child('screen', 'routeEditor');
  played.answerTo(editor, 'loadRoute', { map: mapOf(THREE), route, kept: null, seed: 's' });
  editor.send({ type: 'mapStop.press', areaId: 'a', number: 1 });
  played.named(editor, 'pointCursor').send({ type: 'row.focus', id: 'a' });
  const show = last(played);
  await draw(show);
  const list = screen.getByRole('group', { name: /points and stops/iu });
  expect(list.hasAttribute('data-open')).toBe(true);
  const [row] = [...list.querySelectorAll<HTMLElement>('[data-focused]')];
  expect([row?.textContent, row?.tabIndex]).toEqual(['Dock, stop 1, 3', 0]);
  expect(document.querySelector('[role=application] ~ p')?.textContent).toMatch(/3/u);
  cleanup();
  await draw(before(show, 'routeEditor', ['pressed', 'typed']));
  expect(screen.getByRole('group', { name: /points and stops/iu }).hasAttribute('data-open')).toBe(false);
});

it('the picture of a new map, as large as it was, with its marks and the one that is to come', async () => {
  const played = await onPage('maps', 'maps');
  played
    .answer('screen', 'loadMaps', { siteId: 'harbour', sites: [], floors: [], robots: [], plans: [] })
    .send('screen', { type: 'map.import', map: null });
  const part = played.child('screen', 'mapImport');
  part.send({ type: 'files.pick', files: [new File(['x'], 'x.png')] });
  part.send({
    type: 'read.done',
    read: { key: 'k', url: 'blob:k', width: 100, height: 50, title: 'roof', meta: {}, placing: null },
  });
  part.send({ type: 'mark.put', mark: [10, 10] });
  part.send({ type: 'nextMark.move', by: [25, 0] });
  part.send({ type: 'picture.zoom', factor: 2 });
  const show = last(played);
  await draw(show);
  const picture = (): HTMLElement => within(screen.getByRole('dialog')).getByRole('button', { name: /mark/iu });
  const marks = (): string[] => [...picture().querySelectorAll<HTMLElement>('span')].map(({ style }) => style.left);
  expect([picture().style.width, marks()]).toEqual(['200%', ['10%', '75%']]);
  cleanup();
  await draw(before(show, 'mapImport', ['nextMark', 'zoom']));
  expect([picture().style.width, marks()]).toEqual(['100px', ['10%']]);
});

it('the menu of a tab', async () => {
  const played = (await playConsole()).toPage();
  played.send('frame', { type: 'tabMenu.open', menu: { path: '/home', x: 30, y: 40 } });
  const show = last(played);
  await draw(show);
  expect(screen.getByRole('menu')).toBeTruthy();
  cleanup();
  await draw(before(show, 'frame', ['tabMenu'], ['tabMenu']));
  expect(screen.queryByRole('menu')).toBeNull();
});
