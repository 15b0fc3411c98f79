/** The changelog is public, comes in the requested language, and includes the running version. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changelog } from '../../../contract/endpoints/changelog.ts';
import type { Release } from '../../../contract/entities/release.ts';
import { compareVersions } from '../../../contract/rules/version.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import product from '../../../package.json' with { type: 'json' };
import changes from '../../../server/changes.json' with { type: 'json' };
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
const told = async (data: object, language: 'en-us' | 'zh-cn' = 'en-us') =>
  (await test.call(changelog.list.path, data, { language })).data as { version: string; releases: Release[] };

it('has the version that runs on top, and the others below it, newest first, none twice', () => {
  const versions = changes.map(({ version }) => version);
  expect(versions[0]).toBe(product.version);
  for (const [place, version] of versions.entries())
    if (place > 0) expect(compareVersions(versions[place - 1] ?? '', version)).toBeGreaterThan(0);
});

it('says in both languages what each brought', async () => {
  const [english, chinese] = [await told({ appType: 'web' }), await told({ appType: 'web' }, 'zh-cn')];
  expect(english.version).toBe(product.version);
  expect(english.releases[0]).toMatchObject({
    version: product.version,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u) as string,
  });
  expect(english.releases[0]?.changes.length).toBeGreaterThan(5);
  expect(chinese.releases[0]?.changes.map(({ kind }) => kind)).toEqual(
    english.releases[0]?.changes.map(({ kind }) => kind),
  );
  expect(chinese.releases[0]?.changes.every(({ text }) => /\p{Script=Han}/u.test(text))).toBe(true);
  expect(await told({})).toEqual(english);
});

it('leaves out versions that brought nothing to a part, and knows no other part', async () => {
  const companion = await told({ appType: 'companion' });
  expect(companion.version).toBe(product.version);
  for (const release of companion.releases) expect(release.changes.length).toBeGreaterThan(0);
  expect(await test.call(changelog.list.path, { appType: 'toaster' })).toMatchObject({
    code: ERRORS.fieldInvalid,
    data: { field: 'appType' },
  });
});
