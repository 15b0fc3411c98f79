/** Unsaved form input: JSON, in this tab only, per user, until they log out or it is too old. */
import * as v from 'valibot';
import { DRAFT_KEPT_MS, DRAFT_MAX_CHARS } from '../../contract/rules/limits.ts';
import { type Kept, parsed } from './pageChoices.ts';

/** `keptAt`: this browser's clock, ms. */
const keptDrafts = v.object({
  userId: v.string(),
  drafts: v.record(v.string(), v.object({ keptAt: v.number(), draft: v.unknown() })),
});
type KeptDrafts = v.InferOutput<typeof keptDrafts>['drafts'];

/** Visitors have their own: after a forced sign-out there is no user, and what the user typed stays. */
const keyOf = (userId: string) => (userId === '' ? 'visitorDrafts' : 'drafts');

/** @param now of both functions: this browser's clock, ms */
export function formDraftsIn({ readInTab, writeInTab }: Kept) {
  const draftsOf = (userId: string, now: number): KeptDrafts => {
    const kept = v.safeParse(keptDrafts, parsed(readInTab(keyOf(userId))));
    if (!kept.success || kept.output.userId !== userId) return {};
    return Object.fromEntries(
      Object.entries(kept.output.drafts).filter(([, { keptAt }]) => Math.abs(now - keptAt) <= DRAFT_KEPT_MS),
    );
  };
  return {
    of: (userId: string, form: string, now: number): unknown => draftsOf(userId, now)[form]?.draft ?? null,
    keep(userId: string, form: string, draft: unknown, now: number): void {
      const { [form]: _, ...others } = draftsOf(userId, now);
      const isKept = draft !== null && JSON.stringify(draft).length <= DRAFT_MAX_CHARS;
      const drafts = isKept ? { ...others, [form]: { keptAt: now, draft } } : others;
      writeInTab(keyOf(userId), JSON.stringify({ userId, drafts }));
    },
  };
}
