/** The browser's tab for a dialog whose values survive a forced sign-out (machines/factories/keptDialog.ts), empty before each test. */
import { beforeEach } from 'vitest';
import { fromPromise } from 'xstate';
import type { KeptRecord } from '../../src/machines/factories/recordDialog.ts';

export function keptInTab<Kept>() {
  const tab = { kept: null as Kept | null };
  beforeEach(() => void (tab.kept = null));
  return {
    tab,
    recallDialog: fromPromise<Kept | null>(async () => tab.kept),
    keepDialog: (_: unknown, { kept }: { kept: Kept | null }): void => void (tab.kept = kept),
  };
}
/** Of the editor of a page with records. */
export function editorInTab<Fields>() {
  const kept = keptInTab<KeptRecord<Fields>>();
  return {
    ...kept,
    keepDraft: (_: unknown, { saved, draft }: { saved: Fields; draft: Fields | null }): void =>
      void (kept.tab.kept = draft && { saved, draft }),
  };
}
