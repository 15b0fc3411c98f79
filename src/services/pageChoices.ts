/** What pages keep in this browser of their last use; loaded with those pages, not with the first one. */
import * as v from 'valibot';
import { COMPARTMENT_SIZES } from '../../contract/rules/deliveryLimits.ts';
import type { BrowserStorage } from './storage.ts';

export type Kept = Pick<BrowserStorage, 'read' | 'write' | 'readInTab' | 'writeInTab'>;

const deliveryChoice = v.object({ from: v.string(), size: v.picklist(COMPARTMENT_SIZES) });
type DeliveryChoice = v.InferOutput<typeof deliveryChoice>;
const deliveryChoices = v.record(v.string(), deliveryChoice);
/** Sites whose last choice is kept. */
const MOST_CHOICES = 20;

/** Loading point and compartment of the last delivery of each site. */
export function deliveryChoicesIn({ read, write }: Kept) {
  const all = (): v.InferOutput<typeof deliveryChoices> => {
    const kept = v.safeParse(deliveryChoices, parsed(read('deliveryChoices')));
    return kept.success ? kept.output : {};
  };
  return {
    of: (siteId: string): DeliveryChoice | null => all()[siteId] ?? null,
    keep(siteId: string, choice: DeliveryChoice): void {
      const { [siteId]: _, ...others } = all();
      const kept = [...Object.entries(others).slice(1 - MOST_CHOICES), [siteId, choice] as const];
      write('deliveryChoices', JSON.stringify(Object.fromEntries(kept)));
    },
  };
}

/** What an account's video wall showed last; checked where it is used. */
export const videoWallIn = ({ read, write }: Kept) => ({
  of(userId: string): unknown {
    const kept = parsed(read('videoWall')) as { userId?: string; wall?: unknown } | null;
    return kept?.userId === userId ? kept.wall : null;
  },
  keep: (userId: string, wall: unknown): void => write('videoWall', JSON.stringify({ userId, wall })),
});

/** Another version may have written something else. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text || 'null') as unknown;
  } catch {
    return null;
  }
}
