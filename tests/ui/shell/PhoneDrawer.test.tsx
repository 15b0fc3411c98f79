/** The drawer of a phone: the choices that the menu of the account has on a desktop. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PhoneDrawer } from '../../../src/ui/shell/PhoneDrawer.tsx';
import { userOf } from '../../fakes/startSession.ts';
import { renderInApp } from '../renderPage.tsx';

it('offers the height of table rows, like language and theme, and shows which one is chosen', async () => {
  await renderInApp(<PhoneDrawer open entries={[]} active={null} onClose={() => undefined} />, {
    width: 390,
    contexts: {
      session: { user: userOf(), routes: [] },
      frame: { groups: {} },
      fleet: { robots: {}, order: [], view: 'all' },
      navigation: { path: '/home', known: [] },
    },
  });
  const rows = within(screen.getByRole('radiogroup', { name: 'Table rows' }));
  const chosen = () => rows.getAllByRole('radio', { checked: true }).map(({ textContent }) => textContent);
  expect(rows.getAllByRole('radio')).toHaveLength(3);
  expect(chosen()).toEqual(['Medium']);
  fireEvent.click(rows.getByRole('radio', { name: 'Compact' }));
  expect(chosen()).toEqual(['Compact']);
});
