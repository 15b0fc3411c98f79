/** The API reference matches the endpoint catalogue, from which it is generated. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { apiReference, REFERENCE_FILE } from '../../scripts/apiReference.ts';

it('docs/api.md is what the catalogue says now (else: npm run api)', async () => {
  expect(await readFile(REFERENCE_FILE, 'utf8')).toBe(apiReference());
});

it('names every call with its path', () => {
  const text = apiReference();
  for (const { path } of Object.values(catalogue).flatMap((area) => Object.values(area)))
    expect(text).toContain(`### \`${path}\``);
});
