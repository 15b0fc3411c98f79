/** The typed face of a pool of connections. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from '../parts.ts';
import * as schema from './schema.ts';

export const connect = (pool: pg.Pool): Db => drizzle(pool, { schema });
