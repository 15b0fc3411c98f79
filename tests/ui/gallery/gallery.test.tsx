// @vitest-environment jsdom
/** The gallery shows every component of the kit, and what axe finds in it without a layout. */
import { readdirSync, readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { type ComponentType, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubResizeObserver } from '../../fakes/noLayout.ts';
import { settle } from '../../fakes/settle.ts';
import { BoardSample } from './BoardSample.tsx';
import { GalleryApp, galleryTexts } from './GalleryApp.tsx';
import { KitSample } from './KitSample.tsx';
import { ListSample } from './ListSample.tsx';

beforeEach(() => {
  stubResizeObserver();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  // jsdom has neither paths nor canvas.
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
      closePath() {}
      arc() {}
      rect() {}
      roundRect() {}
      addPath() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('data-theme');
});

async function show(Sample: ComponentType<{ readonly query: URLSearchParams }>, query = '') {
  const words = galleryTexts('enUS');
  await words;
  await act(async () => {
    render(
      <Suspense>
        <GalleryApp words={words}>
          <Sample query={new URLSearchParams(query)} />
        </GalleryApp>
      </Suspense>,
    );
    await settle();
  });
}
/** Rules about the whole page, and colours, which need a layout: tests in the browser check them. */
const OFF = [
  'region',
  'page-has-heading-one',
  'landmark-one-main',
  'html-has-lang',
  'document-title',
  'color-contrast',
];
async function findings(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    rules: Object.fromEntries(OFF.map((id) => [id, { enabled: false }])),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

it.each([
  ['the sheet', KitSample, ''],
  ['a form', KitSample, 'open=form'],
  ['a list', ListSample, ''],
  ['a list with details', ListSample, 'open=3'],
  ['the boards of floors and maps', BoardSample, ''],
])('axe finds nothing in %s', async (_, Sample, query) => {
  await show(Sample, query);
  expect(await findings()).toEqual([]);
});

it('shows the boards of floors and maps over their machines', async () => {
  await show(BoardSample);
  expect(screen.getAllByRole('application')).toHaveLength(2);
  const room = () => screen.getByRole('radio', { name: 'Room' });
  expect(room().getAttribute('aria-checked')).toBe('false');
  fireEvent.click(room());
  expect(room().getAttribute('aria-checked')).toBe('true');
});

it('has both themes and both languages', async () => {
  await show(ListSample, 'open=3');
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  fireEvent.click(screen.getByRole('radio', { name: '中文' }));
  expect(await screen.findByRole('button', { name: '下一条' })).toBeTruthy();
});

it('shows every component of the kit', () => {
  const shown = readdirSync('tests/ui/gallery')
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(`tests/ui/gallery/${name}`, 'utf8'))
    .join('\n');
  /** Parts of other components, which show them. */
  const within = [
    'FieldError',
    'ListBar',
    'NotFoundArt',
    'RadioButtons',
    'RovingFocusGroup',
    'RowBlocks',
    'Sparkline',
    'StopReach',
    'Tooltip',
    'TooltipContent',
  ];
  const components = ['kit', 'kit/later', 'lists'].flatMap((folder) =>
    readdirSync(`src/ui/${folder}`)
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => `${folder}/${name}`),
  );
  const missing = components.filter((file) => !shown.includes(`/${file}'`));
  expect(missing.map((file) => file.replace(/^.*\/|\.tsx$/gu, ''))).toEqual(within);
});
