/** Makes what the first page loads of XState smaller, for the build. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { linesOf } from './linesOf.ts';

/** What only later pages use, with the declarations that only it needs. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  SimulatedClock: ['SimulatedClock'],
  waitFor: ['defaultWaitForOptions', 'waitFor'],
};
const REST = 'rest';
const WHOLE = /[\\/]xstate[\\/]dist[\\/]xstate\.esm\.js(?:\?part=(\w+))?$/u;
/** XState's own developer tools, which the console never switches on. */
const DEV_TOOLS = /[\\/]xstate[\\/]dist[\\/]xstate-dev\.esm\.js$/u;
const NO_DEV_TOOLS = 'export const devToolsAdapter = () => {};';

/**
 * Takes the declarations in `LATER` out of XState's main module.
 * @param file the path of the module
 * @param fail is called if one is not there
 * @returns the parts by name, and a module that exports what the whole one exports
 */
export function splitXstateModule(
  text: string,
  file: string,
  fail: (message: string) => never,
): { parts: ReadonlyMap<string, string>; index: string } {
  const parts = new Map<string, string>();
  let rest = text;
  for (const [name, declared] of Object.entries(LATER)) {
    const code = declared.map((one) => {
      const [found] = new RegExp(String.raw`^(?:class|const|function) ${one}\b[\s\S]*?^\};?$`, 'mu').exec(rest) ?? [];
      if (found === undefined) return fail(`XState has no ${one}: see scripts/splitXstate.ts`);
      rest = rest.replace(found, () => linesOf(found));
      return found;
    });
    parts.set(name, [...code, `export { ${name} };`].join('\n'));
  }
  const exported = [...text.matchAll(/^export \{(.*)\}/gmu)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.split(' as ').at(-1)?.trim() ?? '');
  const from = (part: string): string => JSON.stringify(`${file}?part=${part}`);
  parts.set(
    REST,
    rest.replace(/^export \{[^}]*\};$/mu, (line) =>
      Object.keys(LATER).reduce((names, name) => names.replace(new RegExp(String.raw`\b${name}\b,?`, 'u'), ''), line),
    ),
  );
  const index = exported.map((name) => `export { ${name} } from ${from(name in LATER ? name : REST)};`);
  return { parts, index: index.join('\n') };
}

/** Later pages load SimulatedClock and waitFor with their own code, and no page loads XState's developer tools. */
export function splitXstate(): Plugin {
  let parts: ReadonlyMap<string, string> = new Map();
  return {
    name: 'split-xstate',
    apply: 'build',
    resolveId: {
      filter: { id: /^\.\/.*\.esm\.js$|[?]part=\w+$/u },
      handler(id, importer) {
        const [file, part] = WHOLE.exec(id) ?? [];
        if (file !== undefined && part !== undefined) return id;
        const [own] = importer?.split('?part=') ?? [];
        return own === importer || own === undefined ? null : this.resolve(id, own, { skipSelf: true });
      },
    },
    load: {
      filter: { id: [WHOLE, DEV_TOOLS] },
      handler(id) {
        if (DEV_TOOLS.test(id)) return { code: NO_DEV_TOOLS, map: null };
        const [file = '', part] = id.split('?part=');
        if (part !== undefined) return { code: parts.get(part) ?? '', map: null, moduleSideEffects: false };
        const split = splitXstateModule(readFileSync(file, 'utf8'), file, (message) => this.error(message));
        ({ parts } = split);
        return { code: split.index, map: null, moduleSideEffects: false };
      },
    },
  };
}
