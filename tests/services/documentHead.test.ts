import { expect, it } from 'vitest';
import { createDocumentHead, PRODUCT } from '../../src/services/documentHead.ts';

it('sets the density of tables as the height of their rows', () => {
  const set: unknown[] = [];
  const style = { setProperty: (...property: unknown[]) => void set.push(property) };
  const head = createDocumentHead({ documentElement: { style } } as unknown as Document);
  for (const size of ['default', 'medium', 'small'] as const) head.size(size);
  expect(set).toEqual([
    ['--h-row', '48px'],
    ['--h-row', '40px'],
    ['--h-row', '32px'],
  ]);
});

it('titles the tab with the page and the product', () => {
  const page = { documentElement: {} } as unknown as Document;
  const head = createDocumentHead(page);
  head.title("What's new");
  expect(page.title).toBe(`What's new - ${PRODUCT}`);
  // While the texts of a page are loading, or for a page without a title.
  head.title('');
  expect(page.title).toBe(PRODUCT);
});
