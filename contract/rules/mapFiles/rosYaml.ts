/** Parser and writer for the YAML of a ROS map (map_server): only its few keys, in the notations found in practice. */
import type { PictureMeta } from '../../entities/map.ts';
import { RESOLUTION } from '../mapLimits.ts';
import { MapFileFault } from './picture.ts';

export interface RosYaml {
  /** As in the file, possibly with a folder. */
  image: string;
  resolution: number;
  origin: { x: number; y: number; yaw: number };
  meta: PictureMeta;
}

const MODES = ['trinary', 'scale', 'raw'] as const;
/** The defaults of map_server. */
const THRESHOLDS = { occupied: 0.65, free: 0.196 } as const;
const FAR_M = 100_000;

/** @throws MapFileFault yamlWrong {line}, yamlFieldMissing {field}, yamlFieldWrong {field, value} */
export function readRosYaml(text: string): RosYaml {
  const fields = fieldsOf(text);
  const need = (field: string): string => {
    const value = fields.get(field);
    if (value === undefined || value === '') throw new MapFileFault('yamlFieldMissing', { field });
    return value;
  };
  const wrong = (field: string): never => {
    throw new MapFileFault('yamlFieldWrong', { field, value: (fields.get(field) ?? '').slice(0, 60) });
  };
  const number = (field: string, value: string): number => {
    const read = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(value) ? Number(value) : Number.NaN;
    return Number.isFinite(read) ? read : wrong(field);
  };
  const threshold = (field: string, otherwise: number): number => {
    const value = fields.get(field);
    if (value === undefined) return otherwise;
    const read = number(field, value);
    return read >= 0 && read <= 1 ? read : wrong(field);
  };
  const image = need('image');
  const resolution = number('resolution', need('resolution'));
  if (resolution < RESOLUTION.min || resolution > RESOLUTION.max) wrong('resolution');
  const parts = need('origin')
    .replace(/^\[|\]$/gu, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.length > 3) wrong('origin');
  const [x = 0, y = 0, yaw = 0] = parts.map((part) => number('origin', part));
  if (Math.abs(x) > FAR_M || Math.abs(y) > FAR_M || Math.abs(yaw) > 100) wrong('origin');
  const negate = fields.get('negate') ?? '0';
  if (!/^(?:[01]|true|false|yes|no)$/iu.test(negate)) wrong('negate');
  const mode = MODES.find((one) => one === (fields.get('mode') ?? 'trinary').toLowerCase()) ?? wrong('mode');
  const meta = {
    occupiedThresh: threshold('occupied_thresh', THRESHOLDS.occupied),
    freeThresh: threshold('free_thresh', THRESHOLDS.free),
    negate: /^(?:1|true|yes)$/iu.test(negate),
    mode,
  };
  if (meta.freeThresh >= meta.occupiedThresh) wrong('free_thresh');
  return { image, resolution, origin: { x, y, yaw }, meta };
}

/** Top-level keys; lists are normalized to `[a, b]`. */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let key: string | null = null;
  for (const [i, line] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\r|\n/u)
    .entries()) {
    const plain = withoutComment(line);
    if (plain.trim() === '' || /^(?:---|\.\.\.|%)/u.test(plain)) continue;
    const item = /^\s*-\s+(.*)$/u.exec(plain);
    const before = key === null ? '' : (fields.get(key) ?? '');
    if (item && key !== null && (before === '' || before.startsWith('['))) {
      fields.set(key, before === '' ? `[${item[1] ?? ''}]` : `${before.slice(0, -1)}, ${item[1] ?? ''}]`);
      continue;
    }
    // A bracketed list can span several lines.
    if (key !== null && before.startsWith('[') && !before.endsWith(']')) {
      fields.set(key, `${before} ${plain.trim()}`);
      continue;
    }
    const pair = /^([A-Za-z_][\w-]*)\s*:(?:\s+(.*))?$/u.exec(plain.trimEnd());
    if (!pair) throw new MapFileFault('yamlWrong', { line: i + 1 });
    key = pair[1] ?? '';
    fields.set(key, unquoted((pair[2] ?? '').trim()));
  }
  return fields;
}

function withoutComment(line: string): string {
  const end = /^(?:[^"'#]|"[^"]*"|'[^']*'|\S#)*?(?=(?:^|\s)#)/u.exec(line);
  return end ? end[0] : line;
}

const unquoted = (value: string): string => {
  const [, double] = /^"((?:[^"\\]|\\.)*)"$/u.exec(value) ?? [];
  if (double !== undefined) return double.replace(/\\(.)/gu, '$1');
  const [, single] = /^'((?:[^']|'')*)'$/u.exec(value) ?? [];
  return single === undefined ? value : single.replaceAll("''", "'");
};

/** In the format of map_saver; numbers survive the round trip unchanged. */
export function writeRosYaml({ image, resolution, origin: { x, y, yaw }, meta }: RosYaml): string {
  return [
    `image: ${image}`,
    `mode: ${meta.mode}`,
    `resolution: ${resolution}`,
    `origin: [${x}, ${y}, ${yaw}]`,
    `negate: ${meta.negate ? 1 : 0}`,
    `occupied_thresh: ${meta.occupiedThresh}`,
    `free_thresh: ${meta.freeThresh}`,
    '',
  ].join('\n');
}
