/**
 * Pointer input on a floor that is being drawn: pointer events are forwarded unchanged, hovering too; wheel and pinch zoom
 * around the pointer.
 */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { DrawFloorEngine } from './drawFloorEngine.ts';
import { pan, type Pixel, type View } from './viewport.ts';

export interface DrawFloorInput {
  readonly down: (press: { at: Place; px: Pixel; isStraight: boolean; camera: View; reach: number }) => void;
  readonly move: (to: { at: Place; px: Pixel; isStraight: boolean; reach: number }) => void;
  readonly up: () => void;
  readonly double: () => void;
  readonly cancel: () => void;
  readonly camera: (view: View) => void;
}

const WHEEL = 0.0022;
const LINE_PX = 16;
/** Snapping distance, px. */
const REACH_PX = { mouse: 8, touch: 16 };

export function listenDrawing(place: HTMLElement, engine: DrawFloorEngine, to: DrawFloorInput): () => void {
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
  const aimed = (event: PointerEvent, px: Pixel) => ({
    at: engine.placeAt(px),
    px,
    isStraight: event.shiftKey,
    reach: REACH_PX[event.pointerType === 'touch' ? 'touch' : 'mouse'] / engine.view().scale,
  });

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
      to.down({ ...aimed(event, px), camera: engine.view() });
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
    } else if (event.pointerId === held || fingers.size === 0) to.move(aimed(event, px));
  };
  const lift = (event: PointerEvent, how: 'up' | 'cancel'): void => {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (event.pointerId !== held) return;
    held = null;
    to[how]();
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
    to.camera(engine.zoomed(Math.exp(-px * WHEEL * (event.ctrlKey ? 4 : 1)), local(event)));
  };
  const all = {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: (event: PointerEvent) => lift(event, 'up'),
    pointercancel: (event: PointerEvent) => lift(event, 'cancel'),
    lostpointercapture: (event: PointerEvent) => lift(event, 'cancel'),
    dblclick: () => to.double(),
  } as const;
  for (const [name, listener] of Object.entries(all)) place.addEventListener(name, listener as EventListener);
  place.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    for (const [name, listener] of Object.entries(all)) place.removeEventListener(name, listener as EventListener);
    place.removeEventListener('wheel', onWheel);
  };
}
