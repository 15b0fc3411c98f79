/**
 * The second signature (design 3), used by the companion app: the app holds no secret and signs with its access token.
 */
import { appLines, COMPANION_APP, PUBLIC_KEY, type Signed } from '../../contract/wire/signature.ts';
import type { Hmac } from './hmac.ts';

/** User id before sign-in; the envelope does not allow an empty one. */
const NOBODY = 'nobody';

export const signAsCompanion =
  (version: string, userId: () => string) =>
  async ({ id, time, path, canonical }: Signed, key: string | null, hmac: Hmac): Promise<object> => {
    const app = { requestId: id, appId: COMPANION_APP, version, userId: userId() || NOBODY };
    return { ...app, extra: await hmac(key || PUBLIC_KEY, appLines({ ...app, time, path, canonical })) };
  };
