/** Software files for robots in the download centre: limits, and which robot has which version. */

/** Sets of models; each has one newest version and older ones. */
export const SOFTWARE_LINES_MAX = 50;
/** Versions that are kept of each set of models; adding one more deletes the oldest. */
export const SOFTWARE_VERSIONS_KEPT = 10;
export const SOFTWARE_MODELS_MAX = 20;
export const SOFTWARE_VERSION_MAX = 40;
/** Of the notes in one language. */
export const SOFTWARE_NOTES_MAX = 1_000;
/** Robots that a line names; all are counted. */
export const SOFTWARE_ROBOTS_SHOWN = 200;
/** Own exports that the page lists. */
export const EXPORTS_SHOWN = 100;

/** `other`: the robot reports another version. `unknown`: it has not reported any. */
export const SOFTWARE_STATES = ['has', 'other', 'unknown'] as const;
export type SoftwareState = (typeof SOFTWARE_STATES)[number];

/** Models are compared without regard to case and surrounding space. */
export const modelKey = (model: string): string => model.trim().toUpperCase();

/** Sorted, each once. @param models as typed: separated by commas, Chinese ones too */
export const modelsIn = (models: string): string[] => sortedModels(models.split(/[,，、;；]/u));
export const sortedModels = (models: readonly string[]): string[] =>
  [...new Set(models.map(modelKey))].filter((model) => model !== '').toSorted();

/** "v2.14.3" and "2.14.3 " are the same version. */
export const versionKey = (version: string): string =>
  version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/u, '');

/** @param reported by the robot; '' if it has not reported any */
export const softwareStateOf = (version: string, reported: string): SoftwareState =>
  reported.trim() === '' ? 'unknown' : versionKey(reported) === versionKey(version) ? 'has' : 'other';

/** A SHA-256 as it is copied from a web page: upper case, spaces. */
export const tidiedSum = (typed: string): string => typed.replaceAll(/\s/gu, '').toLowerCase();
