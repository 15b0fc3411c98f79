/** Redaction rules of pages with records (recordPage.ts): rows, tasks and forms by the page's own rules. */
import type { RedactionRule } from '../recording/redaction.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from './pagedList.redaction.ts';

/** Of a list with confirmed actions. */
export const listPageRules = <const Row extends RedactionRule, const Task extends RedactionRule>(
  row: Row,
  task: Task,
) =>
  ({
    context: { ...listRedaction(row), task },
    events: { ...LIST_EVENTS, 'record.act': { task } },
    outputs: { loadList: foundRedaction(row) },
    // Recordings from before pages shared these fields.
    defaults: { task: null, shown: null },
  }) as const;

/** Of a list with an editor and confirmed actions. */
export const recordPageRules = <
  const Row extends RedactionRule,
  const Task extends RedactionRule,
  const Fields extends RedactionRule,
>(
  row: Row,
  task: Task,
  fields: Fields,
) => {
  const { context, events, outputs, ...rules } = listPageRules(row, task);
  return {
    ...rules,
    context: { ...context, fields },
    events: { ...events, 'record.edit': { fields, draft: fields } },
    outputs: { ...outputs, recallDialog: { saved: fields, draft: fields } },
    defaults: { ...rules.defaults, fields: null },
  } as const;
};
