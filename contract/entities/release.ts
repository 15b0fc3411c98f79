/** Release notes for users of the console and the companion app. */
import * as v from 'valibot';

/** Parts of the product with their own release notes. */
export const APP_TYPES = ['web', 'companion'] as const;
export type AppType = (typeof APP_TYPES)[number];

export const CHANGE_KINDS = ['new', 'changed', 'mended'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const release = v.object({
  version: v.string(),
  /** YYYY-MM-DD. */
  date: v.string(),
  changes: v.array(v.object({ kind: v.picklist(CHANGE_KINDS), text: v.string() })),
});
export type Release = v.InferOutput<typeof release>;
