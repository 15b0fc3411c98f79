// @vitest-environment jsdom
/** The button of an export: a reason keeps it from starting, never from being cancelled. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ExportButton } from '../../../src/ui/shell/ExportButton.tsx';
import { renderWithTexts } from '../withTexts.tsx';

afterEach(cleanup);

async function show(isExporting: boolean, disabledReason: string | null) {
  const sent: string[] = [];
  const actor = {
    getSnapshot: () => ({ hasTag: () => isExporting }),
    subscribe: () => ({ unsubscribe: () => undefined }),
    send: ({ type }: { type: string }) => void sent.push(type),
  };
  await renderWithTexts(<ExportButton screen={actor} label="Export 2 calls" disabledReason={disabledReason} />);
  fireEvent.click(screen.getByRole('button'));
  return { name: screen.getByRole('button').textContent, sent };
}

it.each([
  ['starts', false, null, 'Export 2 calls', ['export.start']],
  ['does not start without rows', false, 'Nothing to export.', 'Export 2 calls', []],
  ['is cancelled', true, null, 'Cancel export', ['export.cancel']],
  ['is cancelled although the list is empty by now', true, 'Nothing to export.', 'Cancel export', ['export.cancel']],
])('%s', async (_, isExporting, reason, name, sent) => {
  const shown = await show(isExporting, reason);
  expect(shown.name).toContain(name);
  expect(shown.sent).toEqual(sent);
});
