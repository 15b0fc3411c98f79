/**
 * Codes that verify a phone number or e-mail address, and what they allow without signing in: registration and password
 * reset.
 */
import * as v from 'valibot';
import { endpoint, publicAccess, signedIn } from '../endpoint.ts';
import { LANGUAGES } from '../entities/constants.ts';
import { credentials } from '../entities/user.ts';
import { nothing } from '../entities/idOf.ts';
import { personName } from '../entities/personName.ts';
import { CAPTCHA_TTL_MS, CODE_GUESSES, CODE_TTL_MS, NICKNAME_MAX } from '../rules/limits.ts';

const short = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254)), '');
/** `86`, with or without a plus. */
const country = v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\+?\d{0,4}$/u, 'country code')), '');
const code = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/u, 'six digits'));
const encoded = v.pipe(v.string(), v.nonEmpty(), v.maxLength(400));
const token = v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/u, 'token'));
const captcha = { captchaToken: token, captchaContent: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(16)) };

const sent = v.object({
  /** Seconds until the next code can be requested. */
  pause: v.number(),
  /** Seconds until the code expires. */
  lasts: v.number(),
});
const minutes = CODE_TTL_MS / 60_000;

export const verification = {
  captcha: endpoint('/index/generate-captcha', {
    summary: `Creates a captcha (a data URL) under a token that the caller chooses. It can be answered once, within ${CAPTCHA_TTL_MS / 60_000} minutes; another request with the same token replaces it.`,
    access: publicAccess,
    kind: 'secret',
    request: v.object({ captchaToken: token, captchaType: v.optional(v.picklist(['image']), 'image') }),
    response: v.object({ captchaToken: v.string(), image: v.string(), letters: v.number() }),
  }),
  loginCode: endpoint('/auth/get-login-verification-code', {
    summary: `Sends a sign-in code to a phone number or an e-mail address. The code works once, for ${minutes} minutes, and expires after ${CODE_GUESSES} wrong guesses. Only the message to the target reveals whether the account exists.`,
    access: publicAccess,
    kind: 'secret',
    request: v.object({ phoneNumber: short, countryAreaCode: country, email: short, ...captcha }),
    response: sent,
  }),
  registerCode: endpoint('/auth/get-regist-verification-code', {
    summary:
      'Sends a registration code. A phone number in use is refused (11008); the owner of an e-mail address in use is informed by e-mail.',
    access: publicAccess,
    kind: 'secret',
    request: v.object({ phoneNumber: short, countryAreaCode: country, email: short, ...captcha }),
    response: sent,
  }),
  isRegistered: endpoint('/auth/get-is-duble-regist', {
    summary: 'Returns whether a phone number already has an account.',
    access: publicAccess,
    kind: 'read',
    request: v.object({
      phoneNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
      countryAreaCode: country,
    }),
    response: v.object({ isRegistered: v.boolean() }),
  }),
  signUp: endpoint('/auth/sign-up', {
    summary:
      'Registers by phone number or e-mail address with the code that was sent there, a nickname and a Base64-encoded password, and signs in.',
    access: publicAccess,
    kind: 'secret',
    request: v.object({
      phoneNumber: short,
      countryAreaCode: country,
      email: short,
      verificationCode: code,
      password: encoded,
      nickname: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NICKNAME_MAX), personName),
    }),
    response: credentials,
  }),
  forgotPasswordCode: endpoint('/verificationCode/forgotPassword', {
    summary:
      'Sends a code for setting a new password. Only the message to the target reveals whether the account exists.',
    access: publicAccess,
    kind: 'secret',
    request: v.object({ phoneNumber: short, email: short, countryCode: country, ...captcha }),
    response: sent,
  }),
  forgotPassword: endpoint('/auth/forgotPassword', {
    summary: 'Sets a new Base64-encoded password with the code that was sent, and ends all sessions of the account.',
    access: publicAccess,
    kind: 'secret',
    request: v.object({
      phoneNumber: short,
      email: short,
      countryCode: country,
      verificationCode: code,
      password: encoded,
    }),
    response: nothing,
  }),
  emailCode: endpoint('/verificationCode/update-email', {
    summary: "Sends a code to the caller's new e-mail address.",
    access: signedIn,
    kind: 'secret',
    request: v.object({
      email: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.email(), v.maxLength(254)),
      language: v.optional(v.picklist(['en-us', 'zh-cn', ...LANGUAGES, '']), ''),
    }),
    response: sent,
  }),
  phoneCode: endpoint('/verificationCode/update-phone-number', {
    summary: "Sends a code to the caller's new phone number. A number in use is refused (11008).",
    access: signedIn,
    kind: 'secret',
    request: v.object({
      phoneNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
      countryCode: country,
      language: v.optional(v.picklist(['en-us', 'zh-cn', ...LANGUAGES, '']), ''),
    }),
    response: sent,
  }),
};
