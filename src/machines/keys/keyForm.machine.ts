/** The form of a new API key or app: its fields and their validation. */
import type { AppRole } from '../../../contract/entities/integratorApp.ts';
import type { KeyLink, WallKeyKind } from '../../../contract/entities/wallKey.ts';
import { NICKNAME_MAX } from '../../../contract/rules/limits.ts';
import { typedSerialNumber } from '../../../contract/rules/serialNumber.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

export interface KeyFields {
  readonly what: 'key' | 'app';
  readonly name: string;
  readonly kind: WallKeyKind;
  /** The robot whose screen uses the key. */
  readonly serialNumber: string;
  readonly role: AppRole;
}
/** A secret that is shown once. */
export type RevealedSecret =
  { what: 'key'; links: readonly KeyLink[] } | { what: 'app'; appId: string; userId: string; secret: string };

export const newKey = (what: KeyFields['what']): KeyFields => ({
  what,
  name: '',
  kind: 'board',
  serialNumber: '',
  role: 'viewer',
});

/** A key for a robot's screen names the robot. */
export const needsRobot = ({ what, kind }: KeyFields): boolean => what === 'key' && kind === 'screen';

export function keyFaults(fields: KeyFields): FormFaults<KeyFields> {
  const name = fields.name.trim();
  return {
    ...(name === '' && { name: 'shared.enterAName' }),
    ...([...name].length > NICKNAME_MAX && { name: 'shared.atMost40Characters' }),
    ...(needsRobot(fields) &&
      typedSerialNumber(fields.serialNumber) === '' && { serialNumber: 'keys.fault.serialNumberEmpty' }),
  };
}

export const keyFormMachine = createForm<KeyFields, RevealedSecret | null>({
  id: 'keyForm',
  faultsOf: keyFaults,
  once: true,
});
