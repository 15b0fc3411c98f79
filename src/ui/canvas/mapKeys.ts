/**
 * Map keyboard shortcuts: arrows pan, + and - zoom, F follows, 0 fits, [ and ] turn the heading arrow. Escape is
 * reserved: it stops a robot or leaves a tool.
 */

export type MapKey =
  /** px by which the plan moves. */
  | { readonly do: 'pan'; readonly dx: number; readonly dy: number }
  | { readonly do: 'zoom'; readonly factor: number }
  /** Radians, counter-clockwise. */
  | { readonly do: 'turn'; readonly by: number }
  | { readonly do: 'follow' }
  | { readonly do: 'fit' };

export const ZOOM_STEP = 1.4;
const PAN_PX = 80;
const TURN = Math.PI / 36;
const KEYS: Readonly<Record<string, MapKey>> = {
  ArrowLeft: { do: 'pan', dx: PAN_PX, dy: 0 },
  ArrowRight: { do: 'pan', dx: -PAN_PX, dy: 0 },
  ArrowUp: { do: 'pan', dx: 0, dy: PAN_PX },
  ArrowDown: { do: 'pan', dx: 0, dy: -PAN_PX },
  '+': { do: 'zoom', factor: ZOOM_STEP },
  '=': { do: 'zoom', factor: ZOOM_STEP },
  '-': { do: 'zoom', factor: 1 / ZOOM_STEP },
  _: { do: 'zoom', factor: 1 / ZOOM_STEP },
  '[': { do: 'turn', by: TURN },
  ']': { do: 'turn', by: -TURN },
  f: { do: 'follow' },
  F: { do: 'follow' },
  0: { do: 'fit' },
};

/** null for keys that are not map shortcuts, or that belong to the browser. */
export function mapKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): MapKey | null {
  return ctrlKey || metaKey || altKey ? null : (KEYS[key] ?? null);
}
