/** The page of a map with a stored draft: Escape keeps the draft, and discarding it requires confirmation. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { MapEditorRef } from '../../../../src/machines/mapEditor/mapEditor.selectors.ts';
import { AppContext, type AppParts } from '../../../../src/ui/hooks/AppContext.ts';
import { MapEditorPage } from '../../../../src/ui/pages/mapEditor/MapEditorPage.tsx';
import { startMapEditor } from '../../../fakes/startMapEditor.ts';
import { textsOf } from '../../withTexts.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function offered() {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  const before = await startMapEditor().settle();
  before.down(2, 2).move(4.5, 6.5).up();
  const hand = await before.reload().settle();
  const still = (snapshot: object) => ({
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: () => undefined }),
    send: () => undefined,
  });
  const fleet = still({ context: { robots: {}, order: [], sites: [] }, children: {}, hasTag: () => false });
  const root = { ...still({ children: { fleet }, context: {}, hasTag: () => false }), system: { get: () => fleet } };
  const parts = { texts: await textsOf('enUS'), root, live: { now: () => 0 } } as unknown as AppParts;
  await act(
    async () =>
      void render(
        <AppContext value={parts}>
          <MapEditorPage screen={hand.actor as unknown as MapEditorRef} />
        </AppContext>,
      ),
  );
  return hand;
}
const button = (name: string) => screen.getByRole('button', { name });

it('asks before a kept draft is thrown away, and goes back to the offer', async () => {
  const hand = await offered();
  expect(document.activeElement).toBe(button('Continue editing'));
  await act(async () => void fireEvent.click(button('Discard draft')));
  expect(screen.getByRole('alertdialog', { name: 'Discard draft?' })).toBeTruthy();
  expect(document.activeElement).toBe(button('Cancel'));
  await act(async () => void fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' }));
  expect([hand.stage(), hand.kept() === null]).toEqual(['offering', false]);
  expect(screen.getByRole('alertdialog', { name: 'You have an unsaved draft' })).toBeTruthy();
});
