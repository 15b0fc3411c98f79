/**
 * What was typed into a form and not saved, kept in this tab for the signed-in account (services/formDrafts.ts). It survives
 * a forced sign-out, not the sign-out that the user asked for. Another version of the console ignores it, because the
 * fields may differ.
 */
import { fromPromise } from 'xstate';
import type { KeptRecord } from '../../machines/factories/recordDialog.ts';
import { formDraftsIn } from '../../services/formDrafts.ts';
import type { Platform } from '../platform.ts';

interface Versioned {
  build: string;
  kept: unknown;
}

/** @typeParam Kept what the form stores; survives JSON */
export function keptForm<Kept>({ world: { storage, build } }: { world: Platform }, form: string) {
  const drafts = formDraftsIn(storage);
  const userId = (): string => storage.credentials()?.userId ?? '';
  return {
    recall: fromPromise<Kept | null>(async () => {
      const found = drafts.of(userId(), form, Date.now()) as Partial<Versioned> | null;
      return found?.build === build ? (found.kept as Kept) : null;
    }),
    keep: (kept: Kept | null): void =>
      drafts.keep(userId(), form, kept && ({ build, kept } satisfies Versioned), Date.now()),
  };
}

/** The same for the editor of a page with records (machines/factories/recordDialog.ts): parts of the page and the form. */
export function keptEditor<Fields>(parts: { world: Platform }, page: string) {
  const { recall, keep } = keptForm<KeptRecord<Fields>>(parts, page);
  return {
    recallDialog: recall,
    keepDialog: (_: unknown, { kept }: { kept: KeptRecord<Fields> | null }): void => keep(kept),
    keepDraft: (_: unknown, { saved, draft }: { saved: Fields; draft: Fields | null }): void =>
      keep(draft && { saved, draft }),
  };
}
