/** The size of a file, as people read it. */
import type { Translate } from '../hooks/translate.ts';

const MIB = 2 ** 20;

export const fileSize = (t: Translate, bytes: number): string =>
  bytes >= 1024 * MIB
    ? t('shared.fileSize.gigabytes', { size: (bytes / 1024 / MIB).toFixed(1) })
    : bytes >= MIB
      ? t('shared.fileSize.megabytes', { size: (bytes / MIB).toFixed(1) })
      : t('shared.fileSize.kilobytes', { size: Math.ceil(bytes / 1024) });
