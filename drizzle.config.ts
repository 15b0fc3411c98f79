import { defineConfig } from 'drizzle-kit';

/** `npm run migration -- --name what-changes` writes the SQL from the last migration to the schema. */
export default defineConfig({ dialect: 'postgresql', schema: './server/db/schema.ts', out: './server/db/migrations' });
