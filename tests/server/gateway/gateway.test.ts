/** What becomes of the words of a mail server that refuses a message: in the outbox, and in the error for jobs and cases. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outbox } from '../../../server/db/schema.ts';
import { createGateway, NotSent } from '../../../server/gateway/gateway.ts';
import { readSettings } from '../../../server/settings.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { openJobDatabase, type JobDatabase } from '../../fakes/jobServer.ts';
import { startMailServer } from '../../fakes/mailServer.ts';

let empty: FreshDatabase;
let database: JobDatabase;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  empty = await freshDatabase();
  database = await openJobDatabase(empty.url);
  mail = await startMailServer('refuses');
});
afterAll(async () => {
  await mail.close();
  await database.close();
  await empty.drop();
});

it('names the recipient in the outbox only', async () => {
  const { db } = database;
  const settings = readSettings({ SMTP_URL: mail.url, MAIL_FROM: 'robots@example.org' });
  const gateway = createGateway({ settings, db, log: database.log, now: Date.now });
  const target = 'lin.wei@hotel.example';
  const sent = gateway.send({
    id: 'refused',
    channel: 'email',
    topic: 'alarm',
    target,
    language: 'enUS',
    subject: 'Alarm',
    body: 'Smoke',
  });
  const error = await sent.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NotSent);
  expect((error as NotSent).message).toContain('nobody of that name');
  expect((error as NotSent).message).not.toContain(target);
  const [row] = await db.select().from(outbox).where(eq(outbox.id, 'refused'));
  expect(row).toMatchObject({ state: 'failed', target, error: expect.stringContaining(target) as string });
});
