/** A real TURN server (coturn, `apt-get install coturn`) on a free port of this computer. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.ts';

/** Tests that need it are skipped without it. */
export const hasTurnServer = (() => {
  try {
    execFileSync('turnserver', ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // Some versions exit with an error code after they have printed their version.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
})();

export interface TurnServer {
  /** For ICE_SERVERS. */
  url: string;
  /** For TURN_SECRET. */
  secret: string;
  close(): Promise<void>;
}

/** It can need a moment until it relays. */
export async function startTurnServer(): Promise<TurnServer> {
  const secret = 'shared-with-the-turn-server';
  const folder = await mkdtemp(join(tmpdir(), 'roundhouse-turn-'));
  const port = await freePort();
  const turn = spawn(
    'turnserver',
    [
      ...['-n', '--no-tls', '--no-dtls', '--no-cli', '--no-multicast-peers', '--allow-loopback-peers'],
      ...['--use-auth-secret', `--static-auth-secret=${secret}`, '--realm=roundhouse'],
      ...['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`],
      ...['--log-file=stdout', `--pidfile=${join(folder, 'pid')}`, `--userdb=${join(folder, 'db')}`],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  turn.stdout.resume();
  turn.stderr.resume();
  return {
    url: `turn:127.0.0.1:${port}?transport=udp`,
    secret,
    close: async () => {
      if (turn.exitCode === null) {
        const ended = new Promise((resolve) => turn.once('exit', resolve));
        turn.kill('SIGKILL');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
