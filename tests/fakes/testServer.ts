/**
 * The whole server on its own database, without simulated robots: two sites with a robot each in addition to the demo,
 * and one user per row of the access matrix (design 13). Calls are injected without a port.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { pino } from 'pino';
import type { AccountRole, Relation } from '../../contract/entities/constants.ts';
import { canonical } from '../../contract/wire/canonical.ts';
import { API_BASE, type Reply } from '../../contract/wire/envelope.ts';
import { fillPathParameter } from '../../contract/wire/pathParameter.ts';
import { createServer, type ServerOptions } from '../../server/app.ts';
import { hashOf } from '../../server/broker/credentials.ts';
import type { Db } from '../../server/db/database.ts';
import {
  accounts,
  commands,
  maps,
  points,
  relations,
  robotMapNames,
  robots,
  sessions,
  signInTries,
  sites,
} from '../../server/db/schema.ts';
import { forgetSpentKeys } from '../../server/features/rateLimiter.ts';
import { createCallLimits } from '../../server/security/callLimits.ts';
import { tokenHash } from '../../server/security/identity.ts';
import { readSettings } from '../../server/settings.ts';
import { CONNECTIONS, SCALED } from './brokerSlot.ts';
import { EMPTY_HALL } from './emptyHall.ts';
import { freshDatabase } from './database.ts';
import { databaseProxy } from './databaseProxy.ts';
import { seededTemplate } from './databaseTemplates.ts';

export const PEOPLE = {
  stranger: { roles: ['operator'], relation: null },
  unauthorised: { roles: ['operator'], relation: 'member', isAuth: false },
  viewer: { roles: ['viewer'], relation: 'member' },
  member: { roles: ['operator'], relation: 'member' },
  robotAdmin: { roles: ['operator'], relation: 'robotAdmin' },
  superAdmin: { roles: ['operator'], relation: 'superAdmin' },
  viewingSuperAdmin: { roles: ['viewer'], relation: 'superAdmin' },
  accountAdmin: { roles: ['admin'], relation: null },
} as const satisfies Record<string, { roles: readonly AccountRole[]; relation: Relation | null; isAuth?: false }>;
export type Person = keyof typeof PEOPLE;

/** Robot A at site one is related to the users; robot B at site two only to the superAdmin. */
export const A = { serialNumber: 'A-1', siteId: 'site-1', mapId: 'map-1', areaId: 'point-1', commandId: 'command-1' };
export const B = { serialNumber: 'B-1', siteId: 'site-2', mapId: 'map-2', areaId: 'point-2', commandId: 'command-2' };
/** Also at site one. */
export const A2 = { serialNumber: 'A-2', mapId: 'map-1b', areaId: 'point-1b', commandId: 'command-1b' };

export const tokenOf = (person: string): string => `token-of-${person}-`.padEnd(43, 'x');

async function populate(db: Db, expiresAt: Date): Promise<void> {
  await db.insert(sites).values([
    { id: A.siteId, name: { enUS: 'One', zhCN: '一号' }, timeZone: 'Asia/Shanghai' },
    { id: B.siteId, name: 'Two', timeZone: 'Europe/Berlin' },
  ]);
  await db.insert(maps).values([
    {
      id: A.mapId,
      siteId: A.siteId,
      floor: '1F',
      position: 0,
      name: { enUS: 'Ground', zhCN: '首层' },
      resolution: 0.05,
      plan: EMPTY_HALL,
    },
    { id: A2.mapId, siteId: A.siteId, floor: '2F', position: 1, name: 'Upper', resolution: 0.05, plan: EMPTY_HALL },
    { id: B.mapId, siteId: B.siteId, floor: '1F', position: 0, name: 'Elsewhere', resolution: 0.05, plan: EMPTY_HALL },
  ]);
  const point = {
    departWord: '',
    arrivedWord: '',
    attributes: ['none' as const],
    chargeBase: [],
    x: 5,
    y: 4,
    theta: Math.PI / 2,
  };
  await db.insert(points).values([
    { ...point, areaId: A.areaId, mapId: A.mapId, name: { enUS: 'Lobby', zhCN: '大堂' } },
    { ...point, areaId: A2.areaId, mapId: A2.mapId, name: 'Upstairs' },
    { ...point, areaId: B.areaId, mapId: B.mapId, name: 'Far' },
  ]);
  const robot = {
    manufacturer: 'Acme',
    interfaceName: 'uagv',
    dialect: '2.x' as const,
    passwordHash: hashOf('secret'),
  };
  await db.insert(robots).values([
    {
      ...robot,
      serialNumber: A.serialNumber,
      model: 'W1',
      kind: 'delivery',
      name: { enUS: 'Porter', zhCN: '跑堂' },
      siteId: A.siteId,
    },
    { ...robot, serialNumber: A2.serialNumber, model: 'S2', kind: 'security', name: 'Guard', siteId: A.siteId },
    { ...robot, serialNumber: B.serialNumber, model: 'D2', kind: 'disinfection', name: 'Mist', siteId: B.siteId },
  ]);
  await db.insert(robotMapNames).values([
    { serialNumber: A.serialNumber, robotMapName: 'ground', mapId: A.mapId },
    { serialNumber: B.serialNumber, robotMapName: 'far', mapId: B.mapId },
  ]);
  for (const [person, { roles, relation, ...rest }] of Object.entries(PEOPLE)) {
    await db.insert(accounts).values({
      id: person,
      nickname: { enUS: `${person} by name`, zhCN: person },
      roles: [...roles],
      email: `${person}@test`,
      passwordHash: '',
    });
    await db
      .insert(sessions)
      .values({ id: `session-${person}`, tokenHash: tokenHash(tokenOf(person)), userId: person, expiresAt });
    if (!relation) continue;
    const rights = {
      isAuth: !('isAuth' in rest),
      isRobotAdmin: relation !== 'member',
      isSuperAdmin: relation === 'superAdmin',
    };
    await db
      .insert(relations)
      .values({ id: `relation-${person}`, userId: person, serialNumber: A.serialNumber, ...rights });
    if (person === 'superAdmin')
      await db.insert(relations).values(
        [A2, B].map(({ serialNumber }) => ({
          id: `relation-${person}-${serialNumber}`,
          userId: person,
          serialNumber,
          ...rights,
        })),
      );
  }
  const command = {
    kind: 'goTo' as const,
    target: 'Lobby',
    askedBy: 'member',
    askedByName: 'Member',
    state: 'finished' as const,
    askedAt: new Date(1_700_000_000_000),
  };
  await db
    .insert(commands)
    .values([A, A2, B].map(({ commandId, serialNumber }) => ({ ...command, id: commandId, serialNumber })));
}

export interface CallOptions {
  token?: string;
  language?: 'en-us' | 'zh-cn';
  id?: string;
  /** The signature, if it must not match the request. */
  extra?: string;
  time?: string | null;
  /** The raw, unsigned body. */
  body?: string | Buffer;
  address?: string;
  /** Additional headers. */
  headers?: Record<string, string>;
  /** Signs like the companion app. */
  app?: { appId?: string; userId: string; requestId?: string };
  /** Key of the signature, instead of the token or the public key. */
  key?: string;
}

const signed = (key: string, lines: readonly string[]): string =>
  createHmac('sha256', key).update(lines.join('\n')).digest('hex');

/** @param proxied inserts a network between the server and its database that the test can stall and cut */
export async function startTestServer({
  environment = {},
  proxied = false,
  ...options
}: Partial<Omit<ServerOptions, 'settings'>> & { environment?: Record<string, string>; proxied?: boolean } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'rh-server-'));
  const given = {
    PORT: '0',
    ROUNDHOUSE_DATA: folder,
    ROUNDHOUSE_ROBOTS: '2',
    ROUNDHOUSE_DEMO_TASKS: 'off',
    LOG_LEVEL: 'info',
    ...(SCALED && { DATABASE_CONNECTIONS: CONNECTIONS }),
    ...environment,
  };
  const database = await freshDatabase(await seededTemplate(readSettings(given)));
  const network = proxied ? await databaseProxy(database.url) : undefined;
  let shift = 0;
  const now = options.now ?? (() => Date.now() + shift);
  const logged: string[] = [];
  const server = await createServer({
    settings: readSettings({ DATABASE_URL: network?.databaseUrl ?? database.url, ...given }),
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    limits: createCallLimits({ perSession: 1e6, perAddress: 1e6 }),
    checkAnswers: true,
    simulate: false,
    repeatJobs: false,
    ...options,
    now,
  });
  const { db } = server.deps;
  await populate(db, new Date(now() + 3_600_000));
  await server.deps.fleet.refresh();

  const newId = (): string => randomBytes(16).toString('hex');
  const call = async (
    declared: string,
    input: unknown,
    {
      token = '',
      language = 'en-us',
      id = newId(),
      extra,
      time = String(now()),
      body,
      address = '127.0.0.1',
      headers = {},
      app,
      key = token || 'roundhouse-public',
    }: CallOptions = {},
  ): Promise<Reply> => {
    const { path, data } = fillPathParameter(declared, input);
    const appPart = app && {
      requestId: app.requestId ?? newId(),
      appId: app.appId ?? 'companion',
      version: '1.0',
      userId: app.userId,
    };
    const signature = appPart
      ? signed(key, [
          appPart.requestId,
          appPart.appId,
          appPart.version,
          appPart.userId,
          time ?? '',
          path,
          canonical(data),
        ])
      : signed(key, [id, time ?? '', path, canonical(data)]);
    const response = await server.inject({
      method: 'POST',
      url: `${API_BASE}${path}`,
      remoteAddress: address,
      headers: {
        'content-type': 'application/json',
        language,
        'system-type': 'web',
        ...(time === null ? {} : { time }),
        ...(token ? { authorization: token } : {}),
        ...headers,
      },
      payload: body ?? JSON.stringify({ id, data, extra: extra ?? signature, ...appPart }),
    });
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}: ${response.body}`);
    // A file, returned unparsed.
    if (!String(response.headers['content-type']).startsWith('application/json'))
      return { code: 0, message: 'ok', data: response.body };
    return JSON.parse(response.body) as Reply;
  };

  return {
    server,
    db,
    call,
    newId,
    logged,
    network,
    folder,
    databaseUrl: database.url,
    as: (person: Person, path: string, data: unknown, more: CallOptions = {}): Promise<Reply> =>
      call(path, data, { token: tokenOf(person), ...more }),
    rowsIn: async (table: PgTable): Promise<number> => (await db.select({ total: count() }).from(table))[0]?.total ?? 0,
    /** Resets the rate limits of attempts. */
    forgetTries: async (): Promise<void> => {
      await db.delete(signInTries);
      forgetSpentKeys();
    },
    /** Advances the server's clock. */
    later: (ms: number) => void (shift += ms),
    close: async () => {
      await server.close();
      await network?.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
