/** The fork pane and the Copy as test dialog: actor, event, fields and clock; the text of a test, copied or saved. */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenedRecording } from '../../../src/machines/recording/opened.ts';
import { createActor } from 'xstate';
import { loadMachines } from '../../../src/machines/all.ts';
import { copyTestMachine } from '../../../src/machines/inspector/copyTest.machine.ts';
import { forkMachine } from '../../../src/machines/inspector/fork.machine.ts';
import { stageMachine } from '../../../src/machines/inspector/stage.machine.ts';
import { runFork } from '../../../src/machines/inspector/runFork.ts';
import { createKeyedStore, type KeyedStore } from '../../../src/services/keyedStore.ts';
import { AppContext, type AppParts } from '../../../src/ui/hooks/AppContext.ts';
import { CopyTestDialog } from '../../../src/ui/pages/inspector/CopyTestDialog.tsx';
import { Forked } from '../../../src/ui/pages/inspector/ForkPane.tsx';
import { createStageFrame } from '../../../src/ui/pages/inspector/stageFrame.ts';
import { StagePane } from '../../../src/ui/pages/inspector/StagePane.tsx';
import { playConsole } from '../../fakes/playedConsole.ts';
import { textsOf } from '../withTexts.tsx';
import { installCanvas } from '../robotData/canvas.ts';

beforeAll(installCanvas);
afterEach(cleanup);
let parts: AppParts;
let capsule: OpenedRecording;
let last: number;
let shelf: KeyedStore<OpenedRecording>;
const fork = (from = capsule) => {
  shelf.put('capsule/1', from);
  return createActor(forkMachine.provide({ actors: { run: runFork(shelf, loadMachines, () => 'fork/1') as never } }), {
    input: { capsule: 'capsule/1', step: last },
  }).start();
};
beforeEach(async () => {
  shelf = createKeyedStore();
  parts = {
    texts: await textsOf('enUS'),
    root: null,
    live: { capsule: shelf.get, onCapsule: shelf.onChange },
  } as unknown as AppParts;
  capsule = (await playConsole())
    .toPage()
    .send('notices', { type: 'notice.show', notice: { tone: 'info', key: 'common.closeMessage' } })
    .capsule();
  last = capsule.recording.steps.length - 1;
});
const stageActor = () => createActor(stageMachine).start();
const put = (element: React.ReactNode) => act(async () => render(<AppContext value={parts}>{element}</AppContext>));
const numberOf = (name: string) =>
  Number(Object.keys(capsule.recording.actors).find((key) => capsule.recording.actors[key]!.systemId === name));

describe('the fork', () => {
  it('tells an actor an event of its state, and shows what became of it', async () => {
    const closed = vi.fn();
    await put(<Forked stage={stageActor()} fork={fork()} onClose={closed} />);
    const tell = await screen.findByLabelText('Send to');
    const notices = within(tell).getByRole('option', { name: /notices/u });
    fireEvent.change(tell, { target: { value: (notices as HTMLOptionElement).value } });
    expect(screen.getByText('shown.counting')).toBeTruthy();
    const events = await screen.findByLabelText('Event');
    fireEvent.change(events, { target: { value: 'notice.hold' } });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })));
    expect(screen.getAllByText('shown.held').length).toBeGreaterThan(0);
    expect(within(screen.getByRole('region', { name: 'Steps' })).getByText('notice.hold')).toBeTruthy();

    fireEvent.change(screen.getByLabelText('Event data as JSON'), { target: { value: '{' } });
    expect(screen.getByText("This isn't valid JSON.")).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close fork' }));
    expect(closed).toHaveBeenCalled();
  });

  it('moves the clock to the next timer, and takes an event nobody listed', async () => {
    await put(<Forked stage={stageActor()} fork={fork()} onClose={() => {}} />);
    await screen.findByLabelText('Send to');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /To next timer/u })));
    expect(
      within(screen.getByRole('region', { name: 'Steps' })).getAllByText(/xstate\.after\./u).length,
    ).toBeGreaterThan(0);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })));
    expect(screen.getByText('Enter an event name.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Event name'), { target: { value: 'made.up' } });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })));
    expect(screen.queryByText('Enter an event name.')).toBeNull();
    fireEvent.change(screen.getByLabelText('Advance by'), { target: { value: 'soon' } });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Advance' })));
    expect(screen.getByText(/Enter milliseconds/u)).toBeTruthy();
  });

  it('says what it lacks', async () => {
    const actors = {
      ...capsule.recording.actors,
      [numberOf('notices')]: { ...capsule.recording.actors[numberOf('notices')]!, machine: 'postcards' },
    };
    await put(
      <Forked
        stage={stageActor()}
        fork={fork({ ...capsule, recording: { ...capsule.recording, actors } })}
        onClose={() => {}}
      />,
    );
    expect(await screen.findByText('machine postcards')).toBeTruthy();
  });
});

describe('copy as test', () => {
  it('shows the test, copies it, and begins elsewhere when told to', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await put(
      <CopyTestDialog
        copyTest={createActor(copyTestMachine).start()}
        capsule={capsule}
        step={last}
        actor={numberOf('notices')}
        onClose={() => {}}
      />,
    );
    const text = await screen.findByRole('region', { name: 'Test source' });
    expect(text.textContent).toContain('notices.send(');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy' })));
    expect(writeText).toHaveBeenCalledWith(text.textContent);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Start'), { target: { value: 'back' } });
    fireEvent.change(screen.getByLabelText('Steps before this one'), { target: { value: '1' } });
    expect((await screen.findByRole('region', { name: 'Test source' })).textContent).toContain('snapshot: {');
    expect(screen.getByText(/Sends 1 event\./u)).toBeTruthy();
  });

  it('selects the text where the browser lets nobody copy', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('not allowed')) } });
    await put(
      <CopyTestDialog
        copyTest={createActor(copyTestMachine).start()}
        capsule={capsule}
        step={last}
        actor={numberOf('notices')}
        onClose={() => {}}
      />,
    );
    const text = await screen.findByRole('region', { name: 'Test source' });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy' })));
    expect(screen.getByText(/couldn.t copy it/u)).toBeTruthy();
    expect(document.getSelection()?.toString()).toBe(text.textContent);
  });

  it('says why there is none', async () => {
    await put(
      <CopyTestDialog
        copyTest={createActor(copyTestMachine).start()}
        capsule={capsule}
        step={last}
        actor={4_711}
        onClose={() => {}}
      />,
    );
    expect(await screen.findByText(/has no machine/u)).toBeTruthy();
  });
});

describe('the window of the stage', () => {
  const said = (frame: HTMLIFrameElement, data: unknown, origin = window.location.origin) =>
    act(
      async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow })),
    );

  it('is one, moves to the pane that came last and back, and hears only itself', () => {
    const stage = createStageFrame(window);
    stage.warm();
    const frame = [...document.querySelectorAll('iframe')].at(-1)!;
    expect(frame.closest('[hidden]')).not.toBeNull();
    const heard = vi.fn();
    const places = [0, 1].map(() => document.body.appendChild(document.createElement('div')));
    const letGo = places.map((place) => stage.hold({ place, hear: heard }, 'Stage'));
    expect(frame.parentElement).toBe(places[1]);
    letGo[1]!();
    expect(frame.parentElement).toBe(places[0]);
    for (const [origin, source] of [
      ['https://elsewhere.example', frame.contentWindow],
      [window.location.origin, window],
    ] as const) {
      window.dispatchEvent(new MessageEvent('message', { data: { type: 'stage.ready' }, origin, source }));
    }
    expect(heard).not.toHaveBeenCalled();
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { type: 'stage.ready' },
        origin: window.location.origin,
        source: frame.contentWindow,
      }),
    );
    expect([heard.mock.calls.length, stage.state().is]).toEqual([1, 'ready']);
    letGo[0]!();
    expect(frame.closest('[hidden]')).not.toBeNull();
  });

  it('is missed after a while, and heard when it comes all the same', () => {
    vi.useFakeTimers();
    const stage = createStageFrame(window);
    const heard = vi.fn();
    stage.hold({ place: document.body.appendChild(document.createElement('div')), hear: heard }, 'Stage');
    const frame = [...document.querySelectorAll('iframe')].at(-1)!;
    vi.advanceTimersByTime(60_000);
    expect([stage.state(), heard.mock.lastCall]).toEqual([
      { is: 'absent', said: '' },
      [{ type: 'stage.absent', said: '' }],
    ]);
    stage.again();
    expect(stage.state().is).toBe('coming');
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { type: 'stage.ready' },
        origin: window.location.origin,
        source: frame.contentWindow,
      }),
    );
    vi.advanceTimersByTime(60_000);
    expect(stage.state().is).toBe('ready');
    vi.useRealTimers();
  });

  it('says what it is, when it is not there, and what cannot be shown', async () => {
    await put(<StagePane stage={stageActor()} capsule={capsule} step={last} />);
    expect(screen.getByText(/Recorded state · 2026-11-21 .* · Nothing here reaches a robot/u)).toBeTruthy();
    const frame = document.querySelector<HTMLIFrameElement>('section iframe')!;
    const sent = vi.spyOn(frame.contentWindow!, 'postMessage');
    await said(frame, { type: 'stage.ready' });
    const shown = sent.mock.lastCall![0] as { id: number; type: string };
    expect(shown.type).toBe('stage.show');
    await said(frame, {
      type: 'stage.refused',
      id: shown.id,
      issues: [{ kind: 'stateGone', machine: 'notices', state: 'singing' }],
      said: '',
    });
    expect(screen.getByText('state singing of notices')).toBeTruthy();
    await said(frame, { type: 'stage.shown', id: shown.id });
    expect(screen.queryByText('state singing of notices')).toBeNull();
    await said(frame, { type: 'stage.absent', said: 'no chunk' });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
