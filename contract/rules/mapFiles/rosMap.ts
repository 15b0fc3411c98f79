/** Reads a ROS map from files that a user selected, in any order or in a zip, and writes one. */
import type { PictureMeta } from '../../entities/map.ts';
import { decodePgm, encodePgm, isPgm } from './pgm.ts';
import { MapFileFault, type Picture, type Progress } from './picture.ts';
import { decodePng, isPng } from './png.ts';
import { readRosYaml, writeRosYaml } from './rosYaml.ts';
import { isZip, readZip, type NamedFile } from './zip.ts';

export interface RosMap {
  picture: Picture;
  resolution: number;
  origin: { x: number; y: number; yaw: number };
  meta: PictureMeta;
  /** File name without folder and extension: the suggested map name. */
  title: string;
}

const baseName = (name: string): string => name.replace(/^.*[/\\]/u, '');
const titleOf = (name: string): string => baseName(name).replace(/\.[^.]+$/u, '');
const isYaml = ({ name }: NamedFile): boolean => /\.ya?ml$/iu.test(name);

/** @throws MapFileFault */
export async function readRosMap(picked: readonly NamedFile[], progress: Progress = () => undefined): Promise<RosMap> {
  const files = (
    await Promise.all(picked.map(async (file) => (isZip(file.bytes) ? readZip(file.bytes) : [file])))
  ).flat();
  const [yaml, second] = files.filter(isYaml);
  if (!yaml) throw new MapFileFault('yamlMissing');
  if (second) throw new MapFileFault('yamlTwice', { first: baseName(yaml.name), second: baseName(second.name) });
  const { image, resolution, origin, meta } = readRosYaml(new TextDecoder().decode(yaml.bytes));
  const file = files.find(({ name }) => !isYaml({ name, bytes: yaml.bytes }) && baseName(name) === baseName(image));
  if (!file) {
    const found = files.filter((one) => one !== yaml).map(({ name }) => baseName(name));
    throw new MapFileFault('imageMissing', { image: baseName(image), found: found.join(', ') || '—' });
  }
  progress(0.05);
  const step: Progress = (done) => progress(0.05 + done * 0.95);
  // Detected by content, because the file extension is unreliable.
  const picture = isPgm(file.bytes)
    ? decodePgm(file.bytes, step)
    : isPng(file.bytes)
      ? await decodePng(file.bytes, step)
      : null;
  if (!picture) throw new MapFileFault('notAPicture', { file: baseName(file.name) });
  return {
    picture: picture.channels === 1 ? picture : greyOf(picture),
    resolution,
    origin,
    meta,
    title: titleOf(yaml.name),
  };
}

/** Converts to grey by the mean of the colours, as map_server does. */
function greyOf({ width, height, data }: Picture): Picture {
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++)
    grey[i] = Math.round(((data[3 * i] ?? 0) + (data[3 * i + 1] ?? 0) + (data[3 * i + 2] ?? 0)) / 3);
  return { width, height, channels: 1, data: grey };
}

/** A file name that is valid on every file system. */
export const fileNameOf = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/gu, '')
    .slice(0, 60) || 'map';

/** The YAML, and the picture as PGM. */
export function rosMapFiles({ picture, resolution, origin, meta, title }: RosMap): NamedFile[] {
  const name = fileNameOf(title);
  const yaml = writeRosYaml({ image: `${name}.pgm`, resolution, origin, meta });
  return [
    { name: `${name}.yaml`, bytes: new TextEncoder().encode(yaml) },
    { name: `${name}.pgm`, bytes: encodePgm(picture) },
  ];
}
