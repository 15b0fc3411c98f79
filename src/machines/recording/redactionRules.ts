/**
 * The redaction rules of every machine, by the machine's id. A machine without rules records its state names only; a
 * test checks that each has rules.
 */
import { rulesIn } from './rulesIn.ts';

export const redactionRules = rulesIn(
  import.meta.glob<Readonly<Record<string, unknown>>>('../*/*.redaction.ts', { eager: true }),
);
