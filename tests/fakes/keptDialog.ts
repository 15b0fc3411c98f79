/**
 * The browser's tab for a dialog whose values survive a forced sign-out (machines/factories/keptDialog.ts).
 * Test files use `keptInTab` and `editorInTab`, which empty it before each test. Modules that several test files import
 * make a tab for each of their servers (`newTab`, `newEditorTab`): a hook of such a module is only registered for the
 * first file of a worker.
 */
import { beforeEach } from 'vitest';
import { fromPromise } from 'xstate';
import type { KeptRecord } from '../../src/machines/factories/recordDialog.ts';

export function newTab<Kept>() {
  const tab = { kept: null as Kept | null };
  return {
    tab,
    recallDialog: fromPromise<Kept | null>(async () => tab.kept),
    keepDialog: (_: unknown, { kept }: { kept: Kept | null }): void => void (tab.kept = kept),
  };
}
/** Of the editor of a page with records. */
export function newEditorTab<Fields>() {
  const kept = newTab<KeptRecord<Fields>>();
  return {
    ...kept,
    keepDraft: (_: unknown, { saved, draft }: { saved: Fields; draft: Fields | null }): void =>
      void (kept.tab.kept = draft && { saved, draft }),
  };
}

function emptiedBeforeEach<Made extends { readonly tab: { kept: unknown } }>(made: Made): Made {
  beforeEach(() => void (made.tab.kept = null));
  return made;
}
export const keptInTab = <Kept>() => emptiedBeforeEach(newTab<Kept>());
export const editorInTab = <Fields>() => emptiedBeforeEach(newEditorTab<Fields>());
