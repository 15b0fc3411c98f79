/** The pages of the console, and how each is reached. */
import type { Locator, Page } from 'playwright-core';
import type { catalogue } from '../../contract/endpoints/catalogue.ts';
import { ADMIN, NEWCOMER, OPERATOR } from '../../tests/e2e/harness.ts';
import type { Api } from '../../tests/fakes/apiClient.ts';

/** Files that a page is given. */
export interface SceneFiles {
  /** A recording of the console, as the inspector opens it. */
  capsule: Buffer;
}
export interface Arranging {
  /** Waits for what an action has begun. */
  settle(): Promise<void>;
  files: SceneFiles;
}
export interface Scene {
  /** Of its pictures: letters, digits and dashes. */
  name: string;
  /** Whose page it is; absent for a visitor. */
  account?: string;
  /** Of the page; asked of the recorded server where only that knows it. */
  path: string | ((admin: Api<typeof catalogue>) => Promise<string>);
  /** What is there as soon as the page is; a heading unless said otherwise. */
  ready?(page: Page): Locator;
  /** What is done on the page before its picture is taken. */
  arrange?(page: Page, arranging: Arranging): Promise<void>;
  /** It has no live link although somebody is signed in. */
  isOffline?: true;
}

const ROBOT = 'W1-2308-0417';
const heading = (page: Page): Locator => page.getByRole('heading').first();
export const readyOf = (scene: Scene, page: Page): Locator => (scene.ready ?? heading)(page);

const press = (name: RegExp) => async (page: Page, { settle }: Arranging): Promise<void> => {
  await page.getByRole('button', { name }).first().click();
  await settle();
};
const porter = (page: Page): Locator => page.getByText(/porter 1|一号跑堂/iu).first();

export const SCENES: readonly Scene[] = [
  { name: 'home', account: OPERATOR, path: '/home', ready: porter },
];
