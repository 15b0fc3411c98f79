/** The list of quiet days in the contact form. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { QUIET_DAYS_PER_CONTACT, type QuietDays } from '../../../../contract/rules/alarmContacts.ts';
import { contactFaults, newContact } from '../../../../src/machines/contacts/alarmContactForm.machine.ts';
import { QuietDaysList } from '../../../../src/ui/pages/contacts/QuietDaysList.tsx';
import { renderInApp } from '../../renderPage.tsx';

const CHRISTMAS: QuietDays = { from: '2026-12-24', until: '2026-12-26' };
async function show(days: QuietDays[], error?: string) {
  const onChange = vi.fn<(next: QuietDays[]) => void>();
  await renderInApp(<QuietDaysList days={days} today="2026-11-25" error={error} onChange={onChange} />);
  return onChange;
}

it('adds today, changes both ends and removes an entry', async () => {
  const onChange = await show([CHRISTMAS]);
  fireEvent.click(screen.getByRole('button', { name: 'Add days' }));
  expect(onChange).toHaveBeenLastCalledWith([CHRISTMAS, { from: '2026-11-25', until: '2026-11-25' }]);
  fireEvent.change(screen.getByLabelText('Last quiet day, entry 1'), { target: { value: '2026-12-31' } });
  expect(onChange).toHaveBeenLastCalledWith([{ from: '2026-12-24', until: '2026-12-31' }]);
  // A first day after the last one moves both.
  fireEvent.change(screen.getByLabelText('First quiet day, entry 1'), { target: { value: '2027-01-02' } });
  expect(onChange).toHaveBeenLastCalledWith([{ from: '2027-01-02', until: '2027-01-02' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove entry 1' }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});
it('is bounded and shows what is wrong', async () => {
  const onChange = await show(
    Array.from({ length: QUIET_DAYS_PER_CONTACT }, () => CHRISTMAS),
    'wrong',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add days' }));
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toBe('wrong');
});
it('an entry without a day, or in the wrong order, cannot be saved', () => {
  const contact = { ...newContact('contact', 'S2-1'), name: 'Grace', phoneNumber: '+1 202 555 0100' };
  expect(contactFaults({ ...contact, quietDays: [CHRISTMAS] })).toEqual({});
  for (const wrong of [
    { from: '', until: '2026-12-26' },
    { from: '2026-12-26', until: '2026-12-24' },
  ])
    expect(contactFaults({ ...contact, quietDays: [wrong] })).toEqual({ quietDays: 'contacts.fault.quietDays' });
});
