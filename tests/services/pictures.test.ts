import { afterEach, describe, expect, it, vi } from 'vitest';
import { ERRORS } from '../../contract/wire/errors.ts';
import { createPictures, SOURCE_MAX_BYTES } from '../../src/services/pictures.ts';

afterEach(() => vi.restoreAllMocks());

const fileOf = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'me', { type });
function start(unfold?: () => Promise<ImageBitmap>) {
  const drawn: unknown[][] = [];
  const bitmap = { width: 400, height: 200, close: vi.fn() } as unknown as ImageBitmap;
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ drawImage: (...args: unknown[]) => void drawn.push(args) }),
    toDataURL: (type: string) => `data:${type};base64,AA`,
  };
  return {
    drawn,
    bitmap,
    canvas,
    pictures: createPictures({
      page: { createElement: () => canvas } as unknown as Document,
      unfold: unfold ?? (async () => bitmap),
    }),
  };
}

describe('pictures from the disk', () => {
  it('are read, cut as asked to the size that is kept, and forgotten', async () => {
    const { pictures, drawn, bitmap, canvas } = start();
    const { url, ...size } = await pictures.read(fileOf('image/png'));
    expect([url.startsWith('blob:'), size]).toEqual([true, { width: 400, height: 200 }]);
    expect(pictures.cut(url, { left: 100, top: 0, side: 200 })).toBe('data:image/webp;base64,AA');
    expect([drawn, canvas.width, canvas.height]).toEqual([[[bitmap, 100, 0, 200, 200, 0, 0, 256, 256]], 256, 256]);
    pictures.forget(url);
    expect(bitmap.close).toHaveBeenCalledOnce();
    expect(() => pictures.cut(url, { left: 0, top: 0, side: 1 })).toThrow(
      expect.objectContaining({ code: ERRORS.pictureWrong }) as Error,
    );
  });

  it.each([
    ['image/svg+xml', 10, 'pictureWrong'],
    ['image/gif', 10, 'pictureWrong'],
    ['', 10, 'pictureWrong'],
    ['image/png', SOURCE_MAX_BYTES + 1, 'pictureTooLarge'],
  ] as const)('of type %s with %i bytes are refused unread', async (type, bytes, error) => {
    const unfold = vi.fn();
    await expect(start(unfold).pictures.read(fileOf(type, bytes))).rejects.toMatchObject({ code: ERRORS[error] });
    expect(unfold).not.toHaveBeenCalled();
  });

  it('that no browser can read are refused', async () => {
    await expect(
      start(() => Promise.reject(new DOMException('no'))).pictures.read(fileOf('image/png')),
    ).rejects.toMatchObject({ code: ERRORS.pictureWrong });
  });
});
