/** The files of the demo's software: a few KiB without meaning, the same at every start. */
import { createHash } from 'node:crypto';
import { SOFTWARE, type DemoSoftware } from '../../../demo/software.ts';

export { SOFTWARE, type DemoSoftware };

export const softwareName = ({ models, version }: DemoSoftware): string =>
  `${models.join('-').toLowerCase()}-${version}.bin`;

/** Bytes that look random. */
export function softwareBytes(software: DemoSoftware): Buffer {
  const blocks = Array.from({ length: software.kibibytes * 32 }, (_, index) =>
    createHash('sha256')
      .update(`${softwareName(software)} ${index}`)
      .digest(),
  );
  return Buffer.concat(blocks);
}
