import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AdministrationLinks } from '../../../../src/ui/pages/noRobot/AdministrationLinks.tsx';
import { renderWithTexts } from '../../withTexts.tsx';

afterEach(cleanup);

it('leads an account administrator without robots to registering one, and to what needs none', async () => {
  await renderWithTexts(<AdministrationLinks />);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Register a robot', '/robots'],
    ['Sites and floors', '/sites'],
    ['Maps', '/setting/maps'],
    ['Run records', '/activities/cruise-record'],
    ['All cases', '/alarms/cases'],
  ]);
});
