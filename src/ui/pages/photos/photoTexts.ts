/** Texts of the library: who or what took an item, sizes, heads of groups. */
import type { MediaGroup, MediaGrouping, MediaItem } from '../../../../contract/entities/mediaItem.ts';
import type { MediaSource } from '../../../../contract/rules/mediaLibrary.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { dateText } from '../../shell/siteTime.ts';

export const SOURCE_KEYS: Readonly<Record<MediaSource, Key>> = {
  operator: 'photos.source.operator',
  task: 'photos.source.task',
  interval: 'photos.source.interval',
  timer: 'photos.source.timer',
  alarm: 'photos.source.alarm',
  robot: 'photos.source.robot',
};

export const placeText = (t: Translate, { point, mapName }: Pick<MediaItem, 'point' | 'mapName'>): string =>
  point || mapName || t('photos.unknownPlace');
export const takenBy = (t: Translate, { source, by }: Pick<MediaItem, 'source' | 'by'>): string =>
  by === '' ? t(SOURCE_KEYS[source]) : by;

export const groupName = (t: Translate, groupBy: MediaGrouping, { key, name }: MediaGroup): string =>
  groupBy === 'day'
    ? dateText(key, t.language, { weekday: 'long', day: 'numeric', month: 'long' })
    : name || t('photos.unknownPlace');
export const groupCounts = (t: Translate, { photos, videos }: Pick<MediaGroup, 'photos' | 'videos'>): string =>
  [
    photos > 0 || videos === 0 ? t('photos.count.photos', { count: photos }) : '',
    videos > 0 ? t('photos.count.videos', { count: videos }) : '',
  ]
    .filter(Boolean)
    .join(t('shared.comma'));
