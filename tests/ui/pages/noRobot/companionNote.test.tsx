import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CompanionNote } from '../../../../src/ui/pages/noRobot/CompanionLink.tsx';
import { renderWithTexts } from '../../withTexts.tsx';

afterEach(cleanup);

it('says what the companion app is for, and opens it in a new tab', async () => {
  await renderWithTexts(<CompanionNote />);
  expect(screen.getByText(/bind robots/u)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Open companion app' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/mini-program', '_blank']);
});
