/**
 * The certificate for https and wss: the one named by the settings, or, when listening beyond loopback, a generated
 * one. Browsers allow microphone, camera and service worker on secure pages only, so a console on the LAN needs one. A
 * device trusts it after installing the certificate of the local authority, which the console offers for download.
 */
import 'reflect-metadata';
import { X509Certificate as ParsedCertificate, webcrypto } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { isLoopback, type Settings } from './settings.ts';

cryptoProvider.set(webcrypto as Crypto); // Node's implementation, which differs in its type name only

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** Browsers refuse server certificates valid for more than 398 days. */
const SERVER_DAYS = 397;
/** A certificate that is valid for fewer days than this is renewed. */
const RENEW_DAYS = 30;
/** Phone clocks can lag behind the server's. */
const BACKDATE_MS = DAY_MS;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** `caPem` is set when the certificate is signed by the local authority: the certificate a phone has to trust. */
export type Tls = { key: string; cert: string; caPem?: string };

/** The certificate named by the settings cannot be used; the message gives the reason. */
export class TlsError extends Error {
  override name = 'TlsError';
}

/**
 * Returns key and certificate chain (PEM), or undefined where plain http is sufficient. Call it daily and pass the
 * result to setSecureContext of the listening server: it renews certificates that expire soon and picks up replaced
 * files.
 * @throws TlsError
 */
export async function loadTls(
  settings: Pick<Settings, 'host' | 'tls' | 'dataFolder' | 'publicUrl'>,
  now = new Date(),
): Promise<Tls | undefined> {
  if (settings.tls) return loadGiven(settings.tls.certFile, settings.tls.keyFile);
  if (isLoopback(settings.host)) return undefined;
  const folder = join(settings.dataFolder, 'tls');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const authority = await loadAuthority(folder, now);
  const server = await loadServer(folder, authority, namesOf(settings), now);
  return { key: server.keyPem, cert: `${server.certPem}\n${authority.certPem}\n`, caPem: `${authority.certPem}\n` };
}

async function loadGiven(certFile: string, keyFile: string): Promise<Tls> {
  const [cert, key] = await Promise.all(
    [
      ['TLS_CERT', certFile],
      ['TLS_KEY', keyFile],
    ].map(([name, file = '']) =>
      readFile(file, 'utf8').catch((error: unknown) => {
        throw new TlsError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      }),
    ),
  );
  try {
    createSecureContext({ key, cert });
  } catch (error) {
    throw new TlsError(`TLS_CERT and TLS_KEY do not match: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { key: key ?? '', cert: cert ?? '' };
}

type Pair = { keyPem: string; certPem: string };

async function loadAuthority(folder: string, now: Date): Promise<Pair> {
  const found = await readPair(folder, 'authority');
  if (found && lasts(found, now)) return found;
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Roundhouse local authority on ${hostname()}`] }, { O: ['Roundhouse'] }],
    ...lifetime(now, AUTHORITY_DAYS),
    serialNumber: serialNumber(),
    keys: keys as CryptoKeyPair,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey as CryptoKey),
    ],
  });
  return writePair(folder, 'authority', keys.privateKey, certificate);
}

async function loadServer(folder: string, authority: Pair, names: Names, now: Date): Promise<Pair> {
  const found = await readPair(folder, 'server');
  if (found && lasts(found, now) && covers(found, authority, names)) return found;
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const issuer = new X509Certificate(authority.certPem);
  const signingKey = await webcrypto.subtle.importKey('pkcs8', derOf(authority.keyPem), ALGORITHM, false, ['sign']);
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [names[0]?.value ?? 'localhost'] }],
    issuer: issuer.subject,
    ...lifetime(now, SERVER_DAYS),
    serialNumber: serialNumber(),
    publicKey: keys.publicKey as CryptoKey,
    signingKey: signingKey as CryptoKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new SubjectAlternativeNameExtension(names),
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey as CryptoKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return writePair(folder, 'server', keys.privateKey, certificate);
}

type Names = { type: 'dns' | 'ip'; value: string }[];

/** Every name and address at which a browser can open this machine. */
function namesOf({ host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>): Names {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address);
  const wanted = [
    publicUrl === undefined ? '' : new URL(publicUrl).hostname,
    host,
    hostname(),
    'localhost',
    '127.0.0.1',
    '::1',
    ...own,
  ];
  const bare = wanted.map((name) =>
    name
      .replace(/^\[|\]$/g, '')
      .replace(/%.*$/, '')
      .toLowerCase(),
  );
  const usable = bare.filter((name) => name !== '' && name !== '0.0.0.0' && name !== '::');
  return [...new Set(usable)].map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }));
}

function covers({ certPem }: Pair, authority: Pair, names: Names): boolean {
  const certificate = new ParsedCertificate(certPem);
  if (!certificate.verify(new ParsedCertificate(authority.certPem).publicKey)) return false;
  return names.every(
    ({ type, value }) => (type === 'ip' ? certificate.checkIP(value) : certificate.checkHost(value)) !== undefined,
  );
}

function lasts({ certPem }: Pair, now: Date): boolean {
  const { validFrom, validTo } = new ParsedCertificate(certPem);
  return new Date(validFrom) <= now && new Date(validTo).getTime() - now.getTime() > RENEW_DAYS * DAY_MS;
}

const lifetime = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - BACKDATE_MS),
  notAfter: new Date(now.getTime() - BACKDATE_MS + days * DAY_MS),
});

/** Sixteen random bytes, the first below 0x80, because a serial number must be positive. */
function serialNumber(): string {
  const bytes = Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes.toString('hex');
}

/**
 * Key and certificate share one file, so that a crash between two writes cannot leave a key without its certificate.
 */
async function readPair(folder: string, name: string): Promise<Pair | undefined> {
  const text = await readFile(join(folder, `${name}.pem`), 'utf8').catch(() => '');
  const keyPem = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(text)?.[0];
  const certPem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text)?.[0];
  return keyPem !== undefined && certPem !== undefined ? { keyPem, certPem } : undefined;
}

async function writePair(
  folder: string,
  name: string,
  privateKey: webcrypto.CryptoKey,
  certificate: X509Certificate,
): Promise<Pair> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
  const keyPem = `-----BEGIN PRIVATE KEY-----\n${der.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END PRIVATE KEY-----`;
  const certPem = certificate.toString('pem').trim();
  const file = join(folder, `${name}.pem`);
  await writeFile(`${file}.new`, `${keyPem}\n${certPem}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return { keyPem, certPem };
}

const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
