/**
 * The pages of signed-in users as both sides know them. A file per page, exported by allPages.ts; the server derives the
 * route table from them (server/routes.ts), the console pairs the name with its code (src/app/definePage.ts).
 */
import type { AccountRole, RobotView } from '../entities/constants.ts';

export interface PageDefinition {
  /** Absolute path; `:name` parts are parameters. */
  path: `/${string}`;
  /** Locale key. */
  title: string;
  /** Place in the menu; absent: the page is not in the menu. */
  menu?: {
    /** Entries are sorted by it, within their group too. */
    place: number;
    /** Name of a lucide icon, for the palette too; absent: the group's. */
    icon?: string;
    group?: MenuGroup;
    /** A divider follows. */
    divider?: true;
  };
  /** Account roles that can open it; absent: all. An administrator opens every page. */
  roles?: readonly AccountRole[];
  /** Robot views whose menu shows it; absent: all. */
  views?: readonly RobotView[];
  /** Only for administrators of at least one robot; the others are told who can make them one. */
  robotAdminsOnly?: true;
  /**
   * The page is about the robot chosen in the robot panel, which lists these robots; absent: there is no panel, because
   * choosing a robot would change nothing.
   */
  robotPanel?: PanelRobots;
  /** Exists only in the demo; an unknown path otherwise. */
  demoOnly?: true;
  /**
   * Works for a user who has no robot: settings, and what an installation without robots is set up with. With
   * `robotAdminsOnly`, for account administrators. `accountAdmins`: only for them, who still have the records of sites whose
   * robots are all retired.
   */
  withoutRobot?: true | 'accountAdmins';
  /** Its tab cannot be closed. */
  affix?: true;
}

/** All robots; robots with navigation; robots of which the user is super administrator. */
export type PanelRobots = 'all' | 'navigation' | 'owned';

/**
 * Groups of the menu (spec 2). A page joins one by its name (`menu.group`), independent of its path. A group without a page
 * that the user can open is not shown.
 */
export const MENU_GROUPS = {
  video: { path: '/video', title: 'routes.video', icon: 'video', place: 5 },
  activities: { path: '/activities', title: 'routes.activities', icon: 'activity', place: 10 },
  schedules: { path: '/schedules', title: 'routes.schedules', icon: 'calendar-clock', place: 20 },
  settings: { path: '/setting', title: 'routes.settings', icon: 'settings', place: 30 },
  questions: { path: '/questions', title: 'routes.questions', icon: 'message-circle-question', place: 40 },
  alarms: { path: '/alarms', title: 'routes.alarms', icon: 'siren', place: 50 },
  reports: { path: '/reports', title: 'routes.reports', icon: 'file-chart-column', place: 60 },
  dashboards: { path: '/dashboards', title: 'routes.dashboards', icon: 'chart-column', place: 70 },
  administration: { path: '/administration', title: 'routes.administration', icon: 'shield', place: 80 },
} as const;
export type MenuGroup = keyof typeof MENU_GROUPS;

export const definePage = (page: PageDefinition): PageDefinition => page;
