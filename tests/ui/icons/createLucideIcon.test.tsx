/** Our icon factory renders the same SVG as lucide's own. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import * as eye from 'lucide-react/icons/eye';
import * as radioTower from 'lucide-react/icons/radio-tower';
import createLucideIcon from '../../../src/ui/icons/createLucideIcon.ts';

const PROPS = { size: 16, strokeWidth: 1.75, className: 'icon', 'aria-hidden': 'true' } as const;
const withoutTheirClasses = (svg: string): string => svg.replace(/class="lucide [^"]*icon"/u, 'class="icon"');

/** Exported by every icon's module, but missing in its types. */
interface WithData {
  __iconData: Parameters<typeof createLucideIcon>[0];
}

it.each([
  ['eye', eye],
  ['radio tower', radioTower],
] as const)('draws the %s as lucide does', (_, icon) => {
  const theirs = icon.default;
  const ours = createLucideIcon((icon as unknown as WithData).__iconData);
  const attributes = (svg: string) => [...withoutTheirClasses(svg).matchAll(/[\w-]+="[^"]*"/gu)].map(String).sort();
  expect(attributes(renderToStaticMarkup(createElement(ours, PROPS)))).toEqual(
    attributes(renderToStaticMarkup(createElement(theirs, PROPS))),
  );
});
