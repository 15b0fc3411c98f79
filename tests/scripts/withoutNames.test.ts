/** Names for debuggers are left out of the packages of radix-ui, and nothing else. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutNames } from '../../scripts/withoutNames.ts';

const fail = (message: string): never => {
  throw new Error(message);
};
const DEFINITION = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });\n';

it('removes the statements that name a function or a class, and keeps the lines', () => {
  const code = `${DEFINITION}function at(array) {
  return array;
}
__name(at, "at");
var Dictionary = class _Dictionary extends Map {
  static {
    __name(this, "Dictionary");
  }
  #keys;
};
const Provider = /* @__PURE__ */ __name((props) => props, "Provider");
`;
  const plain = withoutNames(code, fail);
  expect(plain).not.toMatch(/"at"|static|"Dictionary"/u);
  expect(plain).toContain('const Provider = /* @__PURE__ */ __name((props) => props, "Provider");');
  expect(plain).toContain('var __name = (target) => target;');
  expect(plain.split('\n')).toHaveLength(code.split('\n').length);
});

it('a static block with more in it stays', () => {
  const code = `${DEFINITION}var A = class {
  static {
    __name(this, "A");
    this.count = 0;
  }
};
`;
  expect(withoutNames(code, fail)).toMatch(/static \{\s*this\.count = 0;\s*\}/u);
});

it('a package has none of these statements afterwards', () => {
  const collection = createRequire(import.meta.url).resolve('@radix-ui/react-collection');
  const code = readFileSync(join(dirname(collection), 'index.mjs'), 'utf8');
  expect(code).toContain('__name(this, "OrderedDict");');
  expect(withoutNames(code, fail)).not.toMatch(/^\s*(?:static \{\s*)?__name\(/mu);
});

it('another form fails', () => {
  expect(() => withoutNames('const __name = 1;', fail)).toThrow('another form');
});
