/** Pages for whoever administers a robot. */
const ADMINISTERING: ReadonlySet<string> = new Set(['Maps', 'MapEdit', 'PointLabels']);
export const withoutAdministering = (routes: readonly AsyncRoute[]): AsyncRoute[] =>
  routes.filter(({ name }) => !ADMINISTERING.has(name)).map((route) => ({ ...route, children: withoutAdministering(route.children) }));

/** The route table that the console gets (spec 2 "Route table"): only pages that exist. Titles are locale keys. */
import type { AsyncRoute } from '../contract/entities/user.ts';

export const ROUTES: readonly AsyncRoute[] = [
  {
    path: '/', name: 'Root', hidden: false, redirect: '/home', alwaysShow: false, meta: {},
    children: [
      { path: 'home', name: 'Home', hidden: false, alwaysShow: false, component: 'home', meta: { title: 'routes.home', icon: 'house', affix: true, divider: true }, children: [] },
      { path: 'home/robot-data', name: 'RobotData', hidden: true, alwaysShow: false, component: 'robotData', meta: { title: 'routes.robotData' }, children: [] },
      { path: 'home/user-setting', name: 'UserSetting', hidden: true, alwaysShow: false, component: 'userSetting', meta: { title: 'routes.userSetting' }, children: [] },
      {
        path: 'activities', name: 'Activities', hidden: false, redirect: '/activities/cruise-record', alwaysShow: true, meta: { title: 'routes.activities', icon: 'activity' },
        children: [{ path: 'cruise-record', name: 'CruiseRecord', hidden: false, alwaysShow: false, component: 'cruiseRecord', meta: { title: 'routes.cruiseRecord' }, children: [] }],
      },
      { path: 'setting/friend-manage', name: 'FriendManage', hidden: false, alwaysShow: false, component: 'friends', meta: { title: 'routes.friends', icon: 'users' }, children: [] },
      { path: 'setting/maps', name: 'Maps', hidden: false, alwaysShow: false, component: 'maps', meta: { title: 'routes.maps', icon: 'map', roles: ['operator'] }, children: [] },
      { path: 'setting/map-edit', name: 'MapEdit', hidden: false, alwaysShow: false, component: 'mapEditor', meta: { title: 'routes.mapEdit', icon: 'map' }, children: [] },
      { path: 'setting/map-area-qrcode', name: 'PointLabels', hidden: false, alwaysShow: false, component: 'pointLabels', meta: { title: 'routes.pointLabels', icon: 'qr-code' }, children: [] },
      { path: 'setting/cruise-line', name: 'CruiseRoutes', hidden: false, alwaysShow: false, component: 'cruiseRoutes', meta: { title: 'routes.cruiseRoutes', icon: 'route' }, children: [] },
      { path: 'outbox', name: 'Outbox', hidden: false, alwaysShow: false, component: 'outbox', meta: { title: 'routes.outbox', icon: 'mail', roles: ['admin'] }, children: [] },
      { path: 'accounts', name: 'Accounts', hidden: false, alwaysShow: false, component: 'accounts', meta: { title: 'routes.accounts', icon: 'user-cog', roles: ['admin'] }, children: [] },
      { path: 'accounts/keys', name: 'Keys', hidden: false, alwaysShow: false, component: 'keys', meta: { title: 'routes.keys', icon: 'key-round', roles: ['admin'] }, children: [] },
      { path: 'accounts/audit', name: 'Audit', hidden: false, alwaysShow: false, component: 'audit', meta: { title: 'routes.audit', icon: 'activity', roles: ['admin'] }, children: [] },
      { path: 'accounts/inquiries', name: 'Inquiries', hidden: false, alwaysShow: false, component: 'inquiries', meta: { title: 'routes.inquiries', icon: 'message-circle-question', roles: ['admin'] }, children: [] },
      { path: 'inspector', name: 'Inspector', hidden: false, alwaysShow: false, component: 'inspector', meta: { title: 'routes.inspector', icon: 'bug', roles: ['admin'] }, children: [] },
    ],
  },
];
