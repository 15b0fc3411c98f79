/** Leaves out of a build what radix-ui's components do only to have their names in a debugger. */
import type { Plugin } from 'vite';
import { linesOf } from './linesOf.ts';

/** A static block with nothing but `__name(this, "OrderedDict");`. */
const BLOCK = /^[ \t]*static \{\s*__name\(this, "[\w$]+"\);\s*\}$/gmu;
/** `__name(useCollection, "useCollection");` */
const STATEMENT = /^[ \t]*__name\([\w$]+, "[\w$]+"\);$/gmu;
/** The function that the calls are for, and what makes the tree shaker keep it. */
const DEFINITION = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';

/**
 * Statements that name a function or class are removed: they keep in the build what nobody uses. An expression that is named
 * stays, and the function that named it does nothing.
 * @param fail is called for a package that names its functions in another way
 */
export const withoutNames = (code: string, fail: (message: string) => never): string =>
  code.includes('__name') && !code.includes(DEFINITION)
    ? fail('radix-ui has another form: see scripts/withoutNames.ts')
    : code.replace(DEFINITION, 'var __name = (target) => target;').replace(BLOCK, linesOf).replace(STATEMENT, linesOf);

export const withoutNamesPlugin = (): Plugin => ({
  name: 'without-names',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]@radix-ui[\\/][\w-]+[\\/]dist[\\/]index\.mjs$/u },
    handler(code) {
      return { code: withoutNames(code, (message) => this.error(message)), map: null };
    },
  },
});
