/** Runs a script through Vite, which resolves import.meta.glob: `node scripts/withVite.mjs <script> [arguments]`. */
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './setup.mjs';

const [node, , script = '', ...given] = process.argv;
process.argv = [node ?? '', resolve(script), ...given];
const config = { root, configFile: false, logLevel: 'error' };
const { module } = await runnerImport(join(root, 'scripts/pageNames.ts'), config);
await runnerImport(resolve(script), { ...config, define: module.definedPages });
