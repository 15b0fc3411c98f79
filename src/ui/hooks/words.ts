/**
 * All texts by area: one line per file of locales/zhCN. The keys of `t()` are derived from it; a page's texts are
 * loaded with the page (src/app/pages.ts), `common`, `status` and `errors` with the first page.
 */
export interface Words {
  common: typeof import('../../../locales/zhCN/common.json');
  errors: typeof import('../../../locales/zhCN/errors.json');
  status: typeof import('../../../locales/zhCN/status.json');
  tasks: typeof import('../../../locales/zhCN/tasks.json');
  robotErrors: typeof import('../../../locales/zhCN/robotErrors.json');
  routes: typeof import('../../../locales/zhCN/routes.json');
  shell: typeof import('../../../locales/zhCN/shell.json');
  signIn: typeof import('../../../locales/zhCN/signIn.json');
  qrSignIn: typeof import('../../../locales/zhCN/qrSignIn.json');
  home: typeof import('../../../locales/zhCN/home.json');
  chart: typeof import('../../../locales/zhCN/chart.json');
  robotData: typeof import('../../../locales/zhCN/robotData.json');
  userSetting: typeof import('../../../locales/zhCN/userSetting.json');
  pointLabels: typeof import('../../../locales/zhCN/pointLabels.json');
  maps: typeof import('../../../locales/zhCN/maps.json');
  friends: typeof import('../../../locales/zhCN/friends.json');
  noRobot: typeof import('../../../locales/zhCN/noRobot.json');
  peek: typeof import('../../../locales/zhCN/peek.json');
  report: typeof import('../../../locales/zhCN/report.json');
  inspector: typeof import('../../../locales/zhCN/inspector.json');
  inspectorStage: typeof import('../../../locales/zhCN/inspectorStage.json');
  verification: typeof import('../../../locales/zhCN/verification.json');
  legal: typeof import('../../../locales/zhCN/legal.json');
  outbox: typeof import('../../../locales/zhCN/outbox.json');
  accounts: typeof import('../../../locales/zhCN/accounts.json');
  keys: typeof import('../../../locales/zhCN/keys.json');
  offlineRobots: typeof import('../../../locales/zhCN/offlineRobots.json');
  audit: typeof import('../../../locales/zhCN/audit.json');
  setPassword: typeof import('../../../locales/zhCN/setPassword.json');
  companion: typeof import('../../../locales/zhCN/companion.json');
  companionPoint: typeof import('../../../locales/zhCN/companionPoint.json');
  phoneVerificationCode: typeof import('../../../locales/zhCN/phoneVerificationCode.json');
  t2SignOut: typeof import('../../../locales/zhCN/t2SignOut.json');
  voice: typeof import('../../../locales/zhCN/voice.json');
  notFound: typeof import('../../../locales/zhCN/notFound.json');
  changelog: typeof import('../../../locales/zhCN/changelog.json');
  inquiry: typeof import('../../../locales/zhCN/inquiry.json');
  inquiries: typeof import('../../../locales/zhCN/inquiries.json');
  cruiseRoutes: typeof import('../../../locales/zhCN/cruiseRoutes.json');
  mapEditor: typeof import('../../../locales/zhCN/mapEditor.json');
  cruiseRecord: typeof import('../../../locales/zhCN/cruiseRecord.json');
  cruiseDrive: typeof import('../../../locales/zhCN/cruiseDrive.json');
  weather: typeof import('../../../locales/zhCN/weather.json');
}
export type WordArea = keyof Words;

/** `{ one, other }` is one text with plural forms: `t(key, { count })` selects one by the language's plural rule. */
type Keys<Table> = {
  [Name in keyof Table & string]: Table[Name] extends string | { other: string }
    ? Name
    : `${Name}.${Keys<Table[Name]>}`;
}[keyof Table & string];
export type Key = Keys<Words>;
