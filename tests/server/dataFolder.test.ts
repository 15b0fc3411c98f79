/** The data folder's lock, with real processes that hold it, die, and compete for it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderError, takeDataFolder } from '../../server/dataFolder.ts';

let parent: string;
let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'rh-folder-'));
  folder = join(parent, 'data');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(parent, { recursive: true, force: true });
});

/** A process that locks the folder, prints `taken` or `refused`, and keeps running while it holds the lock. */
function otherServer(): Promise<{ said: string; child: ChildProcess }> {
  const source = fileURLToPath(new URL('../../server/dataFolder.ts', import.meta.url));
  const program = `import(${JSON.stringify(source)}).then((m) => m.takeDataFolder(${JSON.stringify(folder)}))
    .then(() => { console.log('taken'); setInterval(() => {}, 1000); }, (error) => { console.log('refused ' + error.message); });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve) =>
    child.stdout.once('data', (words: Buffer) => resolve({ said: words.toString().trim(), child })),
  );
}
const killed = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGKILL'));

describe('the data folder', () => {
  it('is made for its user alone, and given back without a trace', async () => {
    const taken = await takeDataFolder(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await taken.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('closes the doors of a folder that was made with open ones', async () => {
    await (await takeDataFolder(folder)).release();
    await chmod(folder, 0o777);
    await (await takeDataFolder(folder)).release();
    expect((await stat(folder)).mode & 0o066).toBe(0);
  });

  it('is refused while another server holds it, naming that server', async () => {
    const { said, child } = await otherServer();
    expect(said).toBe('taken');
    await expect(takeDataFolder(folder)).rejects.toThrow(DataFolderError);
    await expect(takeDataFolder(folder)).rejects.toThrow(`process ${child.pid} on`);
  });

  it('can be taken after its holder was killed', async () => {
    const { child } = await otherServer();
    await killed(child);
    await (await takeDataFolder(folder)).release();
  });

  it("can be taken when the killed holder's number belongs to another process now", async () => {
    const { child } = await otherServer();
    await killed(child);
    const lock = join(folder, 'server.lock');
    await writeFile(lock, (await readFile(lock, 'utf8')).replace(`"pid":${child.pid}`, `"pid":${process.pid}`));
    await (await takeDataFolder(folder)).release();
  });

  it('goes to exactly one of several servers that find a dead lock', async () => {
    const { child } = await otherServer();
    await killed(child);
    const said = await Promise.all([otherServer(), otherServer(), otherServer(), otherServer()]);
    expect(said.map((each) => each.said.split(' ')[0]).sort()).toEqual(['refused', 'refused', 'refused', 'taken']);
  });

  it('is refused to a second server in the same process', async () => {
    const taken = await takeDataFolder(folder);
    await expect(takeDataFolder(folder)).rejects.toThrow(DataFolderError);
    await taken.release();
  });

  it('is refused while a holder in another container still touches its lock', async () => {
    await takeDataFolder(folder);
    const lock = join(folder, 'server.lock');
    await writeFile(
      lock,
      JSON.stringify({ ...(JSON.parse(await readFile(lock, 'utf8')) as object), place: 'elsewhere', pid: 1 }),
    );
    const beat = setInterval(() => void utimes(lock, new Date(), new Date()), 500);
    await expect(takeDataFolder(folder)).rejects.toThrow('process 1 on');
    clearInterval(beat);
  });

  it('takes a torn lock file for a dead one', async () => {
    await (await takeDataFolder(folder)).release();
    await writeFile(join(folder, 'server.lock'), '{"pid":');
    await (await takeDataFolder(folder)).release();
  });

  it('says what to do where it cannot be', async () => {
    await writeFile(join(parent, 'data'), '');
    await expect(takeDataFolder(folder)).rejects.toThrow(/cannot be used: .* Set ROUNDHOUSE_DATA/);
  });
});
