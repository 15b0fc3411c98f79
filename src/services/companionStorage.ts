/** Browser storage of the companion app, under separate keys: the console in the same browser is another session. */
import * as v from 'valibot';
import type { ScannedCode } from '../../contract/rules/scanned.ts';
import type { StoredCredentials } from './storage.ts';

export const COMPANION_KEYS = {
  token: 'companion_token',
  userId: 'companion_user_id',
  code: 'companion_code',
} as const;
const keptCode = v.object({ kind: v.picklist(['signIn', 'claim', 'point']), code: v.string() });

export interface CompanionStorage {
  credentials(): StoredCredentials | null;
  /** Shared by all tabs of the app; null also where storage is blocked. */
  stored(): StoredCredentials | null;
  keepCredentials(credentials: StoredCredentials): void;
  forgetCredentials(): void;
  /** The scanned code to be handled, per tab. */
  code(): ScannedCode | null;
  keepCode(code: ScannedCode | null): void;
}

/** Accessing storage can throw. The data then lasts as long as the page. */
export function createCompanionStorage(parts: { local(): Storage; session(): Storage }): CompanionStorage {
  let held: StoredCredentials | null = null;
  let waiting: ScannedCode | null = null;
  const stored = (): StoredCredentials | null => {
    const token = attempt(() => parts.local().getItem(COMPANION_KEYS.token));
    const userId = attempt(() => parts.local().getItem(COMPANION_KEYS.userId));
    return token && userId ? { token, userId } : null;
  };
  return {
    credentials: () => stored() ?? held,
    stored,
    keepCredentials({ token, userId }) {
      held = { token, userId };
      attempt(() => parts.local().setItem(COMPANION_KEYS.token, token));
      attempt(() => parts.local().setItem(COMPANION_KEYS.userId, userId));
    },
    forgetCredentials() {
      held = null;
      attempt(() => parts.local().removeItem(COMPANION_KEYS.token));
      attempt(() => parts.local().removeItem(COMPANION_KEYS.userId));
    },
    code: () =>
      attempt(() => v.parse(keptCode, JSON.parse(parts.session().getItem(COMPANION_KEYS.code) ?? 'null'))) ?? waiting,
    keepCode(code) {
      waiting = code;
      attempt(() =>
        code
          ? parts.session().setItem(COMPANION_KEYS.code, JSON.stringify(code))
          : parts.session().removeItem(COMPANION_KEYS.code),
      );
    },
  };
}

function attempt<Answer>(act: () => Answer): Answer | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
