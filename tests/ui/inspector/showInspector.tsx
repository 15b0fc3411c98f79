/**
 * Renders the inspector page in jsdom: the real component and machine over a real recording store, with hand-written
 * recordings.
 */
import type { Language } from '../../../contract/entities/constants.ts';
import type { Recording } from '../../../src/machines/recording/format.ts';
import { opened, type OpenedRecording, type ReplayIssue } from '../../../src/machines/recording/opened.ts';
import type { Live } from '../../../src/machines/live.ts';
import { createKeyedStore } from '../../../src/services/keyedStore.ts';
import { InspectorPage } from '../../../src/ui/pages/inspector/InspectorPage.tsx';
import { inspectedWorld, shownOf } from '../../fakes/inspected.ts';
import { sampleHead, sampleRecording, TAKEN } from '../../fakes/sampleRecording.ts';
import { renderPage } from '../renderPage.tsx';

interface ShowOptions {
  admin?: boolean;
  language?: Language;
  recording?: Recording;
  issues?: readonly ReplayIssue[];
  open?: boolean;
}

export async function showInspector({
  admin = false,
  language = 'enUS',
  recording = sampleRecording,
  issues = [],
  open = true,
}: ShowOptions = {}) {
  const { world, machine, clock, tab } = inspectedWorld({ admin });
  const shelf = createKeyedStore<OpenedRecording>();
  shelf.put('capsule/1', opened(sampleHead, recording, issues));
  world.opens = shownOf({ actor: 2, length: recording.steps.length });
  const page = await renderPage(InspectorPage, machine, {
    page: 'inspector',
    language,
    clock,
    now: () => TAKEN,
    live: { capsule: shelf.get, onCapsule: shelf.onChange } as unknown as Partial<Live>,
  });
  const { screen } = page;
  if (open)
    await page.after(() =>
      screen.send({ type: 'capsule.open', wanted: { from: 'file', file: new Blob(), name: 'porter.capsule' } }),
    );
  return { ...page, world, shelf, clock, tab, so: page.after, context: () => screen.getSnapshot().context };
}
