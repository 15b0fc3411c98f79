/** Administration of integrators' apps. Apps call the other endpoints with signature 2. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { nickname } from '../entities/account.ts';
import { APP_ROLES, integratorApp, madeApp } from '../entities/integratorApp.ts';
import { id } from '../entities/values.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import { APPS_SHOWN } from '../rules/limits.ts';

const one = v.object({ appId: idOf('app', id) });

export const apps = {
  list: endpoint('/account/get-app-list', {
    summary: `Lists the apps: active ones first, newest first; at most ${APPS_SHOWN}.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: v.array(integratorApp),
  }),
  create: endpoint('/account/create-app', {
    summary:
      "Creates an app with its own account, which has no robots yet: a robot's administrator invites the app by its `appId`. Returns the secret, only this once.",
    access: accountAdmin,
    kind: 'secret',
    request: v.object({ name: nickname, role: v.picklist(APP_ROLES) }),
    response: madeApp,
  }),
  renewSecret: endpoint('/account/renew-app-secret', {
    summary:
      'Replaces the secret of an app and returns the new one, only this once. The old secret stops working immediately.',
    access: accountAdmin,
    kind: 'secret',
    request: one,
    response: madeApp,
  }),
  revoke: endpoint('/account/revoke-app', {
    summary: 'Revokes an app permanently: its calls are refused, its connections end, its account is locked.',
    access: accountAdmin,
    kind: 'write',
    request: one,
    response: nothing,
  }),
};
