/** The empty state of a page that needs a robot leads account administrators to where one is registered. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pointLabelsMachine } from '../../../src/machines/pointLabels/pointLabels.machine.ts';
import { PointLabelsPage } from '../../../src/ui/pages/pointLabels/PointLabelsPage.tsx';
import { userOf } from '../../fakes/startSession.ts';
import { renderPage } from '../renderPage.tsx';

const LINK = { name: 'Register a robot' };
const show = (role: 'admin' | 'operator') =>
  renderPage(PointLabelsPage, pointLabelsMachine, {
    serialNumber: '',
    contexts: {
      fleet: { robots: {}, order: [], view: 'all' },
      session: { user: userOf({ roles: [role] }), routes: [] },
    },
  });

it('has the link for an account administrator', async () => {
  await show('admin');
  expect(screen.getByText('No robot selected')).toBeTruthy();
  expect(screen.getByRole('link', LINK).getAttribute('href')).toBe('/robots');
});

it('has none for others, who cannot register a robot', async () => {
  await show('operator');
  expect(screen.getByText('No robot selected')).toBeTruthy();
  expect(screen.queryByRole('link', LINK)).toBeNull();
});
