/** Collects redaction rules from their files: `{folder}/*.redaction.ts` exports `{id}Redaction` for the machine `id`. */
import type { RedactionRules } from './redaction.ts';

const ENDING = 'Redaction';

export const rulesIn = (
  files: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Readonly<Record<string, RedactionRules>> =>
  Object.fromEntries(
    Object.values(files).flatMap((exported) =>
      Object.entries(exported).flatMap(([name, rules]) =>
        name.endsWith(ENDING) && typeof rules === 'object'
          ? [[name.slice(0, -ENDING.length), rules as RedactionRules] as const]
          : [],
      ),
    ),
  );
