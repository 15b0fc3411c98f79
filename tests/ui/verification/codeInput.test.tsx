/** The code field of the demo shows the messages that the server would have sent. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { CodeRequestRef } from '../../../src/machines/verification/verification.selectors.ts';
import { CodeInput } from '../../../src/ui/verification/CodeInput.tsx';
import { renderInApp } from '../renderPage.tsx';

const MESSAGES = [{ id: 'm1', subject: 'Your code', body: '482913 is your code.' }];
const show = (messages: readonly object[]) =>
  renderInApp(
    <CodeInput
      request={
        createActor(
          createMachine({ context: { wait: 0, to: null, failure: null, messages } }),
        ).start() as unknown as CodeRequestRef
      }
      value=""
      target="lin@hotel.example"
      onChange={() => {}}
      onLeave={() => {}}
      onAsk={() => {}}
    />,
  );

it('shows them in a box with a solid line: a dashed one means planned', async () => {
  await show(MESSAGES);
  const box = screen.getByRole('region', { name: 'Messages kept on this computer (demo)' });
  expect(within(box).getByText('482913 is your code.')).toBeTruthy();
  expect(box.className).toMatch(/\bborder\b/u);
  expect(box.className).not.toContain('dashed');
});

it('has no box without messages', async () => {
  await show([]);
  expect(screen.queryByRole('region')).toBeNull();
});
