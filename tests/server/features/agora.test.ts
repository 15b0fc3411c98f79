/**
 * Agora tokens, decoded as the service decodes them, and what robots are told: a real join would need an Agora account.
 */
import { createRequire } from 'node:module';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { MEDIA_TOKEN_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PrivateCommand } from '../../../contract/wire/privateCommands.ts';
import { addCall, changeCall } from '../../../server/db/repositories/calls.ts';
import { accounts, audit, mediaViewings, relations, sessions } from '../../../server/db/schema.ts';
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

describe('channels', () => {
  let test: TestServer;
  /** Whether the robot's factsheet has Agora. */
  let announces = true;
  const told: { serialNumber: string; command: PrivateCommand }[] = [];
  beforeAll(async () => {
    test = await startTestServer({
      environment: { AGORA_APP_ID: settings.agora.appId, AGORA_APP_CERTIFICATE: settings.agora.appCertificate },
    });
    const { toRobot, fleetCache } = test.server.deps.fleet;
    const { abilitiesOf } = fleetCache;
    vi.spyOn(fleetCache, 'abilitiesOf').mockImplementation((serialNumber) =>
      serialNumber === A.serialNumber && announces
        ? { ...abilitiesOf(serialNumber), video: true, actions: ['privateCommands', 'video', 'calls', 'agora'] }
        : abilitiesOf(serialNumber),
    );
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
    what: string[];
    until: number;
  }
  const ask = (person: Person, channel = '', more: Record<string, unknown> = {}) =>
    test.as(person, catalogue.robots.agoraRtc.path, { serialNumber: A.serialNumber, channel, ...more });
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

  it('are in the audit log by what they let through, without the channel and the token', async () => {
    const { channel, token } = await call('viewer');
    await vi.waitFor(async () => {
      const seen = await test.db.select().from(audit).where(eq(audit.act, 'robot.watch'));
      expect(seen).toMatchObject([
        { userId: 'viewer', subject: A.serialNumber, after: { picture: true, sound: true } },
      ]);
      expect(JSON.stringify(seen)).not.toContain(channel);
      expect(JSON.stringify(seen)).not.toContain(token);
    });
  });

  it('have a channel each, that nobody can guess, and the robot is told to join it', async () => {
    const [one, two] = [await call('member'), await call('member')];
    expect(one.channel).toMatch(/^[\w-]{30,64}$/u);
    expect(two.channel).not.toBe(one.channel);
    expect(read(one.token)).toMatchObject({ channel: one.channel, account: 'viewer', expire: MEDIA_TOKEN_MS / 1_000 });
    await vi.waitFor(() =>
      expect(told.map(({ command }) => command)).toContainEqual(
        expect.objectContaining({
          type: 'joinMediaChannel',
          channel: one.channel,
          account: 'robot',
          what: ['picture', 'sound', 'voice'],
          viewer: null,
        }),
      ),
    );
    const joined = told.map(({ command }) => command).find((command) => command.type === 'joinMediaChannel');
    expect(joined?.type === 'joinMediaChannel' && read(joined.token)).toMatchObject({
      account: 'robot',
      lasts: [120],
    });
  });

  it('let a viewer hear and see, not speak', async () => {
    const [viewer, member] = [await call('viewer'), await call('member')];
    expect(read(viewer.token).privileges).not.toContain(PUBLISH_AUDIO);
    expect(read(member.token).privileges).toContain(PUBLISH_AUDIO);
    expect([viewer.what, member.what]).toEqual([
      ['picture', 'sound'],
      ['picture', 'sound', 'voice'],
    ]);
  });

  it('are on the list of media grants, each as a viewer of its own, until they end', async () => {
    const lists = () =>
      told.flatMap(({ command }) =>
        command.type === 'mediaGrants' ? [command.grants.map(({ viewer }) => viewer)] : [],
      );
    const { channel } = await call('viewer');
    await vi.waitFor(() => expect(lists().at(-1)).toContain(channel), { timeout: 10_000 });
    const grant = told.flatMap(({ command }) => (command.type === 'mediaGrants' ? command.grants : []));
    expect(grant.find(({ viewer }) => viewer === channel)?.what).toEqual(['picture', 'sound']);
    expect(
      await test.as('member', catalogue.robots.agoraLeave.path, { serialNumber: A.serialNumber, channel }),
    ).toMatchObject({ code: 0 });
    await test.server.deps.fleet.recheckMedia();
    expect(lists().at(-1)).toContain(channel);
    expect(
      await test.as('viewer', catalogue.robots.agoraLeave.path, { serialNumber: A.serialNumber, channel }),
    ).toMatchObject({ code: 0 });
    await left(channel);
    await vi.waitFor(() => expect(lists().at(-1)).not.toContain(channel), { timeout: 10_000 });
    expect(await ask('viewer', channel)).toMatchObject({ code: ERRORS.notFound });
  });

  it('name the connection on which the robot can refuse, which must be one of the caller to that robot', async () => {
    const link = async (serialNumber: string) => {
      const reply = await test.as('member', catalogue.robots.mqttConfig.path, { serialNumber, clientId: 'tab-q' });
      return reply.data as { clientId: string; mediaTransport: string };
    };
    const own = await link(A.serialNumber);
    const { channel } = (await ask('member', '', { clientId: own.clientId })).data as Call;
    await vi.waitFor(() =>
      expect(told.map(({ command }) => command)).toContainEqual(
        expect.objectContaining({ type: 'joinMediaChannel', channel, viewer: own.clientId }),
      ),
    );
    expect(await ask('viewer', '', { clientId: own.clientId })).toMatchObject({
      code: ERRORS.fieldInvalid,
      data: { field: 'clientId' },
    });
  });

  it('need a robot that announces Agora; the others stay with plain WebRTC, and browsers are told which', async () => {
    const { agoraRtc, mqttConfig } = catalogue.robots;
    const transportOf = async (serialNumber: string) => {
      const { data } = await test.as('member', mqttConfig.path, { serialNumber, clientId: 'tab-q' });
      return (data as { mediaTransport: string }).mediaTransport;
    };
    expect([await transportOf(A.serialNumber), await transportOf('')]).toEqual(['agora', 'direct']);
    announces = false;
    onTestFinished(() => void (announces = true));
    expect(await test.as('member', agoraRtc.path, { serialNumber: A.serialNumber })).toMatchObject({
      code: ERRORS.agoraNotOnRobot,
      data: { field: 'serialNumber' },
    });
    expect(await transportOf(A.serialNumber)).toBe('direct');
  });

  it("of a call need one, have the operator's camera, and end with it", async () => {
    expect(await ask('member', '', { isCall: true })).toMatchObject({ code: ERRORS.callNeeded });
    const [session] = await test.db.select().from(sessions).where(eq(sessions.userId, 'member'));
    const at = new Date(test.server.deps.now());
    await addCall(test.db, {
      id: 'agora-call',
      serialNumber: A.serialNumber,
      robotName: 'Porter',
      placeName: '',
      origin: 'operator',
      tool: 'agora',
      state: 'connected',
      area: '',
      operatorId: 'member',
      operatorName: 'Member',
      sessionId: session?.id ?? '',
      declined: [],
      createdAt: at,
      answeredAt: at,
      operatorSeenAt: at,
      hasMedia: true,
      dueAt: new Date(at.getTime() + 3_600_000),
    });
    const { channel, what } = (await ask('member', '', { isCall: true })).data as Call;
    expect(what).toEqual(['picture', 'sound', 'voice', 'camera']);
    expect((await call('member')).what).not.toContain('camera');
    await changeCall(test.db, 'agora-call', { state: 'ended', endedAt: at });
    await test.server.deps.fleet.recheckMedia();
    await left(channel);
    expect(await ask('member', channel, { isCall: true })).toMatchObject({ code: ERRORS.notFound });
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
