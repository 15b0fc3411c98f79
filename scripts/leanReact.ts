/** Imports React's production modules directly, for the build. */
import type { Plugin } from 'vite';

/** `module.exports = require('./cjs/react-dom-client.production.js');` */
const PRODUCTION = /module\.exports = require\('\.\/cjs\/[\w.-]+\.production\.js'\);/u;

/**
 * React DOM's entry points contain a check for React's developer tools, whether the build has taken out what is only for
 * development. Only the module that they export is needed.
 * @param fail is called for an entry point that has another form
 */
export const productionOnly = (code: string, fail: (message: string) => never): string =>
  PRODUCTION.exec(code)?.[0] ?? fail('React has another form: see scripts/leanReact.ts');

export const leanReact = (): Plugin => ({
  name: 'lean-react',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]react-dom[\\/](?:index|client)\.js$/u },
    handler(code) {
      return { code: productionOnly(code, (message) => this.error(message)), map: null };
    },
  },
});
