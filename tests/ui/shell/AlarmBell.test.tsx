/** The bell: how many alarm cases have no owner, and the way to their list. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AlarmBell } from '../../../src/ui/shell/AlarmBell.tsx';
import { renderInApp, type RenderInAppOptions } from '../renderPage.tsx';

const show = (withoutOwner: number | null, options: RenderInAppOptions = {}) =>
  renderInApp(<AlarmBell />, {
    ...options,
    contexts: withoutOwner === null ? {} : { alarms: { userId: 'u1', rows: [], total: 500, withoutOwner } },
  });
const bell = () => screen.getByRole('link');

it.each([
  [1, '1', '1 alarm without an owner'],
  [99, '99', '99 alarms without an owner'],
  [240, '99+', '240 alarms without an owner'],
])('counts %i cases without an owner, not all unresolved ones', async (count, shown, label) => {
  await show(count);
  expect(bell().textContent).toBe(shown);
  expect(bell().getAttribute('aria-label')).toBe(label);
  expect(bell().getAttribute('href')).toBe('/alarms/cases?state=unresolved');
});
it.each([[0], [null]])('shows no count for %s', async (count) => {
  await show(count);
  expect(bell().textContent).toBe('');
  expect(bell().getAttribute('aria-label')).toBe('Alarms');
});
it('counts in Chinese', async () => {
  await show(3, { language: 'zhCN' });
  expect(bell().getAttribute('aria-label')).toContain('3');
});
