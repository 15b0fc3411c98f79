/** Imports from radix-ui are split into those of its packages, however they are written. */
import { expect, it } from 'vitest';
import { SOURCES, splitImports } from '../../scripts/splitRadix.ts';

const PACKAGES = new Map([
  ['Dialog', '@radix-ui/react-dialog'],
  ['Popover', '@radix-ui/react-popover'],
]);
const split = (code: string): string =>
  splitImports(code, PACKAGES, (message) => {
    throw new Error(message);
  });
const DIALOG = "import * as Radix from '@radix-ui/react-dialog';";
const POPOVER = "import * as Popover from '@radix-ui/react-popover';";

it.each([
  ["import { Dialog as Radix } from 'radix-ui';", DIALOG],
  ["import { Dialog as Radix, Popover } from 'radix-ui';", `${DIALOG} ${POPOVER}`],
  // As many lines as before, for the source map.
  ["import {\n  Dialog as Radix,\n  Popover,\n} from 'radix-ui';", `${DIALOG} ${POPOVER}\n\n\n`],
  ["import { Dialog } from './Dialog.tsx';", "import { Dialog } from './Dialog.tsx';"],
])('%j', (code, expected) => {
  expect(split(`${code}\nconst next = 1;`)).toBe(`${expected}\nconst next = 1;`);
});

it('fails for a name that radix-ui does not have', () => {
  expect(() => split("import { Dialogue } from 'radix-ui';")).toThrow('radix-ui has no Dialogue');
});

it('reads the modules of the console with and without markup', () => {
  const read = ['/x/src/ui/kit/Dialog.tsx', '/x/src/ui/kit/layers.ts', 'C:\\x\\src\\ui\\kit\\Dialog.tsx'];
  expect(read.filter((id) => !SOURCES.test(id))).toEqual([]);
  expect(SOURCES.test('/x/server/app.ts')).toBe(false);
});
