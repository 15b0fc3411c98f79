/** Prepared statements for hot paths: built once per database, because building one costs more than executing it. */
import type { Db } from './database.ts';

export function preparedStatement<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    let statement = known.get(db);
    if (statement === undefined) known.set(db, (statement = prepare(db)));
    return statement;
  };
}
