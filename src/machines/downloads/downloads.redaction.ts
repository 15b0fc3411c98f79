/** Redaction rules of the download centre: which software there is and which robot has it; no notes, no file names. */
import type { PageInput } from '../app/events.ts';
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import { recordPageRules } from '../factories/recordPage.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { DownloadsContext, DownloadsEvent } from './downloads.machine.ts';
import type { SoftwareFields } from './softwareForm.machine.ts';

const FILE = {
  id: true,
  fileId: true,
  version: true,
  releasedOn: true,
  bytes: true,
  isCompared: true,
  addedAt: true,
  damagedAt: true,
} as const;
const LINE = {
  models: true,
  files: { '*': FILE },
  robots: { '*': { serialNumber: true, version: true, state: true } },
  counts: true,
} as const;
const EXPORT = { fileId: true, bytes: true, createdAt: true, until: true } as const;
const CHOSEN = { fileKey: true, size: true } as const;
const MORE = { exports: { '*': EXPORT }, models: true, canAdd: true, build: true } as const;
const FIELDS = { fileId: true } as const;
const RULES = recordPageRules(LINE, { id: true }, FIELDS);

export const downloadsRedaction = defineRedaction<DownloadsContext, DownloadsEvent, PageInput>()({
  ...RULES,
  context: { ...RULES.context, ...MORE, chosen: CHOSEN, chosenFailure: 'failure', asked: true },
  events: { ...RULES.events, 'line.open': { line: true, version: true }, 'file.download': { fileId: true } },
  input: PAGE_INPUT,
  outputs: { ...RULES.outputs, loadList: { ...RULES.outputs.loadList, ...MORE }, addFile: CHOSEN },
});

export const softwareFormRedaction = defineRedaction<
  FormContext<SoftwareFields, null>,
  FormEvent<SoftwareFields>,
  FormInput<SoftwareFields>
>()(formRules(FIELDS));
