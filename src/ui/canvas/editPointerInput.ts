/** Pointer input on the map editor: pointer events are forwarded unchanged; wheel and pinch zoom around the pointer. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { EditEngine } from './editEngine.ts';
import { pan, type Pixel, type View } from './viewport.ts';

export interface EditPointerInput {
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
  readonly up: () => void;
  readonly cancel: () => void;
  readonly camera: (view: View) => void;
}

const WHEEL = 0.0022;
const LINE_PX = 16;
const SLACK = { mouse: 3, touch: 12 };
/** Snapping distance, px. */
const REACH_PX = 7;

export function listenHands(place: HTMLElement, engine: EditEngine, hands: EditPointerInput): () => void {
  const fingers = new Map<number, Pixel>();
  let held: number | null = null;
  let pinch: { view: View; middle: Pixel; span: number } | null = null;
  const local = ({ clientX, clientY }: { clientX: number; clientY: number }): Pixel => {
    const { left, top } = place.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const reach = (): number => REACH_PX / engine.view().scale;
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
      hands.cancel();
      held = null;
      pinch = { view: engine.view(), ...spread() };
    } else if (fingers.size === 1) {
      held = event.pointerId;
      const touch = event.pointerType === 'touch';
      hands.down({
        at: engine.placeAt(px),
        px,
        hit: engine.pointAt(px, touch ? SLACK.touch : SLACK.mouse),
        join: event.shiftKey || event.ctrlKey || event.metaKey,
        touch,
        camera: engine.view(),
        reach: reach(),
      });
    }
  };
  const onMove = (event: PointerEvent): void => {
    const px = local(event);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, px);
    if (pinch) {
      const { middle, span } = spread();
      const zoomed = engine.zoomed((pinch.view.scale * (span / pinch.span)) / engine.view().scale, middle);
      hands.camera(pan(zoomed, middle[0] - pinch.middle[0], middle[1] - pinch.middle[1]));
      pinch = { ...pinch, middle };
    } else if (event.pointerId === held) hands.move({ at: engine.placeAt(px), px, reach: reach() });
    else if (event.pointerType !== 'touch') place.dataset['hit'] = String(engine.pointAt(px, SLACK.mouse) !== null);
  };
  const lift = (event: PointerEvent, how: 'up' | 'cancel'): void => {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (event.pointerId !== held) return;
    held = null;
    hands[how]();
  };
  const onUp = (event: PointerEvent): void => lift(event, 'up');
  const onCancel = (event: PointerEvent): void => lift(event, 'cancel');
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
    hands.camera(engine.zoomed(Math.exp(-px * WHEEL * (event.ctrlKey ? 4 : 1)), local(event)));
  };
  const all = {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: onCancel,
    lostpointercapture: onCancel,
  } as const;
  for (const [name, listener] of Object.entries(all)) place.addEventListener(name, listener as EventListener);
  place.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    for (const [name, listener] of Object.entries(all)) place.removeEventListener(name, listener as EventListener);
    place.removeEventListener('wheel', onWheel);
  };
}
