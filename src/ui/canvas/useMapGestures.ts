/** Map gestures: drag pans, wheel and pinch zoom to the pointer, tap picks, double-click fits. */
import { useGesture } from '@use-gesture/react';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { headingTo, isOnKnob } from './heading.ts';
import type { Heading } from './heading.ts';
import type { MapEngine } from './mapEngine.ts';
import type { MapPick } from './scene.ts';
import { pan, toWorld, zoomAt } from './viewport.ts';
import type { Pixel, View } from './viewport.ts';

export interface MapHands {
  /** `at`: the place under the pointer regardless of what was hit, metres. */
  readonly onPick: (pick: MapPick, at: Place) => void;
  readonly onHover: (pick: MapPick | null) => void;
  /** A drag ends following. */
  readonly onDragged: () => void;
  /** While a robot is followed, zooming keeps it centred regardless of the pointer. */
  readonly isFollowing: () => boolean;
  /** The heading arrow, which the user turns by its knob; null if there is none. */
  readonly heading: Heading | null;
  readonly onTurn: (theta: number) => void;
}

/** One wheel notch is about 100 px and zooms by a quarter. */
const WHEEL = 0.0022;
const LINE_PX = 16;
/** Hit tolerance beyond a mark's edge, px; larger for touch. */
const SLACK = { mouse: 3, touch: 12 };

/** State of a drag: the view at its start, or 'turning' for a drag of the heading knob. */
type DragStart = View | 'turning';

interface PinchStart {
  readonly view: View;
  readonly at: Pixel;
}

export function useMapGestures(
  place: RefObject<HTMLElement | null>,
  engine: RefObject<MapEngine | null>,
  hands: MapHands,
): void {
  const local = ([x, y]: readonly [number, number]): Pixel => {
    const box = place.current?.getBoundingClientRect();
    return [x - (box?.left ?? 0), y - (box?.top ?? 0)];
  };

  useGesture(
    {
      onDrag: ({ tap, first, last, movement: [dx, dy], initial, xy, memo, pinching, cancel, event }) => {
        const map = engine.current;
        if (map === null) return memo as DragStart | undefined;
        if (pinching === true) {
          cancel();
          return memo as DragStart | undefined;
        }
        const touch = 'pointerType' in event && event.pointerType === 'touch';
        const { heading } = hands;
        const slack = touch ? SLACK.touch : SLACK.mouse;
        if (
          heading !== null &&
          (memo === 'turning' || (first && isOnKnob(map.view(), map.size(), heading, local(initial), slack)))
        ) {
          if (!tap) hands.onTurn(headingTo(map.view(), map.size(), heading, local(xy)));
          return 'turning';
        }
        // The arrow disappeared during the drag: ignore the rest of it.
        if (memo === 'turning') return memo;
        if (tap) {
          const at = local(xy);
          hands.onPick(map.pickAt(at, slack), toWorld(map.view(), map.size(), at));
          return undefined;
        }
        // Computed from the start of the drag, not from summed steps, so that nothing drifts.
        const start = (memo as View | undefined) ?? map.view();
        if (first) hands.onDragged();
        // Set only at start and end: an attribute change in every frame would recalculate styles in every frame.
        if (first || last) place.current?.setAttribute('data-drag', String(!last));
        map.moveTo(pan(start, dx, dy));
        return start;
      },
      onPinch: ({ origin, movement: [grown], memo }) => {
        const map = engine.current;
        if (map === null) return undefined;
        const at = local(origin);
        const start = (memo as PinchStart | undefined) ?? { view: map.view(), at };
        const scale = map.limitScale(start.view.scale * grown);
        const zoomed = zoomAt(start.view, map.size(), start.at, scale);
        map.moveTo(
          hands.isFollowing() ? { ...map.view(), scale } : pan(zoomed, at[0] - start.at[0], at[1] - start.at[1]),
        );
        return start;
      },
      onWheel: ({ event, delta: [, dy], ctrlKey }) => {
        if (ctrlKey) return; // trackpad pinch: also reported to onPinch
        event.preventDefault();
        const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? dy * LINE_PX : dy;
        engine.current?.zoomBy(
          Math.exp(-px * WHEEL),
          hands.isFollowing() ? undefined : local([event.clientX, event.clientY]),
        );
      },
    },
    {
      target: place,
      eventOptions: { passive: false },
      drag: { filterTaps: true, pointer: { buttons: [1, 4], keys: false } },
      pinch: { rubberband: false },
    },
  );

  const latest = useRef(hands);
  useEffect(() => {
    latest.current = hands;
  });
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let frame = 0;
    let at: Pixel | null = null;
    const look = (): void => {
      frame = 0;
      const pick = engine.current?.hover(at) ?? null;
      const { heading } = latest.current;
      const onKnob =
        at !== null &&
        heading !== null &&
        engine.current !== null &&
        isOnKnob(engine.current.view(), engine.current.size(), heading, at, SLACK.mouse);
      element.dataset['hit'] = String(onKnob || (pick !== null && pick.kind !== 'place'));
      latest.current.onHover(pick);
    };
    const later = (next: Pixel | null): void => {
      at = next;
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    const onMove = (event: PointerEvent): void => {
      if (event.pointerType === 'touch' || event.buttons !== 0) return;
      const box = element.getBoundingClientRect();
      later([event.clientX - box.left, event.clientY - box.top]);
    };
    const onLeave = (): void => later(null);
    const onDouble = (event: MouseEvent): void => {
      const box = element.getBoundingClientRect();
      if (engine.current?.pickAt([event.clientX - box.left, event.clientY - box.top], SLACK.mouse).kind !== 'robot')
        engine.current?.fitAll();
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    element.addEventListener('dblclick', onDouble);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('dblclick', onDouble);
    };
  }, [place, engine]);
}
