/** Label pictures in a zip, each named after its point. */
import { setImmediate } from 'node:timers/promises';
import type { LabelledPoint } from '../../contract/endpoints/pointLabels.ts';
import type { NamedFile } from '../../contract/rules/mapFiles/zip.ts';
import { fileNameOf } from '../../contract/rules/mapFiles/rosMap.ts';
import { zipOf } from '../files/zip.ts';
import { labelFont } from './font.ts';
import { labelPicture } from './labelPicture.ts';

export async function labelZip(labels: readonly LabelledPoint[]): Promise<Uint8Array> {
  const font = await labelFont();
  const names = fileNames(labels);
  const files: NamedFile[] = [];
  for (const [index, label] of labels.entries()) {
    files.push({ name: `${names[index] ?? index}.png`, bytes: await labelPicture(label, font) });
    // Yields to other requests.
    await setImmediate();
  }
  return zipOf(files, { isPacked: true });
}

/** File names that are unique even if case is ignored. The floor prefix avoids names that Windows reserves. */
export function fileNames(labels: readonly Pick<LabelledPoint, 'name' | 'map'>[]): string[] {
  const taken = new Set<string>();
  return labels.map(({ name, map }) => {
    const plain = fileNameOf(`${map.floor}-${name.normalize('NFC')}`);
    let free = plain;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${plain}-${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
