import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ServerUnreachable } from '../../../../src/ui/pages/errorPages/ServerUnreachable.tsx';
import { PageFailed } from '../../../../src/ui/pages/errorPages/PageFailed.tsx';
import { AppContext, type AppParts } from '../../../../src/ui/hooks/AppContext.ts';
import { shown, startRoot } from '../../../fakes/startRoot.ts';
import { renderWithTexts, textsOf } from '../../withTexts.tsx';

afterEach(cleanup);

it.each([
  ['enUS', "The server isn't responding"],
  ['zhCN', '服务器无响应'],
] as const)('a cloud that is away is told in %s, under the mark', async (language, title) => {
  await renderWithTexts(<ServerUnreachable />, language);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByRole('status').textContent).toContain(title);
  expect(screen.getByRole('banner').textContent).toBe('Roundhouse');
});

it('a page that failed says so at once, and is loaded again on demand', async () => {
  const { root, want, loads } = startRoot();
  want(shown('home'));
  await loads[0]?.fail();
  render(
    <AppContext value={{ root, texts: await textsOf('enUS'), live: null } as unknown as AppParts}>
      <PageFailed />
    </AppContext>,
  );
  expect(screen.getByRole('alert').textContent).toContain('This page stopped working');
  act(() => void fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement));
  expect(loads).toHaveLength(2);
});
