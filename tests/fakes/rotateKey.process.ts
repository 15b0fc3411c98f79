/** Rotates the key of a database (arguments: URL, key file, step) and kills itself after that step. */
import pg from 'pg';
import { connect } from '../../server/db/connect.ts';
import { rotateKey } from '../../server/rotateKey.ts';

const [databaseUrl, keyFile, killedAfter] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl });
await rotateKey(connect(pool), { keyFile, dataFolder: '' }, (step) => {
  if (step === killedAfter) process.kill(process.pid, 'SIGKILL');
});
await pool.end();
