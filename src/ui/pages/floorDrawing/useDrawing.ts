/** Context for components that ignore running gestures: pointer moves do not render them. */
import { useSelector } from '@xstate/react';
import { type FloorDrawingRef, selectFloorDrawing } from '../../../machines/floorDrawing/floorDrawing.selectors.ts';
import type { FloorDrawingContext } from '../../../machines/floorDrawing/floorDrawing.setup.ts';

const OF_A_GESTURE: ReadonlySet<string> = new Set<keyof FloorDrawingContext>(['gesture', 'camera', 'cursor']);
const isSame = (a: FloorDrawingContext, b: FloorDrawingContext): boolean =>
  a === b ||
  (Object.keys(b) as (keyof FloorDrawingContext)[]).every((part) => a[part] === b[part] || OF_A_GESTURE.has(part));

/** `gesture`, `camera` and `cursor` of the result can be outdated. */
export const useDrawing = (screen: FloorDrawingRef): FloorDrawingContext =>
  useSelector(screen, selectFloorDrawing, isSame);
