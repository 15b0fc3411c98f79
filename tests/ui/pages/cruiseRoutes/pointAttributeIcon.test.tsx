// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { POINT_ATTRIBUTES } from '../../../../contract/entities/robotConstants.ts';
import { PointAttributeIcon } from '../../../../src/ui/pages/cruiseRoutes/PointAttributeIcon.tsx';
import { renderWithTexts } from '../../withTexts.tsx';

afterEach(cleanup);

it('names every attribute, in the tooltip and in the text', async () => {
  const attributes = POINT_ATTRIBUTES.filter((attribute) => attribute !== 'none');
  await renderWithTexts(
    <ul>
      {attributes.map((attribute) => (
        <li key={attribute}>
          <PointAttributeIcon attribute={attribute} size={13} />
        </li>
      ))}
    </ul>,
  );
  const names = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(new Set(names).size).toBe(attributes.length);
  for (const name of names) expect(screen.getByTitle(name)).toBeTruthy();
});
