/** The form of a new key or a new app: what is filled in, and what it demands before it is sent. */
import type { AppRole } from '../../../contract/entities/integratorApp.ts';
import type { WallKeyKind } from '../../../contract/entities/wallKey.ts';
import { NICKNAME_MAX } from '../../../contract/rules/limits.ts';

export interface KeyDraft {
  what: 'key' | 'app';
  name: string;
  kind: WallKeyKind;
  /** Whose screen it is. */
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
    ...(what === 'key' && kind === 'screen' && serialNumber.trim() === ''
      ? { serialNumber: 'serialNumberEmpty' as const }
      : {}),
  };
}

/** What is done after a question that names the key or the app. */
export type KeyAct = 'revokeKey' | 'revokeApp' | 'renewSecret';
export interface KeyTask {
  act: KeyAct;
  id: string;
  name: string;
}
