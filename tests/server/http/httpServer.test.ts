/** HTTP responses outside the API: the console, its headers, health checks, metrics, one port for http and https. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { defaultConnectionLimits } from '../../../server/http/connectionLimits.ts';
import { startListening, type Listener } from '../../../server/http/listener.ts';
import { loadTls } from '../../../server/tls.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { post } from '../../fakes/apiClient.ts';

const PAGE =
  '<!doctype html><title>Console</title><script>document.documentElement.dataset.theme="dark"</script><script type="module" src="/assets/main-abc123.js"></script>';

describe('the console', () => {
  let test: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rh-web-'));
    test = await startTestServer({ webFolder: join(folder, 'web') });
  });
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true, force: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) =>
    test.server.inject({ method: 'GET', url, headers });

  it('says that it is being built until it is there, and is there from then on', async () => {
    const early = await get('/login');
    expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '1']);
    expect(early.body).toContain('正在启动');
    expect(early.body).toContain('is starting');
    await mkdir(join(folder, 'fresh', 'assets'), { recursive: true });
    await writeFile(join(folder, 'fresh', 'index.html'), PAGE);
    await writeFile(join(folder, 'fresh', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const script = `console.log(${'1 + '.repeat(500)}1)`;
    await writeFile(join(folder, 'fresh', 'assets', 'main-abc123.js'), script);
    await writeFile(join(folder, 'fresh', 'assets', 'main-abc123.js.br'), brotliCompressSync(script));
    await rename(join(folder, 'fresh'), join(folder, 'web'));
    expect((await get('/login')).body).toBe(PAGE);
  });

  it.each([
    '/',
    '/home',
    '/home/robot-data?serialNumber=W1',
    '/login?redirect=%2Fhome',
    '/any/depth/of/path',
    '/index.html',
  ])('answers %s with the page, always asked anew', async (path) => {
    const { statusCode, body, headers } = await get(path);
    expect([statusCode, body, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      PAGE,
      'no-cache',
      'text/html; charset=utf-8',
    ]);
    expect(headers['etag']).toBeTruthy();
  });

  it('lets the stage of the inspector stand in a frame of its own, and gives it no network', async () => {
    expect((await get('/stage.html')).statusCode).toBe(404);
    await writeFile(
      join(folder, 'web', 'stage.html'),
      '<!doctype html><title>Stage</title><script type="module" src="/assets/stage-1.js"></script>',
    );
    for (const path of ['/stage.html', '//stage.html', '/%73tage.html']) {
      const { statusCode, headers } = await get(path);
      if (path === '/stage.html') expect(statusCode).toBe(200);
      if (statusCode !== 200) continue;
      expect(headers['x-frame-options']).toBeUndefined();
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
      expect(headers['content-security-policy']).toContain("connect-src 'none'");
      expect(headers['content-security-policy']).not.toContain('ws:');
      expect([headers['cache-control'], headers['cross-origin-opener-policy']]).toEqual(['no-cache', 'same-origin']);
    }
    const page = await get('/login');
    expect(page.headers['x-frame-options']).toBe('DENY');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('answers the companion app with a page of its own, which may have the camera and speaks to the API alone', async () => {
    expect((await get('/mini-program')).statusCode).toBe(503);
    const app = '<!doctype html><title>Companion</title><script type="module" src="/assets/companion-1.js"></script>';
    await writeFile(join(folder, 'web', 'companion.html'), app);
    for (const path of [
      '/mini-program',
      '/mini-program/',
      '/mini-program?code=ABCD',
      '/companion.html',
      '//companion.html',
    ]) {
      const { statusCode, body, headers } = await get(path);
      expect([path, statusCode, body, headers['cache-control']]).toEqual([path, 200, app, 'no-cache']);
      expect(headers['content-security-policy']).toContain("connect-src 'self';");
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['content-security-policy']).not.toContain('ws:');
      expect([headers['x-frame-options'], headers['permissions-policy']]).toEqual([
        'DENY',
        expect.stringContaining('camera=(self)'),
      ]);
    }
    await writeFile(join(folder, 'web', 'mini-program.webmanifest'), '{}');
    const manifest = await get('/mini-program.webmanifest');
    expect([manifest.headers['content-type'], manifest.headers['cache-control']]).toEqual([
      'application/manifest+json',
      'no-cache',
    ]);
    expect((await get('/mini-programs')).body).toBe(PAGE);
  });

  it('sends hashed assets for ever, compressed where a browser takes it', async () => {
    const { statusCode, headers } = await get('/assets/main-abc123.js', { 'accept-encoding': 'br, gzip' });
    expect([statusCode, headers['cache-control'], headers['content-encoding']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'br',
    ]);
    expect((await get('/assets/main-abc123.js')).headers['content-encoding']).toBeUndefined();
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/assets/gone-123.js',
    '/missing.png',
    '/../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/.env',
    '/assets/../../secret.txt',
  ])('has nothing at %s', async (path) => {
    const { statusCode, body } = await get(path);
    expect([400, 403, 404]).toContain(statusCode);
    expect(body).not.toContain('roundhouse');
  });

  it('bears a policy that lets our scripts run, the inline one by its hash, and nobody frame us', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'(;|$)/u);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/u);
    for (const part of [
      "default-src 'self'",
      "worker-src 'self' blob:",
      "frame-ancestors 'none'",
      "connect-src 'self';",
      "img-src 'self' data: blob:",
    ])
      expect(policy).toContain(part);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(headers['permissions-policy']).toContain('microphone=(self)');
  });

  it('asks the database once a second for all who want to know whether it is ready', async () => {
    const begun = performance.now();
    const execute = vi.spyOn(test.server.deps.db, 'execute');
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/readyz')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 50 }, () => 200));
    // The server also asks for rows that fall due meanwhile.
    const asked = execute.mock.calls.map(([query]) => new PgDialect().sqlToQuery(query as SQL).sql);
    expect(asked.filter((statement) => statement === 'select 1').length).toBeLessThanOrEqual(
      1 + Math.floor((performance.now() - begun) / 1_000),
    );
    execute.mockRestore();
  });

  it('tells health and readiness, and figures to this machine alone', async () => {
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).json()).toEqual({ database: 'ok', broker: 'ok' });
    const figures = await get('/metrics');
    expect(figures.body).toMatch(/roundhouse_broker_up 1/u);
    expect(figures.body).toMatch(/roundhouse_robots\{connection="offline"\} \d+/u);
    expect(
      (await test.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '192.168.1.7' })).statusCode,
    ).toBe(404);
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
  });

  it('sends large replies compressed, and says of no reply that it may be kept', async () => {
    const response = await fetch(`${test.server.url}/apis/auth/get-welcome`, { method: 'POST', body: '{}' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('answers a call over the real port, and closes a connection whose body it did not read', async () => {
    expect(await post(test.server.url, '/auth/get-welcome', {})).toMatchObject({ code: 0 });
    const { port } = new URL(test.server.url);
    const said = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(
          `POST /apis/auth/get-welcome HTTP/1.1\r\nhost: x\r\ntime: ${Date.now()}\r\ncontent-length: ${3 << 20}\r\n\r\n${'x'.repeat(3 << 20)}`,
        ),
      );
      let text = '';
      socket.on('data', (data) => (text += data.toString()).includes(String(ERRORS.bodyTooLarge)) && resolve(text));
    });
    expect(said).toMatch(/^HTTP\/1\.1 200/u);
  });
});

describe('one port for http and https', () => {
  let folder: string;
  let listener: Listener;
  let caPem = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rh-tls-'));
    const tls = await loadTls({ host: '0.0.0.0', tls: undefined, dataFolder: folder, publicUrl: undefined });
    caPem = tls?.caPem ?? '';
    listener = await startListening({ host: '127.0.0.1', port: 0, publicUrl: 'https://console.local' }, tls);
    listener.setHandler(
      (request, response) =>
        void request.resume().on('end', () => response.end(`secure ${request.socket.remoteAddress ?? ''}`)),
      (_request, socket) =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nupgraded'),
    );
  });
  afterAll(async () => {
    await listener.close(100);
    await rm(folder, { recursive: true, force: true });
  });
  const ask = (
    secure: boolean,
    path: string,
    more: object = {},
    body = '',
  ): Promise<{ status: number; headers: Record<string, unknown>; body: string }> =>
    new Promise((resolve, reject) => {
      const request = (secure ? httpsRequest : httpRequest)(
        { host: '127.0.0.1', port: listener.port, path, ca: caPem, servername: 'localhost', ...more },
        (response) => {
          let text = '';
          response
            .on('data', (data: Buffer) => (text += data.toString()))
            .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
        },
      );
      request.on('error', reject).on('upgrade', (_response, socket, head) => {
        resolve({ status: 101, headers: {}, body: head.toString() });
        socket.destroy();
      });
      request.end(body);
    });

  it('serves https, keeps connections, and takes bodies and upgrades', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; i < 3; i++)
      expect(await ask(true, '/', { agent, method: 'POST' }, 'x'.repeat(200_000))).toMatchObject({
        status: 200,
        body: 'secure 127.0.0.1',
      });
    agent.destroy();
    expect(await ask(true, '/mqtt', { headers: { connection: 'upgrade', upgrade: 'websocket' } })).toMatchObject({
      status: 101,
    });
  });

  it('only redirects plain http, to the same place', async () => {
    for (const host of ['console.local', 'LOCALHOST', '127.0.0.1', '[::1]'].map((name) => `${name}:${listener.port}`))
      expect(await ask(false, '/home?x=1', { headers: { host } })).toMatchObject({
        status: 307,
        headers: { location: `https://${host}/home?x=1` },
      });
  });

  it('sends nobody to a name that is not its own', async () => {
    for (const host of [
      'evil"host',
      'evil.example',
      `console.local.evil.example:${listener.port}`,
      'localhost@evil.example',
      '[::1',
      'localhost:123456',
    ])
      expect(await ask(false, '/', { headers: { host } })).toMatchObject({ status: 400 });
  });

  it("gives the authority's certificate, and how to trust it, before it is trusted", async () => {
    expect(await ask(false, '/ca.pem')).toMatchObject({ status: 200, body: caPem });
    expect((await ask(false, '/trust')).body).toContain('/ca.pem');
  });

  it('lets go of a connection that ends before it says anything, or says nonsense', async () => {
    for (const words of ['', '\u0016\u0003nonsense', '\0\0\0']) {
      const socket = connect(listener.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.resume().end(words);
      await new Promise((resolve) => socket.once('close', resolve));
    }
    expect(await ask(true, '/')).toMatchObject({ status: 200 });
  });
});

describe('connections', () => {
  const listen = (trustProxy: string[]) =>
    startListening({ host: '127.0.0.1', port: 0, publicUrl: undefined, trustProxy }, undefined, {
      most: 4,
      perNetwork: 2,
    });
  /** Opens a connection and resolves whether it gets a response. */
  const open = async ({ port }: Listener): Promise<{ socket: Socket; isIn: boolean }> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    const isIn = await new Promise<boolean>(
      (resolve) => void socket.once('data', () => resolve(true)).once('close', () => resolve(false)),
    );
    return { socket, isIn };
  };

  it('are bounded for each network, and one that ends makes room', async () => {
    const listener = await listen([]);
    const [first, second, third] = [await open(listener), await open(listener), await open(listener)];
    expect([first.isIn, second.isIn, third.isIn]).toEqual([true, true, false]);
    first.socket.destroy();
    await expect.poll(async () => (await open(listener)).isIn).toBe(true);
    await listener.close(0);
  });

  it('of a trusted proxy are bounded for all together alone', async () => {
    const listener = await listen(['loopback']);
    const all = [];
    for (let i = 0; i < 5; i++) all.push(await open(listener));
    expect(all.map(({ isIn }) => isIn)).toEqual([true, true, true, true, false]);
    await listener.close(0);
  });

  it.each([
    [Infinity, 8_000, 3_000],
    [20_000, 8_000, 3_000],
    [1_024, 512, 192],
  ])('with %s files stay well below that', (files, most, perNetwork) => {
    expect(defaultConnectionLimits(files)).toEqual({ most, perNetwork });
  });
});

describe('before it is ready, and at a stop', () => {
  it('answers pages, calls and health truthfully from the first moment', async () => {
    const listener = await startListening({ host: '127.0.0.1', port: 0, publicUrl: undefined }, undefined);
    const [page, call, alive, ready] = await Promise.all(
      ['/home', '/apis/auth/login', '/healthz', '/readyz'].map((path) =>
        fetch(`${listener.url}${path}`, path.startsWith('/apis') ? { method: 'POST', body: '{}' } : {}),
      ),
    );
    expect([page?.status, call?.status, alive?.status, ready?.status]).toEqual([503, 200, 200, 503]);
    expect(await call?.json()).toMatchObject({ code: ERRORS.busyStarting });
    await listener.close(100);
  });

  it('finishes what is under way and takes nothing new', async () => {
    const test = await startTestServer();
    const { url } = test.server;
    // Sign-in is slow because the password is hashed.
    const slow = Array.from({ length: 4 }, () =>
      post(url, '/auth/login', { email: 'operator@demo.roundhouse', password: btoa('Roundhouse1') }),
    );
    await Promise.race(slow);
    const closing = test.close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    for (const { code } of await Promise.all(slow)) expect([0, ERRORS.busyStarting]).toContain(code);
    await closing;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});
