/**
 * Renders the inspector page in jsdom: the real component and machine over a real recording store, with hand-written
 * recordings.
 */
import { act, cleanup, render } from '@testing-library/react';
import { type AnyEventObject, createActor, fromCallback, setup } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import type { Recording } from '../../../src/machines/recording/format.ts';
import { opened, type OpenedRecording, type ReplayIssue } from '../../../src/machines/recording/opened.ts';
import type { Live } from '../../../src/machines/live.ts';
import { preferencesMachine } from '../../../src/machines/preferences/preferences.machine.ts';
import type { InspectorRef } from '../../../src/machines/inspector/inspector.selectors.ts';
import { createKeyedStore } from '../../../src/services/keyedStore.ts';
import { AppContext, type AppParts } from '../../../src/ui/hooks/AppContext.ts';
import { InspectorPage } from '../../../src/ui/pages/inspector/InspectorPage.tsx';
import { inspectedWorld, shownOf } from '../../fakes/inspected.ts';
import { sampleHead, sampleRecording, TAKEN } from '../../fakes/sampleRecording.ts';
import { settle } from '../../fakes/settle.ts';
import { wordsOf } from '../inWords.tsx';

const running: { stop(): void }[] = [];
export function endInspectors(): void {
  cleanup();
  for (const root of running.splice(0)) root.stop();
}

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
  const silent = fromCallback<AnyEventObject>(() => {});
  const root = createActor(
    setup({
      actors: { screen: machine, silent, preferences: preferencesMachine.provide({ actions: { keep: () => {} } }) },
    }).createMachine({
      invoke: [
        ...(['navigation', 'notices', 'session', 'app'] as const).map((name) => ({
          src: 'silent' as const,
          id: name,
          systemId: name,
        })),
        {
          src: 'preferences',
          id: 'preferences',
          systemId: 'preferences',
          input: {
            language,
            theme: 'system',
            sidebarOpen: true,
            panelOpen: true,
            panelNarrow: false,
            viewOrder: [],
            stickSide: 'right',
            size: 'medium',
          } as never,
        },
        {
          src: 'screen',
          id: 'screen',
          systemId: 'screen',
          input: { page: 'inspector', params: {}, query: {}, user: null, serialNumber: '', language },
        },
      ],
    }),
    { clock },
  ).start();
  running.push(root);
  const live = { capsule: shelf.get, onCapsule: shelf.onChange, now: () => TAKEN } as unknown as Live;
  const parts = { root, live, words: await wordsOf(language) } as unknown as AppParts;
  const screen = root.getSnapshot().children['screen'] as unknown as InspectorRef;
  const so = async (happening: () => unknown) => {
    await act(async () => {
      await happening();
      await settle();
    });
  };
  const rendered = await act(async () =>
    render(
      <AppContext value={parts}>
        <InspectorPage screen={screen} />
      </AppContext>,
    ),
  );
  if (open)
    await so(() =>
      screen.send({ type: 'capsule.open', wanted: { from: 'file', file: new Blob(), name: 'porter.capsule' } }),
    );
  return { ...rendered, world, shelf, screen, clock, tab, so, context: () => screen.getSnapshot().context };
}
