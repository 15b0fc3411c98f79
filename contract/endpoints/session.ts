/** Sign-in, sign-out and the current account. */
import * as v from 'valibot';
import { endpoint, publicAccess, signedIn } from '../endpoint.ts';
import { asyncRoute, credentials, userInfo } from '../entities/user.ts';
import { idOf, nothing } from '../entities/idOf.ts';

const short = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254)), '');

export const session = {
  signIn: endpoint('/auth/login', {
    summary: 'Signs in by e-mail address or phone number and a Base64-encoded password.',
    access: publicAccess,
    kind: 'secret',
    request: v.object({
      email: short,
      phoneNumber: short,
      countryAreaCode: short,
      verificationCode: short,
      password: v.optional(v.pipe(v.string(), v.maxLength(400)), ''),
      /** Stay signed in after the browser closes. */
      keep: v.optional(v.boolean(), true),
    }),
    response: credentials,
  }),
  signOut: endpoint('/auth/logout', {
    summary: 'Ends the session of the token.',
    access: signedIn,
    kind: 'write',
    request: v.object({}),
    response: nothing,
  }),
  getById: endpoint('/auth/get-by-id', {
    summary: "Returns the caller's id, nickname and roles.",
    access: signedIn,
    kind: 'read',
    request: v.object({ id: idOf('caller', v.string()) }),
    response: v.pick(userInfo, ['id', 'nickname', 'roles']),
  }),
  userInfo: endpoint('/user/get-user-info', {
    summary: "Returns the caller's account with all details.",
    access: signedIn,
    kind: 'read',
    request: v.object({ id: idOf('caller', v.string()) }),
    response: userInfo,
  }),
  routes: endpoint('/auth/get-all-async-routes', {
    summary: 'Returns the route table of the console; the console keeps the routes that the roles can open.',
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.array(asyncRoute),
  }),
  /** What the sign-in page needs before anyone is signed in. */
  welcome: endpoint('/auth/get-welcome', {
    summary: "Returns whether an administrator must be created first, whether the demo runs, and the server's time.",
    access: publicAccess,
    kind: 'read',
    request: v.object({}),
    response: v.object({
      needsSetUp: v.boolean(),
      demo: v.boolean(),
      /** Name of the site, or of all sites if they are few; empty if there are none or many. */
      siteName: v.string(),
      serverTime: v.number(),
    }),
  }),
  setUp: endpoint('/auth/set-up', {
    summary:
      'Creates the first administrator of an installation and signs in. `code` is printed by the server at startup; attempts are limited per IP address.',
    access: publicAccess,
    kind: 'secret',
    request: v.object({
      code: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
      nickname: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
      email: v.pipe(v.string(), v.trim(), v.email(), v.maxLength(254)),
      password: v.pipe(v.string(), v.maxLength(400)),
    }),
    response: credentials,
  }),
};
