import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AccountRole, Language } from '../../../../contract/entities/constants.ts';
import { accessibleRoutes } from '../../../../contract/rules/routeAccess.ts';
import { routeTable } from '../../../../server/routes.ts';
import { AppContext, type AppParts } from '../../../../src/ui/hooks/AppContext.ts';
import { ForbiddenPage } from '../../../../src/ui/pages/notFound/NotFoundPage.tsx';
import { userOf } from '../../../fakes/startSession.ts';
import { textsOf } from '../../withTexts.tsx';

afterEach(cleanup);

async function show(
  path: string,
  role: AccountRole,
  language: Language = 'enUS',
  administrators: readonly string[] = [],
) {
  const send = vi.fn();
  const actorOf = (context: object) => ({
    getSnapshot: () => ({ context }),
    subscribe: () => ({ unsubscribe: () => undefined }),
    send,
  });
  const actors: Record<string, unknown> = {
    navigation: actorOf({ path }),
    session: actorOf({
      routes: accessibleRoutes(routeTable(false, true), [role]),
      user: userOf({ roles: [role], administrators: [...administrators] }),
    }),
  };
  const parts = { texts: await textsOf(language), root: { system: { get: (id: string) => actors[id] } } };
  render(
    <AppContext value={parts as unknown as AppParts}>
      <ForbiddenPage />
    </AppContext>,
  );
  return send;
}

describe('a page that the user cannot open', () => {
  it.each([
    ['/accounts', 'operator', /account administrator/iu],
    ['/setting/maps', 'viewer', /account administrator/iu],
    ['/setting/maps', 'operator', /super administrator of the robot/iu],
    ['/setting/map-edit', 'viewer', /super administrator of the robot/iu],
  ] as const)('%s tells a %s who can give access', async (path, role, who) => {
    await show(path, role);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe("You don't have access to this page");
    expect(screen.getByText(who)).toBeTruthy();
  });
  it('names the account administrators', async () => {
    await show('/accounts', 'viewer', 'enUS', ['Zhao Min', 'Ada Lund']);
    expect(screen.getByText(/administrators can give you access: Zhao Min and Ada Lund\.$/u)).toBeTruthy();
  });
  it('says so in Chinese', async () => {
    await show('/accounts', 'viewer', 'zhCN');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('您无权访问此页面');
    expect(screen.getByText(/账号管理员/u)).toBeTruthy();
  });
  it('leads back, and home', async () => {
    const send = await show('/accounts', 'viewer');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    fireEvent.click(screen.getByRole('button', { name: 'Go to home page' }));
    expect(send.mock.calls).toEqual([[{ type: 'navigation.back' }], [{ type: 'navigation.go', to: '/home' }]]);
  });
});
