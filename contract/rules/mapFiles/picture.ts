/** A map picture in memory, the errors of reading map files, and progress reporting for large ones. */
import { MAP_PIXELS_MAX, MAP_SIDE_MAX_PX } from '../mapLimits.ts';

export interface Picture {
  width: number;
  height: number;
  /** Greyscale, or red, green and blue. */
  channels: 1 | 3;
  /** Row by row from the top, 8 bits each. */
  data: Uint8Array;
}

export const MAP_FILE_FAULTS = [
  'fileTooLarge',
  'pictureTooLarge',
  'notAPicture',
  'pictureDamaged',
  'pictureUnsupported',
  'yamlMissing',
  'yamlTwice',
  'yamlWrong',
  'yamlFieldMissing',
  'yamlFieldWrong',
  'imageMissing',
  'zipWrong',
  'browserCannot',
  'lifOne',
  'lifNotJson',
  'lifWrong',
  'lifVersion',
  'lifEmpty',
  'lifTooMany',
  'lifTwice',
] as const;
export type MapFileFaultKind = (typeof MAP_FILE_FAULTS)[number];

/** Why a file cannot be used as a map; `words` are the parameters of its text. */
export class MapFileFault extends Error {
  override readonly name = 'MapFileFault';
  readonly kind: MapFileFaultKind;
  readonly words: Readonly<Record<string, string | number>>;

  constructor(kind: MapFileFaultKind, words: Record<string, string | number> = {}) {
    super(kind);
    this.kind = kind;
    this.words = words;
  }
}

/** Called with the completed fraction, 0..1. */
export type Progress = (done: number) => void;

/** Checked before decompression. @throws MapFileFault pictureTooLarge, notAPicture */
export function checkSize(width: number, height: number): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new MapFileFault('notAPicture');
  if (width > MAP_SIDE_MAX_PX || height > MAP_SIDE_MAX_PX || width * height > MAP_PIXELS_MAX)
    throw new MapFileFault('pictureTooLarge', { width, height, limit: MAP_PIXELS_MAX / 1e6, side: MAP_SIDE_MAX_PX });
}
