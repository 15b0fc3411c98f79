/** Texts of a disinfection's plan: mode and unit. */
import type { DisinfectionMode } from '../../../contract/rules/disinfection.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';

const MODE = {
  spray: 'disinfectionRecords.mode.spray',
  uv: 'disinfectionRecords.mode.uv',
  mist: 'disinfectionRecords.mode.mist',
} as const satisfies Record<DisinfectionMode, Key>;

export const modeText = (t: Translate, mode: DisinfectionMode): string => t(MODE[mode]);
export const doseUnit = (t: Translate, mode: DisinfectionMode): string =>
  t(mode === 'uv' ? 'disinfectionRecords.unit.uv' : 'disinfectionRecords.unit.fluid');
