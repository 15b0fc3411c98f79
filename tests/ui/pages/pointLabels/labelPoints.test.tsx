/** Points are selected for labels by pointer or keyboard, and what is selected is announced. */
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { type LabelsResult, pointLabelsMachine } from '../../../../src/machines/pointLabels/pointLabels.machine.ts';
import { selectLabels } from '../../../../src/machines/pointLabels/pointLabels.selectors.ts';
import { PointLabelsPage } from '../../../../src/ui/pages/pointLabels/PointLabelsPage.tsx';
import { stubLayout } from '../../../fakes/noLayout.ts';
import { renderPage } from '../../renderPage.tsx';

const FOUND: LabelsResult = {
  floors: [
    {
      mapId: 'm1',
      name: 'Ground',
      floor: '1F',
      points: ['Lobby', 'Bar', 'Kitchen'].map((name) => ({ areaId: name, name, attributes: ['none'] })),
    },
  ],
  site: 'Hotel',
  origin: 'https://rh.example',
  mayPrint: true,
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(language: 'enUS' | 'zhCN' = 'enUS') {
  stubLayout({ height: 40, visible: 400 });
  const page = await renderPage(
    PointLabelsPage,
    pointLabelsMachine.provide({ actors: { loadPoints: fromPromise(async () => FOUND) } }),
    { serialNumber: 'R', language, contexts: { fleet: { robots: {}, order: [], view: 'all' } } },
  );
  return {
    ...page,
    ticked: () => selectLabels(page.screen.getSnapshot()).ticked,
    box: (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name }),
  };
}

it('a check box selects by its text; "all" shows that some are selected, and their number is announced', async () => {
  const { box, press, ticked } = await show();
  const [all, lobby] = [box('Select all 3'), box('Select Lobby')];
  const announced = within(screen.getByRole('region', { name: 'Points' })).getByRole('status');
  expect([all.checked, all.indeterminate, lobby.checked, announced.textContent]).toEqual([false, false, false, '']);
  await press(lobby);
  expect([all.checked, all.indeterminate, lobby.checked]).toEqual([false, true, true]);
  expect([ticked(), announced.textContent]).toEqual([['Lobby'], '1 selected']);
  // The text belongs to the box: a press on it selects the rest.
  await press(screen.getByText('Select all 3'));
  expect([all.checked, all.indeterminate, box('Select Bar').checked]).toEqual([true, false, true]);
  expect([ticked(), announced.textContent]).toEqual([['Lobby', 'Bar', 'Kitchen'], '3 selected']);
  await press(screen.getByText('Select all 3'));
  expect([ticked(), announced.textContent]).toEqual([[], '']);
});

it('with nothing to select, "all" says so and selects nothing', async () => {
  const { box, press, ticked, after, screen: labels } = await show();
  await after(() => labels.send({ type: 'points.search', keyword: 'attic' }));
  const all = box('Select all 0');
  expect([all.getAttribute('aria-disabled'), all.closest('label')?.title]).toEqual(['true', 'Nothing to select.']);
  await press(all);
  expect([ticked(), all.checked]).toEqual([[], false]);
});

it('a point is shown in the preview without being selected', async () => {
  const { press, ticked } = await show('zhCN');
  const shown = screen.getByRole('button', { name: 'Kitchen' });
  await press(shown);
  expect([shown.getAttribute('aria-pressed'), ticked()]).toEqual(['true', []]);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^选择\s?Kitchen$/u }).checked).toBe(false);
});

it('the paper of a label has a solid outline: a dashed one means planned', async () => {
  const { after, screen: labels } = await show();
  const paper = () => screen.getByRole('img', { name: 'QR code of Lobby' }).parentElement?.className ?? '';
  expect(paper()).toMatch(/\bborder\b/u);
  expect(paper()).not.toContain('dashed');
  await after(() => labels.send({ type: 'sheet.choose', change: { format: 'zip' } }));
  expect(paper()).toMatch(/\bborder\b/u);
  expect(paper()).not.toContain('dashed');
});
