/**
 * Recordings of the pages for signed-in users that need a browser: those with a moving fleet, a dialog, a draft, or parts
 * that are measured when shown (capsuleScenes.ts). Every other page is in tests/server/recordedPages.test.tsx.
 */
import type { Page } from 'playwright-core';
import { capsulesOf, PHONE } from './capsuleScenes.ts';
import { ADMIN } from './harness.ts';

const ROBOT = 'W1-2308-0417';

capsulesOf([
  { name: 'home', byForm: true, arrange: (page) => page.getByText('Porter 1').first().waitFor() },
  {
    name: 'home on a phone',
    look: PHONE,
    arrange: (page) => page.getByText('W1-2308-0417').or(page.getByText(/一号/u)).first().waitFor(),
  },
  {
    name: 'the question before logging out',
    arrange: async (page) => {
      await page.getByText('Porter 1').first().waitFor();
      await page.getByRole('button', { name: /^Account menu of/u }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'robot',
    path: `/home/robot-data?serialNumber=${ROBOT}`,
    arrange: (page) => page.getByRole('heading', { name: 'Porter 1' }).waitFor(),
  },
  {
    name: 'robot on a phone',
    look: PHONE,
    path: `/home/robot-data?serialNumber=${ROBOT}`,
    arrange: (page) => page.getByRole('heading').first().waitFor(),
  },
  {
    name: 'a new phone number, half typed',
    path: '/home/user-setting',
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Change phone number' }).click();
      await page.getByLabel('New phone number').fill('13800009876');
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByText(/Code sent to/u).waitFor();
    },
    secrets: ['13800009876', '13800000001'],
  },
  // Measured when shown: a map with tracks and their timeline, and pictures in rows.
  ...['/monitoring', '/video/photos'].map((path) => ({
    name: path,
    account: ADMIN,
    path,
    arrange: (page: Page) => page.getByRole('heading', { level: 1 }).waitFor(),
  })),
  {
    name: 'a draft of a map',
    account: ADMIN,
    path: '/setting/map-edit?serialNumber=W1-2308-0417',
    arrange: async (page) => {
      await page.getByRole('list', { name: 'Points' }).getByRole('button').first().click();
      await page.getByLabel('Waiting time', { exact: true }).fill('7');
      await page.getByText('1 unsaved change').waitFor();
    },
  },
  {
    name: 'a draft of a route',
    account: ADMIN,
    path: '/setting/cruise-line?serialNumber=W1-2308-0417&route=harbour-1f.route-lobby',
    secrets: ['The safe is open'],
    arrange: async (page) => {
      await page.getByRole('list', { name: 'Stops in order' }).getByRole('listitem').nth(1).getByRole('button').click();
      await page.getByLabel('Announcement on arrival').fill('The safe is open');
      await page.getByText('Unsaved changes').waitFor();
      await page.getByText('Preview').waitFor();
    },
  },
  {
    name: 'the inspector itself',
    account: ADMIN,
    path: '/inspector',
    arrange: (page) => page.getByRole('heading').first().waitFor(),
  },
]);
