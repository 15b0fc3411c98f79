/** Keyboard shortcuts of the map editor, and keys left to the browser and the list. */
import { describe, expect, it } from 'vitest';
import { editorKey } from '../../../../src/ui/pages/mapEditor/editorKeys.ts';

const key = (
  name: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', true>> = {},
  onMap = true,
) => editorKey({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held }, onMap);

describe('a key on the map', () => {
  it.each([
    ['z', { ctrlKey: true }, { type: 'history.undo' }],
    ['Z', { metaKey: true, shiftKey: true }, { type: 'history.redo' }],
    ['y', { ctrlKey: true }, { type: 'history.redo' }],
    ['a', { ctrlKey: true }, { type: 'points.selectAll' }],
    ['c', { ctrlKey: true }, { type: 'points.copy' }],
    ['v', { metaKey: true }, { type: 'points.paste' }],
    ['Escape', {}, { type: 'key.escape' }],
    ['Delete', {}, { type: 'points.delete' }],
    ['Backspace', {}, { type: 'points.delete' }],
    ['ArrowLeft', {}, { type: 'points.nudge', dx: -0.05, dy: 0 }],
    ['ArrowUp', { shiftKey: true }, { type: 'points.nudge', dx: 0, dy: 0.5 }],
    ['v', {}, { type: 'tool.pick', tool: 'select' }],
    ['a', {}, { type: 'tool.pick', tool: 'add' }],
    ['c', {}, { type: 'tool.pick', tool: 'connect' }],
    ['h', {}, { type: 'tool.pick', tool: 'pan' }],
    ['m', {}, { type: 'tool.pick', tool: 'measure' }],
  ] as const)('%s with %j', (name, held, wish) => expect(key(name, held)).toEqual(wish));
});

describe("a key that is not the editor's", () => {
  it.each([
    ['z', { altKey: true }],
    ['s', { ctrlKey: true }],
    ['x', {}],
    ['A', { shiftKey: true }],
    ['Enter', {}],
    ['Tab', {}],
  ] as const)('%s with %j', (name, held) => expect(key(name, held)).toBeNull());
  it('arrows and letters move nothing while the list has the focus', () => {
    expect([key('ArrowUp', {}, false), key('a', {}, false)]).toEqual([null, null]);
    expect(key('Delete', {}, false)).toEqual({ type: 'points.delete' });
  });
});
