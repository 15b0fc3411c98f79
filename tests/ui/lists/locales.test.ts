/** A page that uses the parts of list pages loads their texts; without them they would be blank. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const PAGES = 'src/app/pages';
const source = (file: string): string => readFileSync(file, 'utf8');

it('every page with ui/lists has the area lists among its locales', () => {
  const without = readdirSync(PAGES).filter((name) => {
    const page = source(join(PAGES, name));
    const component = /import\('(.*\/ui\/pages\/.*)'\)/u.exec(page)?.[1];
    if (component === undefined || /locales: \[.*'lists'/u.test(page)) return false;
    const folder = dirname(join(PAGES, component));
    return readdirSync(folder).some(
      (file) => file.endsWith('.tsx') && source(join(folder, file)).includes('../../lists/'),
    );
  });
  expect(without).toEqual([]);
});
