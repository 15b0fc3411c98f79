/**
 * The second signature (design 3), used by the companion app: the app holds no secret and signs with its access token.
 */
import { appSignature, COMPANION_APP, PUBLIC_KEY, type Signed } from '../../contract/wire/signature.ts';

/** User id before sign-in; the envelope does not allow an empty one. */
const NOBODY = 'nobody';

export const signAsCompanion =
  (version: string, userId: () => string) =>
  ({ id, time, path, canonical }: Signed, key: string | null): object => {
    const app = { requestId: id, appId: COMPANION_APP, version, userId: userId() || NOBODY };
    return { ...app, extra: appSignature({ ...app, time, path, canonical }, key || PUBLIC_KEY) };
  };
