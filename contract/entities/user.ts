/** Accounts and sessions as the console sees them (spec 3). */
import * as v from 'valibot';
import { ACCOUNT_ROLES, ROBOT_VIEWS } from './constants.ts';

export const userInfo = v.object({
  id: v.string(),
  nickname: v.string(),
  roles: v.array(v.picklist(ACCOUNT_ROLES)),
  avatarPath: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  /** IANA; empty for the reader's own. Serves only what has no site (design 13). */
  timeZone: v.string(),
  /** Only of the account itself: an administrator of the demo has the switchboard. */
  demo: v.boolean(),
});
export type UserInfo = v.InferOutput<typeof userInfo>;

export type { AccountSession } from './profile.ts';

export const credentials = v.object({ accessToken: v.string(), userId: v.string() });
export type Credentials = v.InferOutput<typeof credentials>;

const meta = v.object({
  /** A locale key. */
  title: v.optional(v.string()),
  icon: v.optional(v.string()),
  /** Views that show the entry; absent: every view. */
  robotModel: v.optional(v.array(v.picklist(ROBOT_VIEWS))),
  roles: v.optional(v.array(v.picklist(ACCOUNT_ROLES))),
  affix: v.optional(v.boolean()),
  breadcrumb: v.optional(v.boolean()),
  divider: v.optional(v.boolean()),
});

/** One entry of the route table the server sends (spec 2 "Route table"). */
export interface AsyncRoute {
  path: string;
  name: string;
  hidden: boolean;
  redirect?: string | undefined;
  alwaysShow: boolean;
  /** The page to load, by name; absent for a mere group. */
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
