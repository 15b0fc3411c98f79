/** Hit test: the topmost mark within reach, else the place itself. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { LayerFrame } from './canvasLayer.ts';
import type { Hit } from './drawScene.ts';
import type { MapPick } from './scene.ts';
import { toScreen } from './viewport.ts';

/** `slack`: px beyond a mark's edge that still hit it. `drawn`: the frame that the hits refer to. */
export function pickIn(
  hits: readonly Hit[],
  drawn: Pick<LayerFrame, 'view' | 'size'> | null,
  place: Place,
  slack: number,
): MapPick {
  if (drawn === null) return { kind: 'place', at: place };
  const [x, y] = toScreen(drawn.view, drawn.size, place);
  const hit = hits.findLast((each) => Math.hypot(each.x - x, each.y - y) <= each.radius + slack);
  return hit?.pick ?? { kind: 'place', at: place };
}
