/** Pointer input on a floor that is being drawn: pointer events are forwarded unchanged, hovering too. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { DrawFloorEngine } from './drawFloorEngine.ts';
import { listenPointer, type PointerInput } from './pointerInput.ts';
import type { Pixel, View } from './viewport.ts';

interface Aimed {
  at: Place;
  px: Pixel;
  isStraight: boolean;
  /** Snapping distance, metres. */
  reach: number;
}
export interface DrawFloorInput extends Pick<PointerInput, 'up' | 'cancel' | 'camera'> {
  readonly down: (press: Aimed & { camera: View }) => void;
  readonly move: (to: Aimed) => void;
  readonly double: () => void;
}

/** Snapping distance, px. */
const REACH_PX = { mouse: 8, touch: 16 };

export function listenDrawing(place: HTMLElement, engine: DrawFloorEngine, to: DrawFloorInput): () => void {
  const aimed = (event: PointerEvent, px: Pixel): Aimed => ({
    at: engine.placeAt(px),
    px,
    isStraight: event.shiftKey,
    reach: REACH_PX[event.pointerType === 'touch' ? 'touch' : 'mouse'] / engine.view().scale,
  });
  const move = (event: PointerEvent, px: Pixel): void => to.move(aimed(event, px));
  return listenPointer(place, engine, {
    ...to,
    down: (event, px) => to.down({ ...aimed(event, px), camera: engine.view() }),
    drag: move,
    hover: move,
  });
}
