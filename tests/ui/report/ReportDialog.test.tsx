import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createActor, fromPromise } from 'xstate';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../../../contract/wire/errors.ts';
import { RECORDING_FORMAT, type RecordingHead, type Recording } from '../../../src/machines/recording/format.ts';
import { opened } from '../../../src/machines/recording/opened.ts';
import { withhold } from '../../../src/machines/recording/redact.ts';
import { reportMachine, type Survey } from '../../../src/machines/report/report.machine.ts';
import { AppContext, type AppParts } from '../../../src/ui/hooks/AppContext.ts';
import { ReportDialog } from '../../../src/ui/report/ReportDialog.tsx';
import { settle } from '../../fakes/settle.ts';
import { textsOf } from '../withTexts.tsx';

afterEach(cleanup);

const HEAD: RecordingHead = {
  format: RECORDING_FORMAT,
  version: 1,
  build: 'b',
  sentence: '',
  takenAt: 1,
  page: '/home',
  language: 'enUS',
  width: 1,
  height: 1,
  dark: false,
};
const RECORDING: Recording = {
  actors: {
    0: { id: 'x', src: '', parent: null, machine: 'app', systemId: 'app' },
    1: { id: 'signIn', src: 'page.signIn', parent: 0, machine: 'signIn', systemId: 'screen' },
  },
  base: {
    at: 1,
    timers: [],
    states: {
      0: { status: 'active', value: { page: 'shown' }, context: { language: 'enUS' }, children: [1] },
      1: { status: 'active', value: 'editing', context: { password: withhold('Hunter2') }, children: [] },
    },
  },
  steps: [],
};
const SURVEY: Survey = { since: 0, until: 65_000, steps: 312, machines: 14, bytes: 51_200 };

async function show({
  maySend = true,
  language = 'enUS' as const as 'enUS' | 'zhCN',
  refusal = null as Error | null,
} = {}) {
  const done: string[] = [];
  const call = <Answer,>(name: string, answer: Answer) =>
    fromPromise<Answer, { sentence: string }>(async ({ input }) => {
      if (refusal) throw refusal;
      done.push(`${name}: ${input.sentence}`);
      return answer;
    });
  const report = createActor(
    reportMachine.provide({
      actors: {
        survey: fromPromise(async () => SURVEY),
        save: call('save', 'a.capsule'),
        send: call('send', undefined as void),
      },
    }),
    { input: { maySend } },
  ).start();
  const capsule = opened(HEAD, RECORDING, []);
  const parts = {
    texts: await textsOf(language),
    root: null,
    live: { capsule: () => capsule, onCapsule: () => () => {} },
  } as unknown as AppParts;
  render(
    <AppContext value={parts}>
      <ReportDialog report={report} />
    </AppContext>,
  );
  await act(settle);
  return { report, done };
}
const button = (name: string) => screen.getByRole('button', { name });
const write = (words: string): void =>
  void fireEvent.change(screen.getByLabelText('What went wrong?'), { target: { value: words } });
const press = async (name: string): Promise<void> => {
  fireEvent.click(button(name));
  await act(settle);
};

it('asks for a sentence, says what leaves, and saves and sends it', async () => {
  const { done } = await show();
  expect(screen.getByRole('dialog', { name: 'Report a problem' })).toBeTruthy();
  const contents = screen.getByRole('region', { name: 'File contents' });
  expect(contents.textContent).toContain('312 events, 14 state machines, 50 KB');
  expect(contents.textContent).toContain('Passwords');
  await press('Save as file');
  expect(done).toEqual([]);
  expect(button('Save as file').getAttribute('aria-disabled')).toBe('true');
  write('It stood still');
  await press('Save as file');
  await press('Send to administrators');
  expect(done).toEqual(['save: It stood still', 'send: It stood still']);
  expect(screen.getByText('Saved as a.capsule.')).toBeTruthy();
  expect(screen.getByText('Sent. Administrators can open it in the inspector.')).toBeTruthy();
});

it('shows every value as it would leave', async () => {
  await show();
  await press('Show all values');
  const values = screen.getByRole('group', { name: 'Values in the file' });
  expect(within(values).getByText(/screen/u).textContent).toContain('editing');
  expect(values.textContent).toContain('"length": 7');
  expect(values.textContent).not.toContain('Hunter2');
});

it('says to a visitor why it cannot be sent, and in Chinese', async () => {
  const { done } = await show({ maySend: false, language: 'zhCN' });
  fireEvent.change(screen.getByLabelText('出了什么问题？'), { target: { value: '它停住了' } });
  expect(button('发送给管理员').getAttribute('aria-disabled')).toBe('true');
  await press('发送给管理员');
  await press('保存为文件');
  expect(done).toEqual(['save: 它停住了']);
});

it('keeps the words and says why when the server refuses', async () => {
  await show({ refusal: new ApiError('reportsTooOften', { words: { minutes: 7 } }) });
  write('It stood still');
  await press('Send to administrators');
  expect(screen.getByText(/in 7 min/u)).toBeTruthy();
  expect((screen.getByLabelText('What went wrong?') as HTMLTextAreaElement).value).toBe('It stood still');
});
