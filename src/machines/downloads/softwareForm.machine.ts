/** The form of a new software file: its fields and their validation. The file itself is uploaded beside it. */
import {
  modelsIn,
  SOFTWARE_MODELS_MAX,
  SOFTWARE_NOTES_MAX,
  SOFTWARE_VERSION_MAX,
  tidiedSum,
} from '../../../contract/rules/software.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

export interface SoftwareFields {
  /** The completed upload; '' before. */
  readonly fileId: string;
  readonly fileName: string;
  /** Separated by commas. */
  readonly models: string;
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly releasedOn: string;
  readonly notesZh: string;
  readonly notesEn: string;
  readonly makerSha256: string;
}

/** @param models of a line that gets another version */
export const newSoftware = (models: readonly string[] = []): SoftwareFields => ({
  fileId: '',
  fileName: '',
  models: models.join(', '),
  version: '',
  releasedOn: '',
  notesZh: '',
  notesEn: '',
  makerSha256: '',
});

const MODEL_MAX = 40;
const SUM = /^[0-9a-f]{64}$/u;

export function softwareFaults({
  fileId,
  models,
  version,
  releasedOn,
  notesZh,
  notesEn,
  makerSha256,
}: SoftwareFields): FormFaults<SoftwareFields> {
  const named = modelsIn(models);
  return {
    ...(fileId === '' && { fileId: 'downloads.fault.file' }),
    ...((named.length === 0 ||
      named.length > SOFTWARE_MODELS_MAX ||
      named.some(({ length }) => length > MODEL_MAX)) && {
      models: 'downloads.fault.models',
    }),
    ...((version.trim() === '' || version.trim().length > SOFTWARE_VERSION_MAX) && {
      version: 'downloads.fault.version',
    }),
    ...(Number.isNaN(Date.parse(`${releasedOn}T00:00:00Z`)) && { releasedOn: 'downloads.fault.date' }),
    ...(notesZh.trim().length > SOFTWARE_NOTES_MAX && { notesZh: 'downloads.fault.notes' }),
    ...(notesEn.trim().length > SOFTWARE_NOTES_MAX && { notesEn: 'downloads.fault.notes' }),
    ...(makerSha256.trim() !== '' && !SUM.test(tidiedSum(makerSha256)) && { makerSha256: 'downloads.fault.sum' }),
  };
}

export const softwareFormMachine = createForm<SoftwareFields, null>({
  id: 'softwareForm',
  faultsOf: softwareFaults,
  tidied: (draft) => ({
    ...draft,
    models: modelsIn(draft.models).join(', '),
    version: draft.version.trim(),
    notesZh: draft.notesZh.trim(),
    notesEn: draft.notesEn.trim(),
    makerSha256: tidiedSum(draft.makerSha256),
  }),
  once: true,
});
