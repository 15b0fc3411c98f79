import type { FileFault } from '../../machines/maps/mapImport.machine.ts';
import type { useT } from '../hooks/useT.ts';
import type { Key } from '../hooks/localeTexts.ts';

const KEYS: Readonly<Record<string, Key>> = {
  fileTooLarge: 'maps.fault.fileTooLarge',
  pictureTooLarge: 'maps.fault.pictureTooLarge',
  notAPicture: 'maps.fault.notAPicture',
  pictureDamaged: 'maps.fault.pictureDamaged',
  pictureUnsupported: 'maps.fault.pictureUnsupported',
  yamlMissing: 'maps.fault.yamlMissing',
  yamlTwice: 'maps.fault.yamlTwice',
  yamlWrong: 'maps.fault.yamlWrong',
  yamlFieldMissing: 'maps.fault.yamlFieldMissing',
  yamlFieldWrong: 'maps.fault.yamlFieldWrong',
  imageMissing: 'maps.fault.imageMissing',
  zipWrong: 'maps.fault.zipWrong',
  browserCannot: 'maps.fault.browserCannot',
  scanGone: 'maps.fault.scanGone',
  lifOne: 'maps.fault.lifOne',
  lifNotJson: 'maps.fault.lifNotJson',
  lifWrong: 'maps.fault.lifWrong',
  lifVersion: 'maps.fault.lifVersion',
  lifEmpty: 'maps.fault.lifEmpty',
  lifTooMany: 'maps.fault.lifTooMany',
  lifTwice: 'maps.fault.lifTwice',
};

/** Why the files cannot be read as a map. */
export function faultText(t: ReturnType<typeof useT>, { kind, words }: FileFault): string {
  const key: Key = KEYS[kind] ?? 'maps.fault.pictureDamaged';
  return t(key, { ...words });
}
