/** Recordings of the pages for visitors (capsuleScenes.ts). */
import type { Page } from 'playwright-core';
import { capsulesOf, PHONE } from './capsuleScenes.ts';

capsulesOf([
  {
    name: 'sign-in, with something typed',
    account: '',
    arrange: async (page) => {
      await page.getByLabel('Phone or email').fill('lin');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    },
  },
  ...[
    '/login?way=code',
    '/login?way=qr',
    '/login?way=register',
    '/forgot-password',
    '/agreement',
    '/privacy/app',
    '/set-password?code=none',
    '/changelog',
    '/contact',
    '/semantic-scene/weather',
  ].map((path) => ({
    name: path,
    account: '',
    path,
    arrange: (page: Page) => page.getByRole('heading', { level: 1 }).waitFor(),
  })),
  {
    name: "a delivery's code, refused",
    account: '',
    look: PHONE,
    path: '/phone-verification-code?task=d-0815-4711',
    secrets: ['13800000177'],
    arrange: async (page) => {
      await page.getByRole('textbox', { name: '手机号' }).fill('13800000177');
      await page.getByRole('button', { name: '查看验证码' }).click();
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
    name: 'a wall without its key',
    account: '',
    path: '/plg/offline-robot-list#decaf0ff',
    secrets: ['decaf0ff'],
    arrange: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'a screen without its key',
    account: '',
    path: '/semantic-scene/voice#c0ffee',
    secrets: ['c0ffee'],
    arrange: (page) => page.getByRole('heading', { level: 2 }).waitFor(),
  },
]);
