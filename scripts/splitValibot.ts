import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const WHOLE = /[\\/]node_modules[\\/]valibot[\\/]dist[\\/]index\.mjs$/u;
const PART = '?part=';
/** valibot's build marks the source file of each part. */
const REGION = /^\/\/#region .*\n([\s\S]*?)^\/\/#endregion$/gmu;
const DECLARED = /^(?:async )?(?:function\*?|const|let|var|class) ([\w$]+)/gmu;
const WORD = /[\w$]+/gu;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu;

/**
 * valibot is one file, which would load with the first page as soon as any page uses a function of it. For a build it is
 * taken apart again, so that each chunk has the functions that it uses.
 */
export function splitValibot(): Plugin {
  let parts: readonly string[] = [];
  return {
    name: 'split-valibot',
    apply: 'build',
    resolveId: {
      filter: { id: /\?part=\d+$/u },
      handler: (id) => id,
    },
    load: {
      filter: { id: /valibot[\\/]dist[\\/]index\.mjs(?:\?part=\d+)?$/u },
      handler(id) {
        const [file = '', part] = id.split(PART);
        if (part !== undefined) return { code: parts[Number(part)] ?? '', map: null, moduleSideEffects: false };
        if (!WHOLE.test(file)) return null;
        const text = readFileSync(file, 'utf8');
        const regions = [...text.matchAll(REGION)].map(([, code = '']) => code);
        const partOf = new Map<string, number>();
        for (const [index, code] of regions.entries())
          for (const [, name = ''] of code.matchAll(DECLARED)) partOf.set(name, index);
        const from = (name: string): string => `${JSON.stringify(`${file}${PART}${partOf.get(name)}`)};`;
        parts = regions.map((code, index) => {
          const names = [...partOf].filter(([, own]) => own === index).map(([name]) => name);
          const used = new Set(code.replace(COMMENT, '').match(WORD));
          const imports = [...used].filter((word) => (partOf.get(word) ?? index) !== index);
          return [
            ...imports.map((name) => `import { ${name} } from ${from(name)}`),
            code,
            `export { ${names.join(', ')} };`,
          ].join('\n');
        });
        const exported = /^export \{(.*)\};?\s*$/mu.exec(text)?.[1]?.split(',') ?? [];
        if (exported.length < 100 || partOf.size < 100)
          this.error('valibot has another form: see scripts/splitValibot.ts');
        const code = exported.map((name) => `export { ${name.trim()} } from ${from(name.trim().split(' ')[0] ?? '')}`);
        return { code: code.join('\n'), map: null, moduleSideEffects: false };
      },
    },
  };
}
