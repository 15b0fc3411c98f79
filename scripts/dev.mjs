/**
 * `npm run dev`: the console by Vite with hot reload on PORT (8080), and behind it the server and the simulated robots,
 * run from source and restarted on changes.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { checkNode, endWithNpm, installPackages, orExit, root, say } from './setup.mjs';

await orExit(async () => {
  process.chdir(root);
  checkNode();
  endWithNpm();
  await installPackages();
  const port = Number(process.env.PORT || 8080);
  const behind = await freePort();
  process.env.ROUNDHOUSE_DEV_SERVER = `http://127.0.0.1:${behind}`;

  const watching = [
    'watch',
    '--clear-screen=false',
    '--include',
    './contract/**/*',
    '--include',
    './simulator/**/*',
    '--include',
    './demo/**/*',
  ];
  const server = spawn(
    process.execPath,
    [join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'), ...watching, join(root, 'server', 'main.ts')],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true, // Ctrl+C then reaches it only once, through this process
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(behind),
        PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
      },
    },
  );
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ root, server: { port, host: process.env.HOST || '127.0.0.1' } });
  await vite.listen();
  say(`the console, with hot reload: ${vite.resolvedUrls?.local[0] ?? `http://localhost:${port}/`}`);

  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void vite.close();
    server.kill('SIGTERM');
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  server.once('close', (code) => {
    end();
    process.exit(ending ? 0 : (code ?? 1));
  });
});

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
