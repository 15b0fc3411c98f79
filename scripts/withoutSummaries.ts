import type { Plugin } from 'vite';
import { linesOf } from './linesOf.ts';

/** An endpoint's `summary`: one literal, or a template without another one in it. */
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*,/gu;

/** Leaves the summaries of the endpoints out of a build: only the API reference and the server read them. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]contract[\\/]endpoints[\\/]\w+\.ts$/u },
    handler(code) {
      const short = code.replace(SUMMARY, linesOf);
      const left = /\bsummary:\s*['"`]/u.exec(short);
      if (left) this.error(`a summary must be one literal: ${short.slice(left.index, left.index + 80)}`);
      return { code: short, map: null };
    },
  },
});
