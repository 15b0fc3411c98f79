/** The form of a new API key or app: its fields and their validation. */
import type { AppRole } from '../../../contract/entities/integratorApp.ts';
import type { WallKeyKind } from '../../../contract/entities/wallKey.ts';
import { NICKNAME_MAX } from '../../../contract/rules/limits.ts';
import { typedSerialNumber } from '../../../contract/rules/serialNumber.ts';

export interface KeyDraft {
  what: 'key' | 'app';
  name: string;
  kind: WallKeyKind;
  /** The robot whose screen uses the key. */
  serialNumber: string;
  role: AppRole;
}
export type KeyFault = 'nameEmpty' | 'nameLong' | 'serialNumberEmpty';
export type KeyFaults = Partial<Record<'name' | 'serialNumber', KeyFault>>;

export const emptyKeyDraft = (what: KeyDraft['what']): KeyDraft => ({
  what,
  name: '',
  kind: 'board',
  serialNumber: '',
  role: 'viewer',
});

export function keyFaults({ what, name, kind, serialNumber }: KeyDraft): KeyFaults {
  const given = name.trim();
  return {
    ...(given === ''
      ? { name: 'nameEmpty' as const }
      : [...given].length > NICKNAME_MAX
        ? { name: 'nameLong' as const }
        : {}),
    ...(what === 'key' && kind === 'screen' && typedSerialNumber(serialNumber) === ''
      ? { serialNumber: 'serialNumberEmpty' as const }
      : {}),
  };
}

/** Actions after a confirmation that names the key or the app. */
export type KeyAct = 'revokeKey' | 'revokeApp' | 'renewSecret';
export interface KeyTask {
  act: KeyAct;
  id: string;
  name: string;
}
