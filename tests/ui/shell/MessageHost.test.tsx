import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { leaseNotice } from '../../../src/machines/fleet/fleet.machine.ts';
import { noticesMachine } from '../../../src/machines/notices/notices.machine.ts';
import { AppContext, type AppParts } from '../../../src/ui/hooks/AppContext.ts';
import { MessageHost } from '../../../src/ui/shell/MessageHost.tsx';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { textsOf } from '../withTexts.tsx';

afterEach(cleanup);

async function show(language: 'enUS' | 'zhCN') {
  const { actor, toldTo } = startUnderApp(noticesMachine, { as: 'notices' });
  const root = { system: { get: (name: string) => (name === 'notices' ? actor : undefined) } };
  render(
    <AppContext value={{ root, texts: await textsOf(language), live: null } as unknown as AppParts}>
      <MessageHost />
    </AppContext>,
  );
  act(() =>
    actor.send({
      type: 'notice.show',
      notice: leaseNotice({ type: 'leaseAsked', serialNumber: 'A', by: 'Chen Yu' }, 'Porter 1'),
    }),
  );
  return { toldTo };
}

it('says who asks for which robot, and a press leads there', async () => {
  const { toldTo } = await show('enUS');
  expect(screen.getByRole('status').textContent).toContain('Chen Yu requests control of Porter 1.');
  fireEvent.click(screen.getByRole('button', { name: 'Open Porter 1' }));
  expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/home/robot-data?serialNumber=A' }]);
  expect(screen.queryByRole('status')).toBeNull();
});

it('in Chinese too', async () => {
  await show('zhCN');
  expect(screen.getByRole('status').textContent).toContain('Chen Yu 请求 Porter 1 的控制权。');
  expect(screen.getByRole('button', { name: '打开 Porter 1' })).toBeTruthy();
});
