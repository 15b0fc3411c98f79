/**
 * The floods that unauthenticated clients, viewers and faulty robots can cause; each continues until it is ended.
 * Loopback only.
 */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { MqttClient } from 'mqtt';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { POINTS_PER_MAP } from '../../contract/rules/mapLimits.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { baseOf } from '../../contract/wire/topics.ts';
import { post } from '../fakes/apiClient.ts';
import type { FloodWorld } from './world.ts';

/** Starts a flood. @returns a function that ends it */
export type Flood = (world: FloodWorld) => Promise<() => Promise<void>>;

/** Runs `count` senders in parallel, each sending its next request once the previous one was answered. */
const senders = (count: number, send: (n: number) => Promise<unknown>): (() => Promise<void>) => {
  let isOver = false;
  let n = 0;
  const running = Array.from({ length: count }, async () => {
    while (!isOver) await send((n += 1)).catch(() => new Promise((resolve) => setTimeout(resolve, 20)));
  });
  return async () => {
    isOver = true;
    await Promise.all(running);
  };
};

const raw = (world: FloodWorld, path: string, body: string | Uint8Array<ArrayBuffer>): Promise<unknown> =>
  fetch(`${world.url}/apis${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', time: String(Date.now()) },
    body,
    signal: AbortSignal.timeout(20_000),
  }).then((response) => response.arrayBuffer());

export const FLOODS: Readonly<Record<string, Flood>> = {
  'at rest': async () => async () => undefined,
  'anonymous bodies of 19 MiB': async (world) => {
    const body = `{"id":"${'0'.repeat(32)}","extra":"","data":{"n":[${'1,'.repeat(9_900_000)}1]}}`;
    return senders(2, () => raw(world, catalogue.mapFiles.importMap.path, body));
  },
  'bodies on unknown paths': async (world) => {
    const body = new Uint8Array(1 << 20).fill(0x5b); // the deepest possible JSON nesting
    return senders(4, () => raw(world, '/no/such/path', body));
  },
  'uploads that never end': async (world) => {
    const { port } = new URL(world.url);
    const sockets: Socket[] = [];
    for (let n = 0; n < 20; n += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST /apis${catalogue.mapFiles.importMap.path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 20000000\r\n\r\n`,
      );
      socket.write(Buffer.alloc(4 << 20, 0x31));
      sockets.push(socket);
    }
    return async () => sockets.forEach((socket) => socket.destroy());
  },
  'contact forms': async (world) =>
    senders(50, (n) =>
      post(world.url, catalogue.inquiries.save.path, {
        name: `Name ${n}`,
        company: '',
        phone: '13800138000',
        question: `Question ${randomBytes(8).toString('hex')}`,
      }),
    ),
  'one-time links and sign-ups': async (world) =>
    senders(30, (n) =>
      n % 2
        ? post(world.url, catalogue.accounts.useLink.path, {
            code: randomBytes(24).toString('base64url'),
            password: encodePassword('Roundhouse1'),
            nickname: 'Nobody',
          })
        : post(world.url, catalogue.verification.signUp.path, {
            email: `nobody${n}@example.org`,
            phoneNumber: '',
            verificationCode: '000000',
            password: encodePassword('Roundhouse1'),
            nickname: 'Nobody',
          }),
    ),
  'wrong passwords': async (world) =>
    senders(30, (n) =>
      post(world.url, catalogue.session.signIn.path, {
        email: `nobody${n % 500}@example.org`,
        password: encodePassword('Guess1234'),
      }),
    ),
  'refused calls': async (world) =>
    senders(20, () =>
      post(world.url, catalogue.commands.cancel.path, { serialNumber: 'F-0000' }, { token: world.api.token }),
    ),
  'wrong robot passwords': async (world) =>
    senders(10, () =>
      attempt(world, { username: 'F-0000', password: 'wrong', clientId: `guess-${randomBytes(4).toString('hex')}` }),
    ),
  'a mad robot': async (world) => {
    const serialNumber = world.robots[0] ?? '';
    // Maximum message length, with the content that is most expensive to parse.
    const nonsense = `{"x":"${'e+9'.repeat(80_000)}"}`;
    const robot = world.connectAs({ ...world.robotSignIn(serialNumber), clientId: `${serialNumber}-mad` });
    robot.on('close', () => undefined);
    const sending = setInterval(
      () => void (robot.connected && robot.publish(`${baseOf(world.addressOf(serialNumber))}/state`, nonsense)),
      100,
    );
    return async () => {
      clearInterval(sending);
      robot.end(true);
    };
  },
  'retained messages and many links of a viewer': async (world) => {
    const serialNumber = world.robots[1] ?? '';
    const links: MqttClient[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { clientId, username, password } = await world.api.robots.mqttConfig({
        serialNumber,
        clientId: `tab${n}`,
        language: 'enUS',
      });
      links.push(world.connectAs({ clientId, username, password }));
    }
    const body = 'x'.repeat(200 << 10);
    const sending = setInterval(() => {
      for (const link of links)
        if (link.connected && link.options.clientId)
          link.publish(`rtc/${serialNumber}/${link.options.clientId}/up`, body, { retain: true });
    }, 100);
    return async () => {
      clearInterval(sending);
      for (const link of links) link.end(true);
    };
  },
  'maps of 10,000 points saved': async (world) => {
    const api = world.admin;
    const { maps } = await api.maps.ofSites({});
    const [map] = maps;
    if (!map) throw new Error('the demo has no map');
    let { revision } = map;
    const save = async (n: number): Promise<void> => {
      const changes = Array.from({ length: POINTS_PER_MAP - map.points.length }, (_, i) => ({
        op: n === 1 ? ('add' as const) : ('change' as const),
        point: `flood-${i}`,
        to: {
          name: `Point ${i}`,
          departWord: `I am leaving for room ${i}.`,
          arrivedWord: `This is room ${i}.`,
          angle: i % 360,
          stayTime: n % 60,
          attributes: ['none' as const],
          chargeBase: [],
          worldX: 1 + (i % 100) / 100,
          worldY: 1 + (i % 50) / 100,
          elevatorId: null,
          doorId: null,
        },
      }));
      const saved = await api.points.save({ mapId: map.id, baseRevision: revision, changes, breakRoutes: false });
      if (saved.result !== 'saved') throw new Error(`points were not saved: ${saved.result}`);
      ({ revision } = saved);
    };
    await save(1);
    return senders(1, (n) => save(n + 1));
  },
  'the database stalled': async (world) => {
    world.network.stall();
    return async () => world.network.flow();
  },
};

function attempt(world: FloodWorld, options: { username: string; password: string; clientId: string }): Promise<void> {
  return new Promise((resolve) => {
    const client = world.connectAs({ ...options, connectTimeout: 5_000 });
    const end = (): void => {
      client.end(true);
      resolve();
    };
    client.once('error', end).once('close', end).once('connect', end);
  });
}
