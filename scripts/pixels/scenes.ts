/** The pages of the console and of the companion app, and how to reach each one. */
import type { Locator, Page } from 'playwright-core';
import type { catalogue } from '../../contract/endpoints/catalogue.ts';
import * as definitions from '../../contract/pages/allPages.ts';
import { ADMIN, NEWCOMER, OPERATOR } from '../../tests/e2e/harness.ts';
import type { Api } from '../../tests/fakes/apiClient.ts';

/** Files uploaded to a page. */
export interface SceneFiles {
  /** A recording of the console, as the inspector opens it. */
  capsule: Buffer;
}
export interface Arranging {
  /** Waits for the effects of an action. */
  settle(): Promise<void>;
  files: SceneFiles;
}
export interface Scene {
  /** Name used for its pictures: letters, digits and dashes. */
  name: string;
  /** Account of the page; absent for a visitor. */
  account?: string;
  /** Path of the page, with its query. */
  path: string;
  /** The rest of the address, if it depends on data of the recorded server. */
  rest?(admin: Api<typeof catalogue>): Promise<string>;
  /** Element that shows that the page is ready; a heading by default. */
  ready?(page: Page): Locator;
  /** Actions on the page before its picture is taken. */
  arrange?(page: Page, arranging: Arranging): Promise<void>;
  /** Path of a late call that the recording has to wait for. */
  asks?: string;
  /** The only size in which it is shown; absent for both. */
  only?: 'desktop' | 'phone';
}

const ROBOT = 'W1-2308-0417';
const VIEW = '/robot/view-robot';
/** With a map: the robot's own one depends on where it is driving. */
const EDITOR = `/setting/map-edit?serialNumber=${ROBOT}&map=harbour-1f`;
const heading = (page: Page): Locator => page.getByRole('heading').first();
export const readyOf = (scene: Scene, page: Page): Locator => (scene.ready ?? heading)(page);

const press =
  (name: RegExp) =>
  async (page: Page, { settle }: Arranging): Promise<void> => {
    await page.getByRole('button', { name }).first().click();
    await settle();
  };
const fill =
  (label: RegExp, text: string) =>
  async (page: Page, { settle }: Arranging): Promise<void> => {
    await page.getByRole('textbox', { name: label }).first().fill(text);
    await settle();
  };
const keys =
  (combination: string) =>
  async (page: Page, { settle }: Arranging): Promise<void> => {
    await page.keyboard.press(combination);
    await settle();
  };
const inOrder =
  (...acts: readonly NonNullable<Scene['arrange']>[]): NonNullable<Scene['arrange']> =>
  async (page, arranging) => {
    for (const act of acts) await act(page, arranging);
  };
/** Opens a menu and selects an item. */
const choose = (menu: RegExp, item: RegExp) =>
  inOrder(press(menu), async (page, { settle }) => {
    await page.getByRole('menuitem', { name: item }).click();
    await settle();
  });
const openCapsule: NonNullable<Scene['arrange']> = async (page, { settle, files }) => {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'porter.capsule', mimeType: 'application/gzip', buffer: files.capsule });
  await page.getByRole('slider').first().waitFor();
  await settle();
};
const porter = (page: Page): Locator => page.getByText(/porter 1|一号跑堂/iu).first();
const robotOf = (page: Page): Locator => page.getByRole('heading', { name: /porter 1|一号跑堂/iu }).first();
/** The fragment of a page opened by an access key, with a newly created key. */
const newKey =
  (kind: 'screen' | 'board'): NonNullable<Scene['rest']> =>
  async (admin) => {
    const { key } = await admin.keys.create({
      name: `For ${kind}`,
      kind,
      serialNumber: kind === 'screen' ? ROBOT : '',
    });
    return `#${key}`;
  };
const newestCase: NonNullable<Scene['rest']> = async (admin) => {
  const { rows } = await admin.alarmCases.list({ page: 1, limit: 1, state: 'resolved' });
  return `?id=${encodeURIComponent(rows[0]?.id ?? '')}`;
};
const firstTask: NonNullable<Scene['rest']> = async (admin) => {
  const { rows } = await admin.schedules.list({ serialNumber: ROBOT, page: 1, limit: 1 });
  return `&id=${encodeURIComponent(rows[0]?.id ?? '')}`;
};
const newDrawing: NonNullable<Scene['rest']> = async (admin) => {
  const { id } = await admin.floorDrawings.create({
    siteId: 'harbour',
    floor: '9F',
    name: 'Attic',
    width: 20,
    height: 12,
  });
  return `?drawing=${encodeURIComponent(id)}`;
};

const VISITORS: readonly Scene[] = [
  { name: 'sign-in', path: '/login' },
  {
    name: 'sign-in-refused',
    path: '/login',
    arrange: inOrder(fill(/^(Phone or email|手机号或邮箱)$/u, 'lin'), press(/^(Sign in|登录)$/u)),
  },
  { name: 'sign-in-by-code', path: '/login?way=code' },
  { name: 'sign-in-by-qr', path: '/login?way=qr' },
  { name: 'sign-up', path: '/login?way=register' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'set-password', path: '/set-password?code=none' },
  { name: 'alarm-link', path: '/alarm-link?code=none' },
  { name: 'agreement', path: '/agreement' },
  { name: 'privacy', path: '/privacy/app' },
  { name: 'changelog', path: '/changelog' },
  { name: 'contact', path: '/contact' },
  { name: 'contact-refused', path: '/contact', arrange: press(/^(Send inquiry|提交咨询)$/u) },
  { name: 'pick-up-code', path: '/phone-verification-code?task=d-0815-4711' },
  {
    name: 'pick-up-code-refused',
    path: '/phone-verification-code?task=d-0815-4711',
    arrange: inOrder(fill(/^(Phone number|手机号码?)$/u, '13800000177'), press(/^(Show code|查看验证码)$/u)),
  },
  { name: 'visitor-sign-out', path: '/t2-sign-out' },
  { name: 'offline-robots', path: '/plg/offline-robot-list', rest: newKey('board') },
  { name: 'offline-robots-no-key', path: '/plg/offline-robot-list#decaf0ff' },
  { name: 'weather', path: '/semantic-scene/weather', rest: newKey('screen') },
  { name: 'weather-no-key', path: '/semantic-scene/weather' },
  { name: 'voice', path: '/semantic-scene/voice', rest: newKey('screen') },
  { name: 'voice-no-key', path: '/semantic-scene/voice#c0ffee' },
  { name: 'inspector-visitor', path: '/inspector' },
];

const ROBOTS: readonly Scene[] = [
  { name: 'home', account: OPERATOR, path: '/home', ready: porter },
  { name: 'home-table', account: OPERATOR, path: '/home?view=table&sort=battery', ready: porter },
  { name: 'home-none', account: OPERATOR, path: '/home?status=offline' },
  { name: 'palette', account: OPERATOR, path: '/home', ready: porter, arrange: keys('Control+k'), only: 'desktop' },
  {
    name: 'account-menu',
    account: OPERATOR,
    path: '/home',
    ready: porter,
    arrange: press(/^(Account menu of|.*的账号菜单$)/u),
    only: 'desktop',
  },
  {
    name: 'log-out',
    account: OPERATOR,
    path: '/home',
    ready: porter,
    arrange: choose(/^(Account menu of|.*的账号菜单$)/u, /^(Sign out|退出登录)$/u),
    only: 'desktop',
  },
  {
    name: 'phone-menu',
    account: OPERATOR,
    path: '/home',
    ready: porter,
    arrange: press(/^(More|更多)$/u),
    only: 'phone',
  },
  { name: 'report', account: OPERATOR, path: '/home', ready: porter, arrange: keys('Control+Shift+Period') },
  {
    name: 'peek',
    account: OPERATOR,
    path: '/home',
    ready: porter,
    arrange: keys('Control+Shift+Comma'),
    only: 'desktop',
  },
  { name: 'robot', account: OPERATOR, path: `/home/robot-data?serialNumber=${ROBOT}`, ready: robotOf, asks: VIEW },
  {
    name: 'robot-to-point',
    account: OPERATOR,
    path: `/home/robot-data?serialNumber=${ROBOT}`,
    ready: robotOf,
    asks: VIEW,
    arrange: press(/^(Go to point|前往点位)$/u),
  },
  { name: 'settings', account: OPERATOR, path: '/home/user-setting' },
  {
    name: 'settings-phone-number',
    account: OPERATOR,
    path: '/home/user-setting',
    arrange: press(/^(Change phone number|更改手机号)$/u),
  },
  { name: 'people', account: OPERATOR, path: '/setting/friend-manage' },
  { name: 'people-admin', account: ADMIN, path: `/setting/friend-manage?serialNumber=${ROBOT}` },
  { name: 'cruise-records', account: ADMIN, path: '/activities/cruise-record' },
  { name: 'cruise-routes', account: ADMIN, path: `/setting/cruise-line?serialNumber=${ROBOT}` },
  {
    name: 'cruise-route',
    account: ADMIN,
    path: `/setting/cruise-line?serialNumber=${ROBOT}&route=harbour-1f.route-lobby`,
  },
  {
    name: 'cruise-route-new',
    account: ADMIN,
    path: `/setting/cruise-line?serialNumber=${ROBOT}&route=new&map=harbour-1f`,
  },
  {
    name: 'cruise-route-start',
    account: ADMIN,
    path: `/setting/cruise-line?serialNumber=${ROBOT}`,
    arrange: press(/^(Start Lobby round|启动大堂巡逻)$/u),
  },
  { name: 'maps', account: ADMIN, path: '/setting/maps?site=harbour' },
  {
    name: 'maps-import',
    account: ADMIN,
    path: '/setting/maps?site=harbour',
    arrange: press(/^(Import a map|导入地图)$/u),
  },
  { name: 'maps-edit', account: ADMIN, path: '/setting/maps?site=harbour', arrange: press(/^(Edit (?!\d)|编辑 )/u) },
  { name: 'map-editor', account: ADMIN, path: EDITOR },
  {
    name: 'map-editor-draft',
    account: ADMIN,
    path: EDITOR,
    only: 'desktop',
    arrange: async (page, { settle }) => {
      await page
        .getByRole('list', { name: /^(Points|点位)$/u })
        .getByRole('button')
        .first()
        .click();
      await page.getByLabel(/^(Waiting time|停留)$/u).fill('7');
      await settle();
    },
  },
  {
    name: 'map-versions',
    account: ADMIN,
    path: EDITOR,
    arrange: press(/^(Version history|历史版本)$/u),
    only: 'desktop',
  },
  { name: 'conformance', account: ADMIN, path: `/robots/conformance?serialNumber=${ROBOT}` },
  { name: 'robot-call', account: ADMIN, path: `/robot/call?serialNumber=${ROBOT}` },
  { name: 'scheduled-task', account: ADMIN, path: `/schedules/task?serialNumber=${ROBOT}`, rest: firstTask },
  { name: 'scheduled-task-new', account: ADMIN, path: `/schedules/task?site=harbour&serialNumber=${ROBOT}` },
  { name: 'alarm-case', account: ADMIN, path: '/alarms/case', rest: newestCase },
  { name: 'point-labels', account: ADMIN, path: `/setting/map-area-qrcode?serialNumber=${ROBOT}` },
  { name: 'view-selection', account: OPERATOR, path: '/view-selection' },
  { name: 'no-robot', account: NEWCOMER, path: '/no-robot' },
  { name: 'not-found', account: OPERATOR, path: '/nowhere-at-all' },
];

const ADMINISTRATION: readonly Scene[] = [
  { name: 'checklist', account: ADMIN, path: '/setup' },
  { name: 'floor-drawing', account: ADMIN, path: '/setting/floor-drawing', rest: newDrawing },
  { name: 'accounts-new', account: ADMIN, path: '/accounts', arrange: press(/^(New account|新建账号)$/u) },
  { name: 'keys-new', account: ADMIN, path: '/accounts/keys', arrange: press(/^(New key|新建密钥)$/u) },
  { name: 'keys-new-app', account: ADMIN, path: '/accounts/keys', arrange: press(/^(New app|新建应用)$/u) },
  { name: 'downloads-add', account: ADMIN, path: '/downloads', arrange: press(/^(Add a file|添加文件)$/u) },
  {
    name: 'downloads-open',
    account: ADMIN,
    path: '/downloads?line=W1,W2',
    ready: (page) => page.getByRole('heading', { name: /^W1, W2/u }),
  },
  { name: 'inspector', account: ADMIN, path: '/inspector' },
  { name: 'inspector-open', account: ADMIN, path: '/inspector', arrange: openCapsule },
  {
    name: 'inspector-stage',
    account: ADMIN,
    path: '/inspector',
    arrange: inOrder(openCapsule, press(/^(Show screen|显示画面)$/u)),
    only: 'desktop',
  },
];

const companion = (page: Page): Locator => page.getByRole('heading', { level: 1 }).first();
const COMPANION: readonly Scene[] = [
  { name: 'companion-sign-in', path: '/mini-program', ready: companion },
  { name: 'companion-sign-in-code', path: '/mini-program?code=AAAA-BBBB-CCCC-DDDD', ready: companion },
  { name: 'companion-home', account: OPERATOR, path: '/mini-program', ready: companion },
  {
    name: 'companion-scan',
    account: OPERATOR,
    path: '/mini-program',
    ready: companion,
    arrange: press(/^(Scan code|扫一扫)$/u),
  },
  { name: 'companion-point', account: OPERATOR, path: '/mini-program?point=harbour-1f.reception', ready: companion },
  { name: 'companion-code', account: OPERATOR, path: '/mini-program?code=AAAA-BBBB-CCCC-DDDD', ready: companion },
  { name: 'companion-no-robot', account: NEWCOMER, path: '/mini-program', ready: companion },
];

const NAMED: readonly Scene[] = [...VISITORS, ...ROBOTS, ...ADMINISTRATION, ...COMPANION];
/** The path of the page that a scene opens. */
export const pagePathOf = ({ path }: Scene): string => path.split('?')[0] ?? '';
const opened = new Set(NAMED.filter(({ arrange }) => !arrange).map(pagePathOf));
/** Pages of the menu that need nothing but their address. */
const PLAIN: readonly Scene[] = Object.entries(definitions).flatMap(([name, { path, menu }]) =>
  menu && !opened.has(path) ? [{ name, account: ADMIN, path }] : [],
);

/** Kept apart from the scenes above, because it shows another page than the one at its path. */
export const FORBIDDEN: Scene = { name: 'forbidden', account: OPERATOR, path: '/accounts' };

export const SCENES: readonly Scene[] = [...NAMED, ...PLAIN, FORBIDDEN];
