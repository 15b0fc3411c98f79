/** A picture of a map in memory, what it is refused for, and what is asked for while a large one is read. */
import { MAP_PIXELS_MAX, MAP_SIDE_MAX_PX } from '../mapLimits.ts';

export interface Picture {
  width: number;
  height: number;
  /** Grey, or red, green and blue. */
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

/** Why a file is no map; words fill the text that tells it. */
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

/** 0 to 1, of the whole. */
export type Progress = (done: number) => void;

/** Before any of it is unfolded. @throws MapFileFault pictureTooLarge, notAPicture */
export function checkSize(width: number, height: number): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new MapFileFault('notAPicture');
  if (width > MAP_SIDE_MAX_PX || height > MAP_SIDE_MAX_PX || width * height > MAP_PIXELS_MAX)
    throw new MapFileFault('pictureTooLarge', { width, height, limit: MAP_PIXELS_MAX / 1e6, side: MAP_SIDE_MAX_PX });
}
