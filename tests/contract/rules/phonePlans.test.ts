/** Phone numbers: how users and robots write them, numbers that no numbering plan has, and the forms in older rows. */
import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { countryCodeOf, isValidPhoneNumber, phoneNumberOf, storedForms } from '../../../contract/rules/phonePlans.ts';

describe('a phone number', () => {
  it.each([
    ['138 0000-0001', '86', '+8613800000001'],
    ['138 0000 0001', '+86', '+8613800000001'],
    ['+1 (202) 555.0123', '', '+12025550123'],
    // The separately chosen country is ignored.
    ['+49 170 1234567', '86', '+491701234567'],
    // A trunk prefix is dialled within the country only; in Italy the zero is part of the number.
    ['0170 1234567', '49', '+491701234567'],
    ['+49 (0) 170 1234567', '', '+491701234567'],
    ['06 1234 5678', '39', '+390612345678'],
    ['555 0100', '49', '+495550100'],
    // With the chosen country code, but without a plus.
    ['8613800000001', '86', '+8613800000001'],
    ['86 138 0000 0001', '+86', '+8613800000001'],
    ['491701234567', '49', '+491701234567'],
    ['12025550123', '1', '+12025550123'],
    // Emden's area code begins like the country code: what is valid behind the chosen code is not read otherwise.
    ['4921 123456', '49', '+494921123456'],
    // The shortest numbers that exist, and one that belongs to no country.
    ['22222', '290', '+29022222'],
    ['1234 5678', '800', '+80012345678'],
  ])('%s with %s is %s', (text, country, expected) => expect(phoneNumberOf(text, country)).toBe(expected));

  it.each([
    ['', ''],
    ['+', ''],
    ['12', '86'],
    ['013800000001', ''],
    ['1234567', '999'],
    ['1380000000112', '86'],
    // The rest is not a number of the country.
    ['861380000000112', '86'],
    ['+8613800000001;ext=4', ''],
    ['+8613800000001 ext 4', ''],
    ['tel:+8613800000001', ''],
    ['+８６13800000001', ''],
    ['<script>', '49'],
  ])('%s with %s is none', (text, country) => expect(phoneNumberOf(text, country)).toBeNull());
});

it.each([
  // The fictional numbers of the demo are in the numbering plans.
  ['+12025550141', true, '1'],
  ['+8613800000123', true, '86'],
  ['+80012345678', true, '800'],
  // Lengths that exist, in no block of the country.
  ['+8613800000', false, '86'],
  ['+491515550100', false, '49'],
  ['+999123456', false, ''],
  ['', false, ''],
])('%s is valid: %s, with the country code %s', (full, isValid, code) =>
  expect([isValidPhoneNumber(full), countryCodeOf(full)]).toEqual([isValid, code]),
);

it('a number of any length is none', () => {
  for (const digit of ['1', '0', '+', ' ']) expect(phoneNumberOf(`+1${digit.repeat(1_000_000)}`, '')).toBeNull();
});

it('however many trunk prefixes are typed, a number has one key, by which no other one is found', () => {
  const found = new Map<string, string>();
  for (const [country, example] of Object.entries(examples)) {
    const calling = getCountryCallingCode(country as CountryCode);
    for (const prefix of ['', '0', '00', '1', '8', '80']) {
      const typed = `+${calling}${prefix}${example}`;
      const key = phoneNumberOf(typed, '');
      expect(key === null || phoneNumberOf(key, '') === key, typed).toBe(true);
      for (const form of storedForms(key ?? typed)) {
        expect(found.get(form) ?? key ?? typed, `${typed} as ${form}`).toBe(key ?? typed);
        found.set(form, key ?? typed);
      }
    }
  }
});

describe('the forms in which a number may be stored', () => {
  it.each([
    ['+491701234567', ['+491701234567', '+4901701234567']],
    // Not a normalised number: found unchanged.
    ['+4901701234567', ['+4901701234567']],
    ['+8613800000001', ['+8613800000001']],
    ['+12025550123', ['+12025550123']],
    ['+390612345678', ['+390612345678']],
    // In no numbering plan: found unchanged.
    ['+999123456', ['+999123456']],
    ['someone', ['someone']],
  ])('of %s', (full, expected) => expect(storedForms(full)).toEqual(expected));
});
