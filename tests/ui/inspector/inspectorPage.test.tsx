import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGE_RELOADED } from '../../../src/machines/recording/format.ts';
import { reportOf, TAB } from '../../fakes/inspected.ts';
import { longRecording, sampleRecording } from '../../fakes/sampleRecording.ts';
import { showInspector } from './showInspector.tsx';

beforeEach(() => {
  // jsdom has no layout: give the list a height.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(() => void vi.restoreAllMocks());

const key = (name: string, target: Element = document.body) => fireEvent.keyDown(target, { key: name });
const rows = () => within(screen.getByRole('listbox', { name: 'Events' })).queryAllByRole('option');
const option = (name: RegExp) => screen.getByRole('option', { name });
const slider = () => screen.getByRole('slider', { name: 'Time' });

describe('nothing open', () => {
  it('says what it is for and every way to open something; it stands alone with the mark', async () => {
    await showInspector({ open: false });
    expect(screen.getByRole('heading', { level: 1, name: 'Inspector' })).toBeTruthy();
    expect(screen.getByText('Roundhouse')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open a file' })).toBeTruthy();
    const tabs = within(screen.getByRole('region', { name: 'Open tabs in this browser' }));
    expect(tabs.getByText(TAB.page)).toBeTruthy();
    expect(tabs.getByText(/^The companion app isn't recorded/u)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Problem reports' })).toBeNull();
  });

  it('a file may be dropped anywhere', async () => {
    const inspector = await showInspector({ open: false });
    const file = new File(['x'], 'dropped.capsule');
    await inspector.so(() => fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [file] } }));
    expect(inspector.world.wanted).toEqual([{ from: 'file', file, name: 'dropped.capsule' }]);
    expect(screen.getByRole('heading', { level: 1, name: 'Porter 1 stopped while driving' })).toBeTruthy();
  });

  it.each([
    ['capsuleForeign', "This file isn't a Roundhouse recording."],
    ['capsuleDamaged', 'This recording is damaged or incomplete. Ask the sender to save and send it again.'],
    [
      'capsuleTooNew',
      'This recording is from a newer version of Roundhouse (format ). Open the recording in that version.',
    ],
    ['capsuleTooBig', 'This file is too large for a recording: the limit is 16 MB.'],
  ] as const)('%s has its own words, and what was open stays', async (refusal, words) => {
    const inspector = await showInspector();
    inspector.world.refusal = refusal;
    await inspector.so(() =>
      inspector.screen.send({ type: 'capsule.open', wanted: { from: 'file', file: new Blob(), name: 'bad.capsule' } }),
    );
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain("Couldn't open bad.capsule.");
    expect(alert.textContent).toContain(words);
    expect(screen.getByRole('tree', { name: 'Actors' })).toBeTruthy();
    await inspector.so(() => fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' })));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('an administrator finds, opens and deletes reports', async () => {
    const inspector = await showInspector({ open: false, admin: true });
    const card = await waitFor(() => screen.getByRole('region', { name: 'Problem reports' }));
    await inspector.so(() =>
      fireEvent.click(within(card).getByRole('button', { name: 'Delete report Porter 1 stopped' })),
    );
    const question = screen.getByRole('alertdialog', { name: 'Delete this report?' });
    expect(question.textContent).toContain('Porter 1 stopped');
    await inspector.so(() => fireEvent.click(within(question).getByRole('button', { name: 'Delete report' })));
    expect(inspector.world.removed).toEqual([reportOf().id]);
    await inspector.so(() => fireEvent.click(within(card).getByRole('button', { name: /Lin Wei/u })));
    expect(inspector.world.wanted).toEqual([{ from: 'report', reportId: 'r1', name: 'Porter 1 stopped' }]);
  });
});

describe('a capsule', () => {
  it('its tree, the chosen machine and where it stands', async () => {
    await showInspector();
    const tree = screen.getByRole('tree', { name: 'Actors' });
    expect(
      within(tree)
        .getAllByRole('treeitem')
        .map((item) => item.getAttribute('aria-level')),
    ).toEqual(['1', '2', '2']);
    expect(within(tree).getByRole('treeitem', { selected: true }).textContent).toBe(
      'screen: home loading received an event',
    );
    expect(await screen.findByRole('application', { name: 'Chart of home' }, { timeout: 20_000 })).toBeTruthy();
  });

  it('keys step, jump, play and search; what is read follows', async () => {
    const inspector = await showInspector();
    await inspector.so(() => key('ArrowLeft'));
    expect(slider().getAttribute('aria-valuenow')).toBe('5');
    expect(slider().getAttribute('aria-valuetext')).toMatch(/step 5 of 6, notices: notice\.show$/u);
    expect(screen.getByText("Can't reach the server.", { exact: false })).toBeTruthy();
    await inspector.so(() => key('ArrowUp'));
    const diff = screen.getByRole('group', { name: 'Context' });
    expect(diff.textContent).toContain('Before failure: null');
    expect(diff.textContent).toContain('Now failure: { code: 40501, said: ‹text, 11› }');
    expect(diff.textContent).toContain('maps: ‹list, 4›');
    await inspector.so(() => key('Home'));
    expect(slider().getAttribute('aria-valuetext')).toBe('Before the first step');
    expect(screen.getByRole('treeitem', { name: /^app/u })).toBeTruthy();
    await inspector.so(() => key(' '));
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
    await inspector.so(() => key('End'));
    expect(inspector.context().step).toBe(5);
    await inspector.so(() => key('/'));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search events' }));
    await inspector.so(() => key('ArrowLeft', document.activeElement!));
    expect(inspector.context().step).toBe(5);
  });

  it.each([
    [{}, 'Page reloaded'],
    [{ build: '1.4.1' }, 'Page reloaded, updated from version 1.4.1'],
  ])('a reload of the page is a break among the events (%o)', async (changed, name) => {
    const { steps } = sampleRecording;
    const reload = { at: steps.at(-1)!.at + 1, actor: 0, from: null, event: { type: PAGE_RELOADED, ...changed } };
    await showInspector({ recording: { ...sampleRecording, steps: [...steps, reload] } });
    expect(slider().getAttribute('aria-valuetext')).toMatch(new RegExp(`app: ${name}$`, 'u'));
    const events = within(screen.getByRole('listbox', { name: 'Events' }));
    expect(events.getByRole('option', { selected: true }).textContent).toMatch(new RegExp(`${name}$`, 'u'));
  });

  it('the tree is walked with its own keys', async () => {
    const inspector = await showInspector();
    await inspector.so(() => key('ArrowUp', screen.getByRole('treeitem', { selected: true })));
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toMatch(/^notices/u);
    expect(document.activeElement).toBe(screen.getByRole('treeitem', { selected: true }));
    expect(inspector.context().step).toBe(5);
  });

  it('events are rows with who told whom; a press goes there and chooses who took it', async () => {
    const inspector = await showInspector();
    expect(rows()).toHaveLength(6);
    expect(option(/external to screen: home error loadMaps$/u)).toBeTruthy();
    await inspector.so(() => fireEvent.click(option(/screen: home to notices notice\.show$/u)));
    expect(inspector.context()).toMatchObject({ step: 4, actor: 1 });
    expect(option(/notice\.show/u).getAttribute('aria-selected')).toBe('true');
  });

  it('search counts and leads from one to the next; filters narrow, and the arrows keep to what is left', async () => {
    const inspector = await showInspector();
    const search = screen.getByRole('textbox', { name: 'Search events' });
    await inspector.so(() => fireEvent.change(search, { target: { value: 'error' } }));
    expect(screen.getByText('2 results')).toBeTruthy();
    await inspector.so(() => fireEvent.keyDown(search, { key: 'Enter', shiftKey: true }));
    expect(inspector.context().step).toBe(4);
    expect(screen.getByText('2 of 2')).toBeTruthy();
    await inspector.so(() => fireEvent.click(screen.getByRole('button', { name: 'Errors' })));
    expect(rows()).toHaveLength(2);
    await inspector.so(() => key('ArrowLeft'));
    expect(inspector.context().step).toBe(3);
    await inspector.so(() => key('ArrowLeft'));
    expect(inspector.context().step).toBe(-1);
  });

  it('twenty thousand events are in the page by a few rows', async () => {
    const inspector = await showInspector({ recording: longRecording(20_000) });
    expect(rows().length).toBeGreaterThan(0);
    expect(rows().length).toBeLessThan(60);
    expect(slider().getAttribute('aria-valuemax')).toBe('20000');
    await inspector.so(() => fireEvent.keyDown(slider(), { key: 'PageDown' }));
    expect(inspector.context().step).toBe(19_949);
  });

  it('says what this console cannot show of it', async () => {
    await showInspector({ issues: [{ kind: 'machineGone', machine: 'oldPage' }] });
    expect(screen.getByText("1 item can't be shown as recorded.")).toBeTruthy();
    expect(screen.getByText(/oldPage/u)).toBeTruthy();
  });

  it('in Chinese', async () => {
    await showInspector({ language: 'zhCN' });
    expect(screen.getByRole('tree', { name: '状态机' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '上一步' })).toBeTruthy();
  });
});

describe('a live tab', () => {
  it('is chosen from the list, grows, and says when it is gone', async () => {
    const inspector = await showInspector({ open: false });
    await inspector.so(() => fireEvent.click(screen.getByRole('button', { name: /\/home/u })));
    await inspector.so(() =>
      inspector.tab({ type: 'tab.answered', shown: { ...inspector.world.opens, from: 'tab', name: TAB.title } }),
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Live: Home' })).toBeTruthy();
    await inspector.so(() => inspector.tab({ type: 'tab.gone' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Recorded from tab Home' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Follow tab' })).toBeTruthy();
  });

  it('says so when it does not answer', async () => {
    const inspector = await showInspector({ open: false });
    await inspector.so(() => inspector.screen.send({ type: 'tab.follow', tab: TAB }));
    await inspector.so(() => inspector.clock.increment(5_000));
    expect(screen.getByText("Tab Home isn't responding.")).toBeTruthy();
  });
});
