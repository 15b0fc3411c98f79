/** Accounts and routes as the console sees them (spec 3). */
import * as v from 'valibot';
import { ACCOUNT_ROLES, ROBOT_VIEWS } from './constants.ts';

/**
 * Steps of the first set-up that are done, of all; `driven`: a robot was driven and stopped. In a file that the sign-in page
 * loads.
 */
const checklistProgress = v.object({ done: v.number(), total: v.number(), driven: v.boolean() });
export type ChecklistProgress = v.InferOutput<typeof checklistProgress>;

export const userInfo = v.object({
  id: v.string(),
  nickname: v.string(),
  roles: v.array(v.picklist(ACCOUNT_ROLES)),
  avatarPath: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  /** IANA time zone; empty: the reader's own. Used only where no site determines the zone (design 13). */
  timeZone: v.string(),
  /** Whether it is a demo account: its administrator has access to fault injection. */
  demo: v.boolean(),
  /** For account administrators while the installation is being set up; null otherwise. */
  checklist: v.nullable(checklistProgress),
  /** Who can change this account's role: names of the first account administrators. Empty for administrators. */
  administrators: v.optional(v.array(v.string()), []),
});
export type UserInfo = v.InferOutput<typeof userInfo>;

export type { AccountSession } from './profile.ts';

export const credentials = v.object({ accessToken: v.string(), userId: v.string() });
export type Credentials = v.InferOutput<typeof credentials>;

const meta = v.object({
  /** A locale key. */
  title: v.optional(v.string()),
  icon: v.optional(v.string()),
  /** Views that show the entry; absent: all views. */
  robotModel: v.optional(v.array(v.picklist(ROBOT_VIEWS))),
  roles: v.optional(v.array(v.picklist(ACCOUNT_ROLES))),
  affix: v.optional(v.boolean()),
  breadcrumb: v.optional(v.boolean()),
  divider: v.optional(v.boolean()),
  /** Only for administrators of a robot, which this user is not. */
  robotAdminsOnly: v.optional(v.boolean()),
  /** Works for a user who has no robot. */
  withoutRobot: v.optional(v.boolean()),
});

/** An entry of the route table from the server (spec 2 "Route table"). */
export interface AsyncRoute {
  path: string;
  name: string;
  hidden: boolean;
  redirect?: string | undefined;
  alwaysShow: boolean;
  /** Name of the page to load; absent for a group. */
  component?: string | undefined;
  meta: v.InferOutput<typeof meta>;
  children: AsyncRoute[];
}
export const asyncRoute: v.GenericSchema<AsyncRoute> = v.object({
  path: v.string(),
  name: v.string(),
  hidden: v.boolean(),
  redirect: v.optional(v.string()),
  alwaysShow: v.boolean(),
  component: v.optional(v.string()),
  meta,
  children: v.array(v.lazy(() => asyncRoute)),
});
