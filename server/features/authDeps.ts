/** Dependencies shared by sign-in, registration and password reset. */
import type { AppDeps } from '../appDeps.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { createAddressLimits, type CountAddress } from './addressLimits.ts';
import { createCaptchas, type Captchas } from './captchas.ts';
import { createCodes, type Codes } from './codes.ts';
import { createSessionIssuer, type SessionIssuer } from './sessionIssuer.ts';
import { createSignInRateLimit, type SignInRateLimit } from './signInRateLimit.ts';

export interface AuthDeps {
  captchas: Captchas;
  codes: Codes;
  entrance: SessionIssuer;
  tries: SignInRateLimit;
  countAddress: CountAddress;
}

export function createAuthDeps(
  needs: Pick<AppDeps, 'settings' | 'db' | 'sharedDb' | 'broker' | 'fleet' | 'now'> & { gateway: Gateway },
): AuthDeps {
  const { sharedDb } = needs;
  return {
    captchas: createCaptchas(needs),
    codes: createCodes(needs),
    entrance: createSessionIssuer(needs),
    tries: createSignInRateLimit(sharedDb),
    countAddress: createAddressLimits(sharedDb),
  };
}
