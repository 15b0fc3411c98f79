/**
 * All texts by area: one line per file of locales/zhCN. The keys of `t()` are derived from it; a page's texts are
 * loaded with the page (src/app/pages.ts), `common`, `status` and `errors` with the first page.
 */
export interface LocaleTexts {
  common: typeof import('../../../locales/zhCN/common.json');
  errors: typeof import('../../../locales/zhCN/errors.json');
  status: typeof import('../../../locales/zhCN/status.json');
  /** Names of alarm events; the server's messages use them too. */
  alarmEvents: typeof import('../../../locales/zhCN/alarmEvents.json');
  /** Messages to contacts, of pages that use ui/alarms/messageTexts.ts. */
  alarmMessages: typeof import('../../../locales/zhCN/alarmMessages.json');
  /** Hours and quiet days beside the names of contacts, of pages that use ui/alarms/reachTexts.ts. */
  contactReach: typeof import('../../../locales/zhCN/contactReach.json');
  tasks: typeof import('../../../locales/zhCN/tasks.json');
  robotErrors: typeof import('../../../locales/zhCN/robotErrors.json');
  routes: typeof import('../../../locales/zhCN/routes.json');
  shell: typeof import('../../../locales/zhCN/shell.json');
  signIn: typeof import('../../../locales/zhCN/signIn.json');
  chart: typeof import('../../../locales/zhCN/chart.json');
  peek: typeof import('../../../locales/zhCN/peek.json');
  report: typeof import('../../../locales/zhCN/report.json');
  inspectorStage: typeof import('../../../locales/zhCN/inspectorStage.json');
  verification: typeof import('../../../locales/zhCN/verification.json');
  legal: typeof import('../../../locales/zhCN/legal.json');
  /** Of every page that uses ui/lists. */
  lists: typeof import('../../../locales/zhCN/lists.json');
  /** What several pages of a signed-in user say; sign-in and home do without it. */
  shared: typeof import('../../../locales/zhCN/shared.json');
  companion: typeof import('../../../locales/zhCN/companion.json');
  companionPoint: typeof import('../../../locales/zhCN/companionPoint.json');
  routeRun: typeof import('../../../locales/zhCN/routeRun.json');
}
export type LocaleArea = keyof LocaleTexts;

/** `{ one, other }` is one text with plural forms: `t(key, { count })` selects one by the language's plural rule. */
type Keys<Table> = {
  [Name in keyof Table & string]: Table[Name] extends string | { other: string }
    ? Name
    : `${Name}.${Keys<Table[Name]>}`;
}[keyof Table & string];
export type Key = Keys<LocaleTexts>;
