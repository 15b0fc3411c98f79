/** Exports of the historical monitoring as background jobs. */
import * as v from 'valibot';
import { LANGUAGES } from '../../contract/entities/constants.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import { fileExports } from './fileExports.ts';

const request = v.object({
  userId: v.string(),
  siteId: v.string(),
  /** Comma-separated. */
  serialNumbers: v.string(),
  from: v.number(),
  until: v.number(),
  language: v.picklist(LANGUAGES),
  timeZone: v.string(),
  fileId: v.string(),
});
export type TrackExportRequest = v.InferOutput<typeof request>;

/** @throws ValiError */
export const readTrackExport = (payload: unknown): TrackExportRequest => v.parse(request, payload);

export const trackExportName = ({ from, timeZone }: Pick<TrackExportRequest, 'from' | 'timeZone'>): string =>
  `monitoring-${zonedStamp(timeZone)(from).slice(0, 10)}.zip`;

export const trackExports = fileExports({
  kind: 'trackExport',
  read: readTrackExport,
  nameOf: trackExportName,
  tooLarge: 'trackExportTooLarge',
});
