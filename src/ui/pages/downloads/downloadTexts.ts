/** Texts of the download centre. */
import type { SoftwareLine } from '../../../../contract/entities/software.ts';
import type { SoftwareState } from '../../../../contract/rules/software.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';

const SHOWN = 4;
/** "9f2c…d1a0" */
export const shortSum = (sha256: string): string => `${sha256.slice(0, SHOWN)}…${sha256.slice(-SHOWN)}`;

/** In groups of eight digits. */
export const groupedSum = (sha256: string): string => sha256.match(/.{1,8}/gu)?.join(' ') ?? '';

export const modelNames = ({ models }: Pick<SoftwareLine, 'models'>): string => models.join(', ');

export const STATE_KEYS: Readonly<Record<SoftwareState, Key>> = {
  has: 'downloads.robots.has',
  other: 'downloads.robots.another',
  unknown: 'downloads.robots.unknown',
};

/** "3 of 4, 1 unknown" */
export function countsText(t: Translate, { has, other, unknown }: SoftwareLine['counts']): string {
  const all = has + other + unknown;
  if (all === 0) return t('downloads.robots.none');
  const known =
    unknown === all
      ? ''
      : has === all
        ? t('downloads.robots.all', { count: all })
        : t('downloads.robots.some', { has, all });
  return [known, unknown > 0 ? t('downloads.robots.unknownCount', { count: unknown }) : '']
    .filter(Boolean)
    .join(t('shared.comma'));
}
