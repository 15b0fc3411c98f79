/** The jobs of a server on a database of their own, which is dropped when it is closed. */
import { freshDatabase } from './database.ts';
import { migratedTemplate } from './databaseTemplates.ts';
import { openJobDatabase } from './jobServer.ts';

export async function freshJobDatabase() {
  const { url, drop } = await freshDatabase(await migratedTemplate());
  const opened = await openJobDatabase(url);
  return {
    ...opened,
    url,
    async close() {
      await opened.close();
      await drop();
    },
  };
}
export type FreshJobDatabase = Awaited<ReturnType<typeof freshJobDatabase>>;
