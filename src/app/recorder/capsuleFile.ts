/**
 * The recording as a file: JSON, gzip. A file is untrusted: its size is checked before and during decompression, its
 * content is validated, and nothing in it is executed.
 */
import * as v from 'valibot';
import { ApiError } from '../../../contract/wire/errors.ts';
import { BaseApiError } from '../../../contract/wire/baseApiError.ts';
import {
  type Capsule,
  RECORDING_DEPTH_LIMIT,
  RECORDING_FILE_LIMIT,
  RECORDING_TEXT_LIMIT,
  RECORDING_VERSION,
} from '../../machines/recording/format.ts';
import { capsule as capsuleSchema, capsuleMark } from './capsuleSchema.ts';
import { gzipped } from './encoding.ts';
import { rootOf } from '../../machines/recording/replay.ts';
import { createUpgrade } from '../../machines/recording/upgrade.ts';

const GZIP = [0x1f, 0x8b];

export const packed = (capsule: Capsule): Promise<Blob> => gzipped(JSON.stringify(capsule));

/** @throws ApiError capsuleTooBig, capsuleForeign, capsuleDamaged, capsuleTooNew */
export async function unpacked(file: Blob): Promise<Capsule> {
  if (file.size > RECORDING_FILE_LIMIT) throw tooBig();
  const head = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  if (GZIP.some((byte, index) => head[index] !== byte)) throw new ApiError('capsuleForeign');
  const found = parsed(await inflated(file));
  const mark = v.safeParse(capsuleMark, found);
  if (!mark.success) throw new ApiError('capsuleForeign');
  if (mark.output.version > RECORDING_VERSION)
    throw new ApiError('capsuleTooNew', { words: { version: mark.output.version } });
  if (depthOf(found) > RECORDING_DEPTH_LIMIT) throw new ApiError('capsuleDamaged');
  const read = v.safeParse(capsuleSchema, found);
  if (!read.success || rootOf(read.output) === null) throw new ApiError('capsuleDamaged');
  return createUpgrade(read.output.version).capsule(read.output);
}

const tooBig = (): ApiError => new ApiError('capsuleTooBig', { words: { limit: RECORDING_FILE_LIMIT / 2 ** 20 } });

/** @throws ApiError capsuleTooBig, capsuleDamaged */
export async function inflated(file: Blob): Promise<string> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > RECORDING_TEXT_LIMIT) throw tooBig();
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error instanceof BaseApiError ? error : new ApiError('capsuleDamaged');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('capsuleDamaged');
  }
}

/** Iterative: the data may be nested deeper than the call stack allows. */
function depthOf(root: unknown): number {
  let level: unknown[] = [root];
  for (let depth = 0; ; depth += 1) {
    const below = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (below.length === 0 || depth > RECORDING_DEPTH_LIMIT) return depth;
    level = below;
  }
}
