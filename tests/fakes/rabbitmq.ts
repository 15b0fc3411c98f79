/** A RabbitMQ of the tests' own: another node beside the system's, with MQTT and our HTTP auth end points. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { freePort } from './freePort.ts';

const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const PLUGINS = '[rabbitmq_mqtt,rabbitmq_web_mqtt,rabbitmq_auth_backend_http,rabbitmq_auth_backend_cache].';
const START_MS = 90_000;

export interface Rabbit {
  tcpUrl: string;
  wsUrl: string;
  close(): Promise<void>;
}

const conf = (mqtt: number, webMqtt: number, authBase: string): string => `
listeners.tcp = none
mqtt.listeners.tcp.1 = 127.0.0.1:${mqtt}
web_mqtt.tcp.ip = 127.0.0.1
web_mqtt.tcp.port = ${webMqtt}
web_mqtt.ws_path = /mqtt
mqtt.allow_anonymous = false
mqtt.exchange = amq.topic
mqtt.vhost = /
auth_backends.1 = cache
auth_cache.cached_backend = http
auth_cache.cache_ttl = 1000
auth_http.http_method = post
${['user', 'vhost', 'resource', 'topic'].map((path) => `auth_http.${path}_path = ${authBase}/${path}`).join('\n')}
log.console = true
log.console.level = warning
`;

/** @param authBase where the auth end points will answer: the broker asks at each sign-in, not at its start */
export async function startRabbit(authBase: string): Promise<Rabbit> {
  const folder = await mkdtemp(join(tmpdir(), 'roundhouse-rabbit-'));
  const [mqtt, webMqtt, dist, node] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  await writeFile(join(folder, 'rabbitmq.conf'), conf(mqtt, webMqtt, authBase));
  await writeFile(join(folder, 'plugins'), PLUGINS);
  let output = '';
  // Erlang wants many file handles, more than a shell's usual limit.
  const child: ChildProcess = spawn('bash', ['-c', `ulimit -n 65536 2>/dev/null || ulimit -n "$(ulimit -Hn)"; exec ${PROGRAM}`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env, HOME: folder,
      RABBITMQ_NODENAME: `roundhouse${mqtt}@localhost`, RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'), RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
      RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'), RABBITMQ_LOG_BASE: join(folder, 'log'), RABBITMQ_DIST_PORT: String(dist), RABBITMQ_NODE_PORT: String(node),
    },
  });
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
  const until = Date.now() + START_MS;
  while (!(await answers(webMqtt))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`RabbitMQ did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    tcpUrl: `mqtt://127.0.0.1:${mqtt}`,
    wsUrl: `ws://127.0.0.1:${webMqtt}/mqtt`,
    close: async () => {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
