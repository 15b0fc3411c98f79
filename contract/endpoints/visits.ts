/** Visitor sign-out, at the robot that signed them in or on their own phone (design 13). */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { time } from '../entities/values.ts';
import { CODE_TTL_MS } from '../rules/limits.ts';

const phone = {
  phoneNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
  countryAreaCode: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\+?\d{0,4}$/u, 'country code')), ''),
};

export const visits = {
  signOutCode: endpoint('/visit/get-sign-out-code', {
    summary: `Sends a sign-out code to the phone number of a visitor who is signed in. Other numbers get no message, but the response is the same. The code works once, for ${CODE_TTL_MS / 60_000} minutes.`,
    access: publicAccess,
    kind: 'secret',
    request: v.object(phone),
    response: v.object({ pause: v.number(), lasts: v.number() }),
  }),
  signOut: endpoint('/visit/sign-out', {
    summary: 'Signs a visitor out with the code that was sent to their phone.',
    access: publicAccess,
    kind: 'secret',
    request: v.object({ ...phone, verificationCode: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/u, 'six digits')) }),
    response: v.object({
      name: v.string(),
      signedInAt: time,
      signedOutAt: time,
      /** IANA time zone of the robot's site; empty if the robot was deleted. */
      timeZone: v.string(),
    }),
  }),
};
