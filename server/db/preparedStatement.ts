/** Statements of every call: built once for a database, instead of anew each time, which costs more than to carry them out. */
import type { Db } from './database.ts';

export function preparedStatement<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    let statement = known.get(db);
    if (statement === undefined) known.set(db, (statement = prepare(db)));
    return statement;
  };
}
