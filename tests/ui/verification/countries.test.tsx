/** Country codes of the phone number field. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countryOptions, loadMainCountries } from '../../../src/ui/verification/countries.ts';
import { PhoneFields } from '../../../src/ui/verification/PhoneFields.tsx';
import { renderWithTexts } from '../withTexts.tsx';

afterEach(cleanup);

it('a form shows the chosen code at once, and offers all others when they are loaded', async () => {
  const change = vi.fn();
  await renderWithTexts(<PhoneFields country="86" phoneNumber="" error={undefined} remembers onChange={change} />);
  const select = screen.getByLabelText<HTMLSelectElement>('Country code');
  expect(select.value).toBe('86');
  expect(await screen.findByRole('option', { name: '+86 China' })).toBeTruthy();
  expect(select.value).toBe('86');
  fireEvent.change(select, { target: { value: '49' } });
  expect(change).toHaveBeenCalledWith('country', '49');
});

describe('countries by their code', () => {
  it.each([
    ['enUS', '1', '+1 United States'],
    ['enUS', '44', '+44 United Kingdom'],
    ['enUS', '7', '+7 Russia'],
    ['enUS', '233', '+233 Ghana'],
    ['zhCN', '86', '+86 中国'],
    ['zhCN', '49', '+49 德国'],
  ] as const)('%s names %s', async (language, code, label) =>
    expect(countryOptions(await loadMainCountries(), language).find(({ value }) => value === code)).toEqual({
      value: code,
      label,
    }),
  );

  it.each(['enUS', 'zhCN'] as const)('%s has each code once, in the order of the names', async (language) => {
    const options = countryOptions(await loadMainCountries(), language);
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
    expect(options.length).toBeGreaterThan(190);
    const names = options.map(({ label }) => label.replace(/^\+\d+ /u, ''));
    expect(names).toEqual([...names].sort(new Intl.Collator(language === 'zhCN' ? 'zh-CN' : 'en-US').compare));
  });
});
