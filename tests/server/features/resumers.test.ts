/**
 * A user who can stop a robot but not resume it sees who can, and can ask them: rate limited, and only about a stopped
 * robot.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { accounts } from '../../../server/db/schema.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { resumers, commands } = catalogue;
const one = { serialNumber: A.serialNumber };

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const outcome = async (person: Person, { path }: { path: string }, data: object = one): Promise<string> => {
  const { code } = await test.as(person, path, data);
  return code === 0 ? 'ok' : (errorNameOf(code) ?? String(code));
};
const named = async (person: Person): Promise<string[]> => {
  const { data } = (await test.as(person, resumers.list.path, one)) as {
    data: { people: { name: string; online: boolean }[] };
  };
  return data.people.map(({ name }) => name);
};

describe('who may resume a robot', () => {
  it('are the people with the right to operate it: no viewer, nobody who waits, not the asker', async () => {
    const names = await named('superAdmin');
    expect(names).toContain('robotAdmin by name');
    expect(names).not.toContain('superAdmin by name');
    expect(names.some((name) => name.startsWith('viewing') || name.startsWith('unauthorised'))).toBe(false);
  });
  it('leaves out an account that is locked', async () => {
    await test.db.update(accounts).set({ lockedAt: new Date() }).where(eq(accounts.id, 'robotAdmin'));
    expect(await named('superAdmin')).not.toContain('robotAdmin by name');
    await test.db.update(accounts).set({ lockedAt: null }).where(eq(accounts.id, 'robotAdmin'));
  });
  it('is not told to whoever has nothing to do with the robot', async () => {
    expect(await outcome('stranger' as Person, resumers.list)).toBe('robotForeign');
  });
});

describe('asking them', () => {
  it('is for a stopped robot, and counted per person', async () => {
    expect(await outcome('superAdmin', resumers.ask)).toBe('notPaused');
    expect(await outcome('superAdmin', commands.stop)).toBe('ok');
    expect(await outcome('superAdmin', resumers.ask)).toBe('ok');
    expect(await outcome('superAdmin', resumers.ask)).toBe('tooManyRequests');
    expect(await outcome('robotAdmin', resumers.ask)).toBe('ok');
  });
});
