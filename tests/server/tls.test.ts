/** The generated certificate, verified by a real TLS handshake that trusts only the local authority. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTls, TlsError, type Tls } from '../../server/tls.ts';

const DAY_MS = 86_400_000;
let dataFolder: string;
const settings = (more: object = {}) => ({
  host: '0.0.0.0',
  tls: undefined,
  publicUrl: undefined,
  dataFolder,
  ...more,
});

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'rh-tls-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

/** Sends a request under `name` to a server with this certificate, trusting `caPem` alone. */
async function ask({ key, cert, caPem }: Tls, name: string): Promise<string> {
  const server = createServer({ key, cert }, (_, reply) => reply.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        servername: /^[\d.:]+$/.test(name) ? '' : name,
        ca: caPem,
        headers: { host: name },
      };
      get(options, (reply) => reply.on('data', (words: Buffer) => resolve(words.toString()))).on('error', reject);
    });
  } finally {
    server.close();
  }
}
const end = (tls: Tls | undefined) => Date.parse(new X509Certificate(tls?.cert ?? '').validTo);

describe('the certificate', () => {
  it('is not needed on the loopback address', async () => {
    expect(await loadTls(settings({ host: '127.0.0.1' }))).toBeUndefined();
  });

  it('made on the spot is accepted by who trusts the local authority, and by nobody else', async () => {
    const tls = await loadTls(settings());
    if (!tls) throw new Error('no certificate');
    expect(await ask(tls, 'localhost')).toBe('hello');
    expect(await ask(tls, '127.0.0.1')).toBe('hello');
    const { caPem: _, ...untrusted } = tls;
    await expect(ask(untrusted, 'localhost')).rejects.toThrow(/self-signed|verify/);
    await expect(ask(tls, 'elsewhere.example.org')).rejects.toThrow(/altname/i);
  });

  it('names every address of this machine, its host and the public name', async () => {
    const tls = await loadTls(settings({ host: 'robots.lan', publicUrl: 'https://robots.example.org' }));
    const certificate = new X509Certificate(tls?.cert ?? '');
    for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
      expect(certificate.checkIP(address.replace(/%.*/, ''))).toBeDefined();
    for (const name of ['robots.lan', 'robots.example.org', 'localhost'])
      expect(certificate.checkHost(name)).toBe(name);
    expect(certificate.ca).toBe(false);
    expect(new X509Certificate(tls?.caPem ?? '').ca).toBe(true);
  });

  it('lives no longer than browsers accept', async () => {
    const certificate = new X509Certificate((await loadTls(settings()))?.cert ?? '');
    expect((Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / DAY_MS).toBeLessThanOrEqual(398);
  });

  it('stays the same over a restart, is renewed before it ends, and keeps its authority', async () => {
    const first = await loadTls(settings());
    expect(await loadTls(settings())).toEqual(first);
    const late = new Date(end(first) - 29 * DAY_MS);
    const renewed = await loadTls(settings(), late);
    expect(end(renewed)).toBeGreaterThan(end(first) + 300 * DAY_MS);
    expect(renewed?.caPem).toBe(first?.caPem);
  });

  it('is made anew for a name that it does not have', async () => {
    const first = await loadTls(settings());
    const second = await loadTls(settings({ publicUrl: 'https://robots.example.org' }));
    expect(second?.cert).not.toBe(first?.cert);
    expect(second?.caPem).toBe(first?.caPem);
  });

  it('is made anew when its file is damaged', async () => {
    await loadTls(settings());
    await writeFile(join(dataFolder, 'tls', 'server.pem'), 'torn');
    expect(await ask((await loadTls(settings())) ?? { key: '', cert: '' }, 'localhost')).toBe('hello');
  });

  it('keeps its keys from other users', async () => {
    await loadTls(settings());
    for (const name of ['authority', 'server'])
      expect((await stat(join(dataFolder, 'tls', `${name}.pem`))).mode & 0o777).toBe(0o600);
  });

  it('is the given one where there is one, on the loopback address too', async () => {
    const made = await loadTls(settings());
    const [certFile, keyFile] = [join(dataFolder, 'c.pem'), join(dataFolder, 'k.pem')];
    await writeFile(certFile, made?.cert ?? '');
    await writeFile(keyFile, made?.key ?? '');
    expect(await loadTls(settings({ host: '127.0.0.1', tls: { certFile, keyFile } }))).toEqual({
      cert: made?.cert,
      key: made?.key,
    });
    await writeFile(keyFile, await readFile(join(dataFolder, 'tls', 'authority.pem')));
    await expect(loadTls(settings({ tls: { certFile, keyFile } }))).rejects.toThrow(TlsError);
    await expect(loadTls(settings({ tls: { certFile: join(dataFolder, 'none'), keyFile } }))).rejects.toThrow(
      /^TLS_CERT cannot be read/,
    );
  });
});
