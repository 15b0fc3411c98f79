/** Integrators' apps in an account administrator's hands. What they call is everything else, with signature 2. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { nickname } from '../entities/account.ts';
import { APP_ROLES, integratorApp, madeApp } from '../entities/integratorApp.ts';
import { id, idOf, nothing } from '../entities/values.ts';
import { APPS_SHOWN } from '../rules/limits.ts';

const one = v.object({ appId: idOf('app', id) });

export const apps = {
  list: endpoint('/account/get-app-list', {
    summary: `The apps: those that may call first, newest first; ${APPS_SHOWN} at most.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: v.array(integratorApp),
  }),
  create: endpoint('/account/create-app', {
    summary:
      "Makes an app with an account of its own, which has no robots yet: a robot's administrator invites it by its `appId`. The answer has its secret, this once.",
    access: accountAdmin,
    kind: 'secret',
    request: v.object({ name: nickname, role: v.picklist(APP_ROLES) }),
    response: madeApp,
  }),
  renewSecret: endpoint('/account/renew-app-secret', {
    summary: 'Gives an app another secret, told this once. The old one signs nothing from then on.',
    access: accountAdmin,
    kind: 'secret',
    request: one,
    response: madeApp,
  }),
  revoke: endpoint('/account/revoke-app', {
    summary: 'Revokes an app for good: its calls are refused, its connections end, its account is locked.',
    access: accountAdmin,
    kind: 'write',
    request: one,
    response: nothing,
  }),
};
