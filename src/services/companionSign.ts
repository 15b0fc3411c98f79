/** The second signature (design 3), as the companion app makes it: it holds no secret and is keyed with its own access token. */
import { appSignature, COMPANION_APP, PUBLIC_KEY, type Signed } from '../../contract/wire/signature.ts';

/** In place of a user's id before anybody is signed in: the envelope leaves none empty. */
const NOBODY = 'nobody';

export const signAsCompanion =
  (version: string, userId: () => string) =>
  ({ id, time, path, canonical }: Signed, key: string | null): object => {
    const app = { requestId: id, appId: COMPANION_APP, version, userId: userId() || NOBODY };
    return { ...app, extra: appSignature({ ...app, time, path, canonical }, key || PUBLIC_KEY) };
  };
