/** Names of people are one line of readable text, in every call that sets one. */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { nickname } from '../../contract/entities/account.ts';
import { ownName } from '../../contract/entities/profile.ts';
import { catalogue } from '../../contract/endpoints/catalogue.ts';

const { useLink } = catalogue.accounts;

it.each(['\u0001x', 'a\nb', '\u202egnp.exe'])('%j is no name', (name) => {
  for (const schema of [nickname, ownName, useLink.request.entries.nickname])
    expect(v.safeParse(schema, name).success).toBe(false);
});

it('a name in any script is one, and a link that sets a password has none', () => {
  for (const name of ['Zoë O’Neil', '林伟'])
    for (const schema of [nickname, ownName]) expect(v.is(schema, name)).toBe(true);
  expect(v.parse(useLink.request.entries.nickname, undefined)).toBe('');
});
