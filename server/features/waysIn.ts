/** What the calls of signing in, registering and new passwords share. */
import type { AppDeps } from '../appDeps.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { createAddressLimits, type CountAddress } from './addressLimits.ts';
import { createCaptchas, type Captchas } from './captchas.ts';
import { createCodes, type Codes } from './codes.ts';
import { createEntrance, type Entrance } from './entrance.ts';
import { createSignInTries, type SignInTries } from './signInTries.ts';

export interface WaysIn {
  captchas: Captchas;
  codes: Codes;
  entrance: Entrance;
  tries: SignInTries;
  countAddress: CountAddress;
}

export function createWaysIn(
  needs: Pick<AppDeps, 'settings' | 'db' | 'sharedDb' | 'broker' | 'fleet' | 'now'> & { gateway: Gateway },
): WaysIn {
  const { sharedDb } = needs;
  return {
    captchas: createCaptchas(needs),
    codes: createCodes(needs),
    entrance: createEntrance(needs),
    tries: createSignInTries(sharedDb),
    countAddress: createAddressLimits(sharedDb),
  };
}
