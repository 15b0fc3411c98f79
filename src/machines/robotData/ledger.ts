/** The command ledger as a list: newest first, each entry in its latest known state. */
import type { Command } from '../../../contract/entities/command.ts';
import { canBecome } from '../../../contract/rules/commandLife.ts';

/** Rows on a robot's page; the rest is in the records. */
export const LEDGER_ROWS = 50;

const later = (known: Command, found: Command): Command =>
  known.state === found.state || canBecome(known.state, found.state) ? found : known;

/** Responses and messages overtake each other: an entry never returns to an earlier state. */
export function withNews(rows: readonly Command[], news: readonly Command[]): Command[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const found of news) {
    const known = byId.get(found.id);
    byId.set(found.id, known ? later(known, found) : found);
  }
  return [...byId.values()].sort((a, b) => b.askedAt - a.askedAt || (a.id < b.id ? 1 : -1)).slice(0, LEDGER_ROWS);
}
