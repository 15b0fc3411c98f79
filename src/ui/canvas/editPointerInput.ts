/** Pointer input on the map editor: pointer events are forwarded unchanged, with the point under the pointer. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { EditEngine } from './editEngine.ts';
import { listenPointer, type PointerInput } from './pointerInput.ts';
import type { Pixel, View } from './viewport.ts';

export interface EditPointerInput extends Pick<PointerInput, 'up' | 'cancel' | 'camera'> {
  readonly down: (press: {
    at: Place;
    px: Pixel;
    hit: string | null;
    join: boolean;
    touch: boolean;
    camera: View;
    reach: number;
  }) => void;
  readonly move: (to: { at: Place; px: Pixel; reach: number }) => void;
}

/** How far from a point a press still hits it, px. */
const SLACK = { mouse: 3, touch: 12 };
/** Snapping distance, px. */
const REACH_PX = 7;

export function listenPoints(place: HTMLElement, engine: EditEngine, to: EditPointerInput): () => void {
  const aimed = (px: Pixel) => ({ at: engine.placeAt(px), px, reach: REACH_PX / engine.view().scale });
  return listenPointer(place, engine, {
    ...to,
    down: (event, px) => {
      const touch = event.pointerType === 'touch';
      to.down({
        ...aimed(px),
        hit: engine.pointAt(px, touch ? SLACK.touch : SLACK.mouse),
        join: event.shiftKey || event.ctrlKey || event.metaKey,
        touch,
        camera: engine.view(),
      });
    },
    drag: (_, px) => to.move(aimed(px)),
    hover: (event, px) => {
      if (event.pointerType !== 'touch') place.dataset['hit'] = String(engine.pointAt(px, SLACK.mouse) !== null);
    },
  });
}
