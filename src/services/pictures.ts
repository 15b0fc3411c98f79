/**
 * Pictures from the user's disk: read, shown by object URL and cropped. Uploads are re-encoded, which strips metadata.
 */
import { AVATAR_PX } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';

/** Larger files are not photographs and would slow the page down. */
export const SOURCE_MAX_BYTES = 20 << 20;
const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
/** Browsers without WebP encoding write PNG instead. */
const WRITTEN = { type: 'image/webp', quality: 0.9 } as const;

/** A square in pixels of the picture. */
export interface Square {
  left: number;
  top: number;
  side: number;
}
export interface Pictures {
  /** @throws pictureWrong, pictureTooLarge */
  read(file: File): Promise<{ url: string; width: number; height: number }>;
  /** @returns a data URL of a square with AVATAR_PX per side @throws pictureWrong for a discarded picture */
  cut(url: string, square: Square): string;
  forget(url: string): void;
}

export function createPictures({
  page,
  unfold = (file) => createImageBitmap(file),
}: {
  page: Document;
  unfold?: (file: File) => Promise<ImageBitmap>;
}): Pictures {
  const held = new Map<string, ImageBitmap>();
  return {
    async read(file) {
      if (!TYPES.includes(file.type)) throw new ApiError('pictureWrong');
      if (file.size > SOURCE_MAX_BYTES)
        throw new ApiError('pictureTooLarge', { words: { limit: SOURCE_MAX_BYTES / 2 ** 20 } });
      const bitmap = await unfold(file).catch(() => {
        throw new ApiError('pictureWrong');
      });
      const url = URL.createObjectURL(file);
      held.set(url, bitmap);
      return { url, width: bitmap.width, height: bitmap.height };
    },
    cut(url, { left, top, side }) {
      const bitmap = held.get(url);
      const canvas = page.createElement('canvas');
      canvas.width = canvas.height = AVATAR_PX;
      const brush = canvas.getContext('2d');
      if (!bitmap || !brush) throw new ApiError('pictureWrong');
      brush.imageSmoothingQuality = 'high';
      brush.drawImage(bitmap, left, top, side, side, 0, 0, AVATAR_PX, AVATAR_PX);
      return canvas.toDataURL(WRITTEN.type, WRITTEN.quality);
    },
    forget(url) {
      held.get(url)?.close();
      held.delete(url);
      URL.revokeObjectURL(url);
    },
  };
}
