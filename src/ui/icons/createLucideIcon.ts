/**
 * Replaces lucide's function of the same name (vite.config.ts). Theirs includes a context, aliases and classes that are
 * not used here and would add 1 KiB to the first chunk.
 */
import { createElement } from 'react';
import type { Glyph } from './glyph.ts';

interface IconData {
  /** Each shape with its attributes. */
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

function createLucideIcon({ node }: IconData): Glyph {
  return ({ size = 24, ...rest }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}

// oxlint-disable-next-line import/no-default-export -- the icons import it as one
export { createLucideIcon as default };
