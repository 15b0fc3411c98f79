/** The route table that the console gets (spec 2 "Route table"): only pages that exist. Titles are locale keys. */
import type { AsyncRoute } from '../contract/entities/user.ts';

export const ROUTES: readonly AsyncRoute[] = [
  {
    path: '/', name: 'Root', hidden: false, redirect: '/home', alwaysShow: false, meta: {},
    children: [
      { path: 'home', name: 'Home', hidden: false, alwaysShow: false, component: 'home', meta: { title: 'routes.home', icon: 'house', affix: true, divider: true }, children: [] },
      { path: 'home/robot-data', name: 'RobotData', hidden: true, alwaysShow: false, component: 'robotData', meta: { title: 'routes.robotData' }, children: [] },
    ],
  },
];
