import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import type { VisitedView } from '../../../src/machines/app/events.ts';
import { preferencesMachine } from '../../../src/machines/preferences/preferences.machine.ts';
import { selectTabs } from '../../../src/machines/preferences/preferences.selectors.ts';
import { AppContext, type AppParts } from '../../../src/ui/hooks/AppContext.ts';
import { KeepScroll } from '../../../src/ui/shell/KeepScroll.tsx';
import { render } from '@testing-library/react';

const KEPT = {
  language: 'enUS',
  theme: 'system',
  sidebarOpen: true,
  panelOpen: true,
  panelNarrow: false,
  viewOrder: [],
  stickSide: 'right',
  size: 'medium',
} as const;
const view = (search: string): VisitedView => ({ path: '/list', search, titleKey: '', name: 'List', affix: false });

/** The root with a page shown, and the settings. */
function start() {
  const root = createActor(
    setup({
      types: { context: {} as { page: unknown }, events: {} as { type: 'show'; query: Record<string, string> } },
      actors: { preferences: preferencesMachine.provide({ actions: { keep: () => {} } }) },
    }).createMachine({
      context: { page: { path: '/list', query: {} } },
      invoke: { src: 'preferences', systemId: 'preferences', input: KEPT },
    }),
  ).start();
  const preferences = root.system.get('preferences') as ReturnType<typeof createActor<typeof preferencesMachine>>;
  preferences.send({ type: 'tab.visited', view: view('') });
  const open = () =>
    render(
      <AppContext value={{ root } as unknown as AppParts}>
        <main>
          <div className="list-card">
            <div className="table-scroll" role="region" aria-label="rows" />
            <KeepScroll />
          </div>
        </main>
      </AppContext>,
    );
  return { preferences, open };
}

describe('a list that is left and opened again', () => {
  it('is scrolled as it was', () => {
    const { preferences, open } = start();
    const first = open();
    screen.getByRole('region', { name: 'rows' }).scrollTop = 120;
    first.unmount();
    expect(selectTabs(preferences.getSnapshot())[0]?.scroll).toEqual([120, 0]);
    const again = open();
    expect(screen.getByRole('region', { name: 'rows' }).scrollTop).toBe(120);
    again.unmount();
  });
  it('starts at its top after its tab was closed', () => {
    const { preferences, open } = start();
    const first = open();
    screen.getByRole('region', { name: 'rows' }).scrollTop = 120;
    first.unmount();
    preferences.send({ type: 'tabs.forget' });
    preferences.send({ type: 'tab.visited', view: view('') });
    const again = open();
    expect(screen.getByRole('region', { name: 'rows' }).scrollTop).toBe(0);
    again.unmount();
  });
});
