/** An export that the server writes as a background job; its file can be read for some days (rules/files.ts). */
import * as v from 'valibot';
import { idOf } from './idOf.ts';
import { id } from './values.ts';

export const fileExportId = idOf('job', id);
export const fileExport = v.object({
  exportId: v.string(),
  state: v.picklist(['waiting', 'running', 'done', 'failed']),
  /** Per cent. */
  progress: v.number(),
  /** Read it with the file calls; '' until it is done. */
  fileId: v.string(),
  fileName: v.string(),
});
export type FileExport = v.InferOutput<typeof fileExport>;
