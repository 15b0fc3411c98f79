/**
 * Recordings of the pages for visitors that need a browser: typed secrets, keys in the address, a session that expires
 * (capsuleScenes.ts). The others are in tests/server/recordedPages.test.tsx.
 */
import { capsulesOf, PHONE, type Scene } from './capsuleScenes.ts';
import { ADMIN, apiOf, type RunningServer } from './harness.ts';

/** A page that opens with the key of a wall or of a robot's screen. */
const withKey =
  (kind: 'board' | 'screen', page: string): NonNullable<Scene['opened']> =>
  async (server: RunningServer) => {
    const api = await apiOf(server, ADMIN);
    const serialNumber = kind === 'screen' ? 'D2-2401-0022' : '';
    const { links } = await api.keys.create({ name: `${kind} for ${page}`, kind, serialNumber, host: server.url });
    const url = new URL(links.find((one) => one.page === page)?.url ?? '');
    const key = url.hash.slice(1);
    return { path: `${url.pathname}${url.search}#${key}`, secrets: [key] };
  };

capsulesOf([
  {
    name: 'sign-in, with something typed',
    account: '',
    arrange: async (page) => {
      await page.getByLabel('Phone or email').fill('lin');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    },
  },
  {
    name: "a delivery's code, refused",
    account: '',
    look: PHONE,
    path: '/phone-verification-code?task=d-0815-4711',
    secrets: ['13800000177'],
    arrange: async (page) => {
      await page.getByRole('textbox', { name: '手机号' }).fill('13800000177');
      await page.getByRole('button', { name: '查看我的配送' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: "a visitor's sign-out",
    account: '',
    path: '/t2-sign-out',
    secrets: ['2025550177', '918273'],
    arrange: async (page) => {
      await page.getByLabel('Phone number').fill('2025550177');
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByLabel('Six-digit code').fill('918273');
    },
  },
  {
    name: 'a session that expires',
    path: '/home?view=table',
    arrange: async (page, server) => {
      await page.getByText('Porter 1').first().waitFor();
      await (await apiOf(server, ADMIN)).faults.cloud({ fault: 'loginExpired', on: true, account: 'demo-operator' });
      await page.waitForURL(/\/login\?redirect=%2Fhome%3Fview%3Dtable$/u);
      const message = page.getByRole('alert').filter({ hasText: /sign in again/iu });
      await message.waitFor();
      await message.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a wall with its key',
    account: '',
    opened: withKey('board', '/plg/offline-robot-list'),
    arrange: (page) =>
      page
        .getByRole('status')
        .getByText(/of \d+ online/u)
        .waitFor(),
  },
  {
    name: 'a screen with its key',
    account: '',
    opened: withKey('screen', '/semantic-scene/voice'),
    arrange: (page) => page.getByText('Mist 2').first().waitFor(),
  },
]);
