/**
 * Pointer input on a canvas that is edited: one pointer presses and drags; two fingers and the wheel zoom around where
 * they are. What a press or a move means is decided by the caller.
 */
import { pan, type Pixel, type View } from './viewport.ts';

export interface PointerInput {
  readonly down: (event: PointerEvent, px: Pixel) => void;
  /** The pressed pointer moved. */
  readonly drag: (event: PointerEvent, px: Pixel) => void;
  /** A pointer moved while none is pressed. */
  readonly hover: (event: PointerEvent, px: Pixel) => void;
  readonly up: () => void;
  readonly cancel: () => void;
  readonly camera: (view: View) => void;
  readonly double?: () => void;
}
interface Zooming {
  readonly view: () => View;
  /** The view after zooming around a pixel. */
  readonly zoomed: (factor: number, at: Pixel) => View;
}

const WHEEL = 0.0022;
const LINE_PX = 16;

/** Returns a function that ends it. */
export function listenPointer(place: HTMLElement, engine: Zooming, to: PointerInput): () => void {
  const fingers = new Map<number, Pixel>();
  let held: number | null = null;
  let pinch: { view: View; middle: Pixel; span: number } | null = null;
  const local = ({ clientX, clientY }: { clientX: number; clientY: number }): Pixel => {
    const { left, top } = place.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const spread = (): { middle: Pixel; span: number } => {
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [...fingers.values()];
    return { middle: [(ax + bx) / 2, (ay + by) / 2], span: Math.max(1, Math.hypot(ax - bx, ay - by)) };
  };

  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const px = local(event);
    fingers.set(event.pointerId, px);
    place.setPointerCapture?.(event.pointerId);
    if (fingers.size === 2) {
      // A second finger starts a pinch, so the first one's press is cancelled.
      to.cancel();
      held = null;
      pinch = { view: engine.view(), ...spread() };
    } else if (fingers.size === 1) {
      held = event.pointerId;
      to.down(event, px);
    }
  };
  const onMove = (event: PointerEvent): void => {
    const px = local(event);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, px);
    if (pinch) {
      const { middle, span } = spread();
      const zoomed = engine.zoomed((pinch.view.scale * (span / pinch.span)) / engine.view().scale, middle);
      to.camera(pan(zoomed, middle[0] - pinch.middle[0], middle[1] - pinch.middle[1]));
      pinch = { ...pinch, middle };
    } else if (event.pointerId === held) to.drag(event, px);
    else if (fingers.size === 0) to.hover(event, px);
  };
  const lift = (event: PointerEvent, how: 'up' | 'cancel'): void => {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (event.pointerId !== held) return;
    held = null;
    to[how]();
  };
  const onUp = (event: PointerEvent): void => lift(event, 'up');
  const onCancel = (event: PointerEvent): void => lift(event, 'cancel');
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
    to.camera(engine.zoomed(Math.exp(-px * WHEEL * (event.ctrlKey ? 4 : 1)), local(event)));
  };

  const ended = new AbortController();
  const { signal } = ended;
  place.addEventListener('pointerdown', onDown, { signal });
  place.addEventListener('pointermove', onMove, { signal });
  place.addEventListener('pointerup', onUp, { signal });
  place.addEventListener('pointercancel', onCancel, { signal });
  place.addEventListener('lostpointercapture', onCancel, { signal });
  place.addEventListener('wheel', onWheel, { signal, passive: false });
  if (to.double) place.addEventListener('dblclick', to.double, { signal });
  return () => ended.abort();
}
