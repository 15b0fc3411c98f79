/** The rows before and after the open one, as a drawer opens them. */
import { expect, it } from 'vitest';
import { rowsBeside } from '../../../src/ui/lists/rowsBeside.ts';

const opened = (open: string) => {
  const ids: string[] = [];
  const { onPrevious, onNext } = rowsBeside(['a', 'b', 'c'], open, (id) => void ids.push(id));
  onPrevious?.();
  onNext?.();
  return [onPrevious !== undefined, onNext !== undefined, ...ids];
};

it.each([
  ['a', [false, true, 'b']],
  ['b', [true, true, 'a', 'c']],
  ['c', [true, false, 'b']],
  // Opened by a link, on another page of the list.
  ['x', [false, false]],
  ['', [false, false]],
])('beside %o', (open, expected) => expect(opened(open)).toEqual(expected));
