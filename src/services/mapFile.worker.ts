/**
 * Reads map files in a worker, so that the page stays responsive and reading can be cancelled. The result is always
 * re-encoded as PNG. Pictures decoded by the browser are checked for their size in the header first (decompression
 * bombs).
 */
import { checkSize, MapFileFault, type Picture } from '../../contract/rules/mapFiles/picture.ts';
import { PLAN_META } from '../../contract/rules/mapFiles/planPicture.ts';
import { isPgm, decodePgm } from '../../contract/rules/mapFiles/pgm.ts';
import { decodePng, encodePng, isPng } from '../../contract/rules/mapFiles/png.ts';
import { readRosMap, type RosMap } from '../../contract/rules/mapFiles/rosMap.ts';
import { isZip, type NamedFile } from '../../contract/rules/mapFiles/zip.ts';
import { jpegHead } from '../../contract/rules/mapFiles/jpeg.ts';
import type { FromReader, ToReader } from './mapReader.ts';

/** Share of reading in the total progress; the rest is encoding. */
const READING = 0.6;
const tell = (message: FromReader): void => postMessage(message);

async function unfolded(bytes: Uint8Array): Promise<Picture> {
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)])).catch(() => {
    throw new MapFileFault('pictureDamaged');
  });
  const { width, height } = bitmap;
  checkSize(width, height);
  const brush = new OffscreenCanvas(width, height).getContext('2d');
  if (!brush) throw new MapFileFault('browserCannot');
  // Transparent pixels become white.
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, width, height);
  brush.drawImage(bitmap, 0, 0);
  const { data: rgba } = brush.getImageData(0, 0, width, height);
  const data = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    data[to++] = rgba[from] ?? 0;
    data[to++] = rgba[from + 1] ?? 0;
    data[to++] = rgba[from + 2] ?? 0;
  }
  return { width, height, channels: 3, data };
}

type Read = Omit<RosMap, 'resolution' | 'origin'> & { placing: Pick<RosMap, 'resolution' | 'origin'> | null };

async function readPlain({ name, bytes }: NamedFile): Promise<Read> {
  const title = name.replace(/\.[^.]+$/u, '');
  const told = (done: number): void => tell({ about: 'progress', done: done * READING });
  if (isPgm(bytes)) return { picture: decodePgm(bytes, told), meta: PLAN_META, title, placing: null };
  const jpeg = jpegHead(bytes);
  if (jpeg) checkSize(jpeg.width, jpeg.height);
  if (jpeg?.isWhole === false) throw new MapFileFault('pictureDamaged');
  if (!jpeg && !isPng(bytes)) throw new MapFileFault('notAPicture', { file: name });
  const picture = jpeg
    ? await unfolded(bytes)
    : await decodePng(bytes, told).catch((error: unknown) => {
        // Interlaced PNGs are decoded by the browser.
        if (error instanceof MapFileFault && error.kind === 'pictureUnsupported') return unfolded(bytes);
        throw error;
      });
  return { picture, meta: PLAN_META, title, placing: null };
}

async function read(files: readonly NamedFile[]): Promise<Read> {
  const [only] = files;
  if (files.length === 1 && only && !isZip(only.bytes) && !/\.ya?ml$/iu.test(only.name)) return readPlain(only);
  const { resolution, origin, ...rest } = await readRosMap(files, (done) =>
    tell({ about: 'progress', done: done * READING }),
  );
  return { ...rest, placing: { resolution, origin } };
}

addEventListener('message', ({ data: { files } }: MessageEvent<ToReader>) => {
  void (async () => {
    try {
      const { picture, ...about } = await read(
        await Promise.all(
          files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
        ),
      );
      tell({ about: 'progress', done: READING });
      const png = await encodePng(picture);
      tell({ about: 'done', read: { png, width: picture.width, height: picture.height, ...about } });
    } catch (error) {
      tell({
        about: 'fault',
        fault:
          error instanceof MapFileFault
            ? { kind: error.kind, words: error.words }
            : { kind: 'pictureDamaged', words: {} },
      });
    }
  })();
});
