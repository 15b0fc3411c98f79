/** Addresses of the small pictures of photos and recordings, by file, in one call. */
import type { photos } from '../../../contract/endpoints/photos.ts';
import type { MediaItem } from '../../../contract/entities/mediaItem.ts';
import { withThumbnail } from '../../../contract/rules/mediaLibrary.ts';
import type { createClient } from '../../services/api.ts';

/** @returns without those that have no small picture. @throws ApiError */
export async function thumbnailUrls(
  library: Pick<ReturnType<typeof createClient<typeof photos>>, 'addresses'>,
  rows: readonly Pick<MediaItem, 'fileId' | 'kind' | 'hasThumbnail'>[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const fileIds = withThumbnail(rows).map(({ fileId }) => fileId);
  if (fileIds.length === 0) return new Map();
  const { addresses } = await library.addresses({ fileIds, thumbnail: true }, { signal });
  return new Map(addresses.map(({ fileId, url }) => [fileId, url]));
}
