/** Agora tokens, decoded as the service decodes them: a real join would need an Agora account. */
import { createRequire } from 'node:module';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { MEDIA_TOKEN_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PrivateCommand } from '../../../contract/wire/privateCommands.ts';
import { accounts, mediaViewings, relations } from '../../../server/db/schema.ts';
import { channelToken, signallingToken } from '../../../server/features/agora.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const settings = {
  agora: { appId: '0123456789abcdef0123456789abcdef', appCertificate: 'fedcba9876543210fedcba9876543210' },
};

interface ReadToken {
  from_string(token: string): boolean;
  appId: Buffer;
  expire: number;
  services: { __channel_name?: Buffer; __uid?: Buffer; __user_id?: Buffer; __privileges: Record<string, number> }[];
}
const { AccessToken2 } = createRequire(import.meta.url)('agora-token/src/AccessToken2.js') as {
  AccessToken2: new (...empty: string[]) => ReadToken;
};
const PUBLISH_AUDIO = '2';

/** What the service reads from a token. */
function read(token: string) {
  const found = new AccessToken2('', '', '', '');
  expect(found.from_string(token)).toBe(true);
  const [
    { __channel_name: channel = '', __uid: uid, __user_id: user = '', __privileges: privileges } = { __privileges: {} },
  ] = found.services;
  return {
    appId: String(found.appId),
    expire: found.expire,
    channel: String(channel),
    account: String(uid ?? user),
    privileges: Object.keys(privileges),
    lasts: [...new Set(Object.values(privileges))],
  };
}

describe('Agora tokens', () => {
  it('are of the caller and the channel they name, for two minutes', () => {
    expect(read(signallingToken(settings, 'lin').token)).toMatchObject({
      appId: settings.agora.appId,
      account: 'lin',
      expire: 120,
      lasts: [120],
    });
    const speaks = read(channelToken(settings, 'lin', 'a-channel', true).token);
    expect(speaks).toMatchObject({
      appId: settings.agora.appId,
      account: 'lin',
      channel: 'a-channel',
      expire: 120,
      lasts: [120],
    });
    expect(speaks.privileges).toContain(PUBLISH_AUDIO);
    expect(read(channelToken(settings, 'lin', 'a-channel', false).token).privileges).not.toContain(PUBLISH_AUDIO);
  });

  it('are refused where no project is set', () => {
    expect(() => signallingToken({ agora: undefined }, 'lin')).toThrow('agoraNotConfigured');
  });
});

describe('calls over Agora', () => {
  let test: TestServer;
  const told: { serialNumber: string; command: PrivateCommand }[] = [];
  beforeAll(async () => {
    test = await startTestServer({
      environment: { AGORA_APP_ID: settings.agora.appId, AGORA_APP_CERTIFICATE: settings.agora.appCertificate },
    });
    const { toRobot } = test.server.deps.fleet;
    vi.spyOn(toRobot, 'privately').mockImplementation(
      async ({ serialNumber }, command) => void told.push({ serialNumber, command }),
    );
  });
  afterAll(() => test.close());

  interface Call {
    appId: string;
    token: string;
    channel: string;
    account: string;
    until: number;
  }
  const ask = (person: Person, channel = '') =>
    test.as(person, catalogue.robots.agoraRtc.path, { serialNumber: A.serialNumber, channel });
  const call = async (person: Person, channel = ''): Promise<Call> => {
    const reply = await ask(person, channel);
    expect(reply).toMatchObject({ code: 0 });
    return reply.data as Call;
  };
  const left = (channel: string) =>
    vi.waitFor(
      () =>
        expect(told).toContainEqual({ serialNumber: A.serialNumber, command: { type: 'leaveMediaChannel', channel } }),
      { timeout: 10_000, interval: 20 },
    );

  it('have a channel each, that nobody can guess, and the robot is told to join it', async () => {
    const [one, two] = [await call('member'), await call('member')];
    expect(one.channel).toMatch(/^[\w-]{30,64}$/u);
    expect(two.channel).not.toBe(one.channel);
    expect(read(one.token)).toMatchObject({ channel: one.channel, account: 'member', expire: MEDIA_TOKEN_MS / 1_000 });
    await vi.waitFor(() =>
      expect(told.map(({ command }) => command)).toContainEqual(
        expect.objectContaining({ type: 'joinMediaChannel', channel: one.channel, account: A.serialNumber }),
      ),
    );
    const joined = told.map(({ command }) => command).find((command) => command.type === 'joinMediaChannel');
    expect(joined?.type === 'joinMediaChannel' && read(joined.token)).toMatchObject({
      account: A.serialNumber,
      lasts: [120],
    });
  });

  it('let a viewer hear and see, not speak', async () => {
    expect(read((await call('viewer')).token).privileges).not.toContain(PUBLISH_AUDIO);
    expect(read((await call('member')).token).privileges).toContain(PUBLISH_AUDIO);
  });

  it('are renewed by whoever made them, and by nobody else', async () => {
    const { channel } = await call('member');
    test.later(100_000);
    const renewed = await call('member', channel);
    expect(renewed.channel).toBe(channel);
    test.later(100_000);
    expect((await call('member', channel)).channel).toBe(channel);
    for (const person of ['viewer', 'superAdmin'] as const)
      expect(await ask(person, channel)).toMatchObject({ code: ERRORS.notFound, data: { field: 'channel' } });
    expect(await ask('member', 'a-channel-of-my-own')).toMatchObject({ code: ERRORS.notFound });
  });

  it('end when the right does: the robot leaves, and the channel is never used again', async () => {
    const { channel } = await call('robotAdmin');
    const mine = eq(relations.id, 'relation-robotAdmin');
    await test.db.update(relations).set({ isAuth: false }).where(mine);
    await test.server.deps.fleet.recheckMedia();
    await left(channel);
    expect(await ask('robotAdmin', channel)).toMatchObject({ code: ERRORS.robotForeign });
    await test.db.update(relations).set({ isAuth: true }).where(mine);
    expect(await ask('robotAdmin', channel)).toMatchObject({ code: ERRORS.notFound });
    expect((await call('robotAdmin')).channel).not.toBe(channel);
  });

  it('end when a part of the right does, though a renewal comes before the robot was told', async () => {
    const { channel } = await call('member');
    const { fleet } = test.server.deps;
    const recheck = vi.spyOn(fleet, 'recheckMedia').mockResolvedValue();
    await test.db
      .update(accounts)
      .set({ roles: ['viewer'] })
      .where(eq(accounts.id, 'member'));
    await test.server.deps.rights.refresh();
    expect(await ask('member', channel)).toMatchObject({ code: ERRORS.notFound, data: { field: 'channel' } });
    recheck.mockRestore();
    await fleet.recheckMedia();
    await left(channel);
    await test.db
      .update(accounts)
      .set({ roles: ['operator'] })
      .where(eq(accounts.id, 'member'));
    await test.server.deps.rights.refresh();
    expect(await ask('member', channel)).toMatchObject({ code: ERRORS.notFound });
  });

  it('end for the robot also when it was told to join after they had ended', async () => {
    const { fleet } = test.server.deps;
    const recheck = vi
      .spyOn(fleet, 'recheckMedia')
      .mockImplementationOnce(async () => void (await test.db.delete(mediaViewings)));
    const { channel } = await call('superAdmin');
    await left(channel);
    recheck.mockRestore();
  });

  it('end when they are not renewed', async () => {
    const { channel } = await call('superAdmin');
    test.later(MEDIA_TOKEN_MS + 60_000);
    await left(channel);
    await vi.waitFor(
      async () =>
        expect(await test.db.select().from(mediaViewings).where(eq(mediaViewings.viewer, channel))).toEqual([]),
      { timeout: 10_000, interval: 20 },
    );
    expect(await ask('superAdmin', channel)).toMatchObject({ code: ERRORS.notFound });
  });
});
