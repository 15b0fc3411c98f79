/** Sprite cache: haloed text and markers with a badge take many strokes, a cached image takes one copy. */

export interface Sprite {
  readonly image: HTMLCanvasElement;
  /** CSS px, not image pixels. */
  readonly width: number;
  readonly height: number;
}

export interface Sprites {
  /** The sprite with this key, painted once; `paint` draws around the centre of the sprite. */
  readonly get: (
    key: string,
    width: number,
    height: number,
    paint: (context: CanvasRenderingContext2D) => void,
  ) => Sprite;
  readonly clear: () => void;
}

export function createSprites(pixelRatio: number, most: number): Sprites {
  // A Map keeps insertion order, so the first entry is the least recently used.
  const kept = new Map<string, Sprite>();
  return {
    get(key, width, height, paint) {
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const image = document.createElement('canvas');
      image.width = Math.ceil(width * pixelRatio);
      image.height = Math.ceil(height * pixelRatio);
      const context = image.getContext('2d');
      if (context !== null) {
        context.setTransform(pixelRatio, 0, 0, pixelRatio, image.width / 2, image.height / 2);
        paint(context);
      }
      const sprite = { image, width: image.width / pixelRatio, height: image.height / pixelRatio };
      kept.set(key, sprite);
      if (kept.size > most) {
        const [oldest] = kept.keys();
        if (oldest !== undefined) kept.delete(oldest);
      }
      return sprite;
    },
    clear: () => kept.clear(),
  };
}

/** Draws a sprite centred at x, y, aligned to device pixels so that it stays sharp. */
export function stamp(
  context: CanvasRenderingContext2D,
  sprite: Sprite,
  x: number,
  y: number,
  pixelRatio: number,
): void {
  const left = Math.round((x - sprite.width / 2) * pixelRatio) / pixelRatio;
  const top = Math.round((y - sprite.height / 2) * pixelRatio) / pixelRatio;
  context.drawImage(sprite.image, left, top, sprite.width, sprite.height);
}
