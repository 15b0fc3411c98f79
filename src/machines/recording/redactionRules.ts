/**
 * The redaction rules of every machine, by the machine's id: `{folder}/*.redaction.ts` exports `{id}Redaction`. A machine
 * without rules records its state names only; a test checks that each has rules.
 */
import type { RedactionRules } from './redaction.ts';

const files = import.meta.glob<Readonly<Record<string, unknown>>>('../*/*.redaction.ts', { eager: true });
const ENDING = 'Redaction';

export const redactionRules: Readonly<Record<string, RedactionRules>> = Object.fromEntries(
  Object.values(files).flatMap((exported) =>
    Object.entries(exported).flatMap(([name, rules]) =>
      name.endsWith(ENDING) && typeof rules === 'object'
        ? [[name.slice(0, -ENDING.length), rules as RedactionRules] as const]
        : [],
    ),
  ),
);
