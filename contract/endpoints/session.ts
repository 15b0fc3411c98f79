/** Getting in and out, and who one is. */
import * as v from 'valibot';
import { endpoint, publicAccess, signedIn } from '../endpoint.ts';
import { asyncRoute, credentials, userInfo } from '../entities/user.ts';
import { idOf, nothing } from '../entities/values.ts';

const short = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254)), '');

export const session = {
  signIn: endpoint('/auth/login', {
    summary: 'Signs in by e-mail or phone number and a Base64-encoded password.',
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
    summary: 'The caller by id: nickname, roles, id.',
    access: signedIn,
    kind: 'read',
    request: v.object({ id: idOf('caller', v.string()) }),
    response: v.pick(userInfo, ['id', 'nickname', 'roles']),
  }),
  userInfo: endpoint('/user/get-user-info', {
    summary: 'The caller in full.',
    access: signedIn,
    kind: 'read',
    request: v.object({ id: idOf('caller', v.string()) }),
    response: userInfo,
  }),
  routes: endpoint('/auth/get-all-async-routes', {
    summary: 'The route table of the console; the console keeps what the roles may open.',
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.array(asyncRoute),
  }),
  /** What the sign-in page must know before anybody is signed in. */
  welcome: endpoint('/auth/get-welcome', {
    summary: 'Whether an administrator must be created first, whether the demo runs, and the time of the server.',
    access: publicAccess,
    kind: 'read',
    request: v.object({}),
    response: v.object({
      needsSetUp: v.boolean(),
      demo: v.boolean(),
      /** Of the site, of all of them where they are few; empty where there are none or many. */
      siteName: v.string(),
      serverTime: v.number(),
    }),
  }),
  setUp: endpoint('/auth/set-up', {
    summary:
      'Creates the administrator of an installation without one and signs in. `code` is what the server printed when it started; tries of it are counted by address.',
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
