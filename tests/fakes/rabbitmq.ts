/**
 * A RabbitMQ for the tests: a separate node beside the system's, with MQTT and our HTTP auth endpoints. It is divided
 * into slots, each a virtual host with its own port, so that tests share no topics, retained messages or cached
 * authorisations, whether they run in parallel or in sequence.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { freePort } from './freePort.ts';

const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const PLUGINS = '[rabbitmq_mqtt,rabbitmq_web_mqtt,rabbitmq_auth_backend_http,rabbitmq_auth_backend_cache].';
const START_MS = 120_000;
/** TTL of the broker's authorisation cache, ms: withdrawn access remains usable for at most this time. */
export const AUTH_CACHE_MS = 1_000;
/** More than run at once, so that a slot is idle for some time before its next use. */
const SLOTS = 6;

export interface Slot {
  vhost: string;
  tcpUrl: string;
  /** RabbitMQ has one WebSocket listener, which belongs to the first slot. */
  wsUrl: string | null;
}

export interface Rabbit {
  slots: readonly Slot[];
  close(): Promise<void>;
}

const conf = (folder: string, webMqtt: number, ports: readonly number[], authBase: string): string => `
listeners.tcp = none
load_definitions = ${join(folder, 'definitions.json')}
${ports.map((port, n) => `mqtt.listeners.tcp.${n + 1} = 127.0.0.1:${port}`).join('\n')}
web_mqtt.tcp.ip = 127.0.0.1
web_mqtt.tcp.port = ${webMqtt}
web_mqtt.ws_path = /mqtt
mqtt.allow_anonymous = false
mqtt.exchange = amq.topic
mqtt.vhost = /
auth_backends.1 = cache
auth_cache.cached_backend = http
auth_cache.cache_ttl = ${AUTH_CACHE_MS}
auth_http.http_method = post
${['user', 'vhost', 'resource', 'topic'].map((path) => `auth_http.${path}_path = ${authBase}/${path}`).join('\n')}
log.console = true
log.console.level = warning
`;

/** Our user names contain colons; without this a port's virtual host does not apply to them. */
const ADVANCED = '[{rabbitmq_mqtt, [{ignore_colons_in_username, true}]}].';

const definitions = (slots: readonly { vhost: string; port: number }[]): string =>
  JSON.stringify({
    vhosts: slots.map(({ vhost }) => ({ name: vhost })),
    global_parameters: [
      { name: 'mqtt_port_to_vhost_mapping', value: Object.fromEntries(slots.map(({ vhost, port }) => [port, vhost])) },
    ],
  });

/**
 * @param authBase URL of the auth endpoints; they need not answer yet, because the broker uses them only at sign-ins
 */
export async function startRabbit(authBase: string): Promise<Rabbit> {
  if (!existsSync(PROGRAM))
    throw new Error(`There is no RabbitMQ at ${PROGRAM}: install rabbitmq-server (3.10 or newer).`);
  const folder = await mkdtemp(join(tmpdir(), 'roundhouse-rabbit-'));
  const [webMqtt, dist, node, ...ports] = (await freePorts(SLOTS + 3)) as [number, number, number, ...number[]];
  const slots = ports.map((port, n) => ({ vhost: n === 0 ? '/' : `slot${n}`, port }));
  await mkdir(join(folder, 'conf.d'));
  await Promise.all([
    writeFile(join(folder, 'rabbitmq.conf'), conf(folder, webMqtt, ports, authBase)),
    writeFile(join(folder, 'advanced.config'), ADVANCED),
    writeFile(join(folder, 'definitions.json'), definitions(slots)),
    writeFile(join(folder, 'plugins'), PLUGINS),
  ]);
  let output = '';
  // Erlang needs more file handles than a shell's usual limit.
  const child: ChildProcess = spawn(
    'bash',
    ['-c', `ulimit -n 65536 2>/dev/null || ulimit -n "$(ulimit -Hn)"; exec ${PROGRAM}`],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        HOME: folder,
        RABBITMQ_NODENAME: `roundhouse${String(node)}@localhost`,
        RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
        RABBITMQ_CONFIG_FILES: join(folder, 'conf.d'),
        RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
        RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'advanced.config'),
        RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
        RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
        RABBITMQ_LOG_BASE: join(folder, 'log'),
        RABBITMQ_DIST_PORT: String(dist),
        RABBITMQ_NODE_PORT: String(node),
      },
    },
  );
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
  const close = async (): Promise<void> => {
    const ended =
      child.exitCode === null ? new Promise<void>((resolve) => child.once('exit', () => resolve())) : Promise.resolve();
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };

  const until = Date.now() + START_MS;
  while (!(await Promise.all([webMqtt, ...ports].map(answers))).every(Boolean)) {
    if (child.exitCode !== null || Date.now() > until) {
      await close();
      throw new Error(`RabbitMQ did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    slots: slots.map(({ vhost, port }, n) => ({
      vhost,
      tcpUrl: `mqtt://127.0.0.1:${port}`,
      wsUrl: n === 0 ? `ws://127.0.0.1:${webMqtt}/mqtt` : null,
    })),
    close,
  };
}

async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) found.add(await freePort());
  return [...found];
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
