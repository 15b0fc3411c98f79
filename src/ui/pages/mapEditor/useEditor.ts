/** Editor context for components that ignore running gestures: pointer moves do not render them. */
import { useSelector } from '@xstate/react';
import { type MapEditorRef, selectEditor } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import type { MapEditorContext } from '../../../machines/mapEditor/mapEditor.setup.ts';

const OF_THE_HAND: ReadonlySet<string> = new Set<keyof MapEditorContext>(['gesture', 'camera', 'measured']);
const isSameButHand = (a: MapEditorContext, b: MapEditorContext): boolean =>
  a === b ||
  (Object.keys(b) as (keyof MapEditorContext)[]).every((part) => a[part] === b[part] || OF_THE_HAND.has(part));

/** `gesture`, `camera` and `measured` of the result can be outdated. */
export const useEditor = (screen: MapEditorRef): MapEditorContext => useSelector(screen, selectEditor, isSameButHand);
