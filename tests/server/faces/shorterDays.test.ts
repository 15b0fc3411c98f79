/** Administrators of a site's robots shorten how long its face data is kept; only an account administrator extends it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { FaceSetting } from '../../../contract/entities/face.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { audit, faceSites } from '../../../server/db/schema.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { faces } = catalogue;
const SETTING = { siteId: A.siteId, isOn: true, ground: 'Agreed by the works council', pictureDays: 30, rowDays: 90 };

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const revisionOf = async (): Promise<number> =>
  (await test.db.select().from(faceSites).where(eq(faceSites.siteId, A.siteId)))[0]?.revision ?? 0;
const switchOn = async () =>
  test.as('accountAdmin', faces.saveSetting.path, { ...SETTING, revision: await revisionOf() });

it('keeps data shorter by an administrator of its robots, and longer only by an account administrator', async () => {
  await switchOn();
  const shorten = async (pictureDays: number, rowDays: number, person: 'robotAdmin' | 'member' = 'robotAdmin') =>
    (
      await test.as(person, faces.shortenDays.path, {
        ...{ siteId: A.siteId, pictureDays, rowDays },
        revision: await revisionOf(),
      })
    ).code;
  expect(await shorten(7, 20, 'member')).toBe(ERRORS.notAllowed);
  expect([await shorten(31, 90), await shorten(30, 91)]).toEqual([ERRORS.faceDaysLonger, ERRORS.faceDaysLonger]);
  expect(await shorten(21, 20)).toBe(ERRORS.faceDaysWrong);
  expect(await shorten(7, 20)).toBe(0);
  // The way back is not theirs.
  expect(await shorten(30, 90)).toBe(ERRORS.faceDaysLonger);
  const settingOf = async (person: 'robotAdmin' | 'member' | 'accountAdmin') =>
    ((await test.as(person, faces.settings.path, {})).data as { rows: FaceSetting[] }).rows.find(
      ({ siteId }) => siteId === A.siteId,
    );
  expect(await settingOf('robotAdmin')).toMatchObject({
    ...{ isOn: true, ground: SETTING.ground, pictureDays: 7, rowDays: 20 },
    ...{ byName: 'robotAdmin by name', mayChange: 'shorter' },
  });
  expect((await settingOf('member'))?.mayChange).toBe('nothing');
  expect((await settingOf('accountAdmin'))?.mayChange).toBe('all');
  const entries = await test.db.select().from(audit).where(eq(audit.act, 'face.saveSetting'));
  expect(entries.at(-1)).toMatchObject({
    ...{ subject: A.siteId, before: { pictureDays: 30, rowDays: 90 }, after: { pictureDays: 7, rowDays: 20 } },
  });
  expect((await switchOn()).code).toBe(0);
});
