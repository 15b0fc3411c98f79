/** Who opened photos and recordings of the library. */
import { desc, eq, sql } from 'drizzle-orm';
import { MEDIA_VIEWS_KEPT } from '../../../contract/rules/mediaLibrary.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, mediaViews } from '../schema.ts';

/** Files that are not in the library are passed over. */
export async function noteMediaViews(
  db: Db,
  { fileIds, userId, at }: { fileIds: readonly string[]; userId: string; at: Date },
): Promise<void> {
  if (fileIds.length === 0) return;
  const ids = sql`any(${sql.param([...fileIds])}::text[])`;
  await db.execute(sql`insert into media_views (file_id, user_id, at)
    select file_id, ${userId}, ${at.toISOString()}::timestamptz from media_items where file_id = ${ids}
    on conflict (file_id, user_id) do update set at = greatest(media_views.at, excluded.at)`);
  await db.execute(sql`delete from media_views using (
      select file_id, user_id, row_number() over (partition by file_id order by at desc, user_id) as place
      from media_views where file_id = ${ids}
    ) as ranked
    where ranked.place > ${MEDIA_VIEWS_KEPT}::int
      and media_views.file_id = ranked.file_id and media_views.user_id = ranked.user_id`);
}

/** The newest first, with the current names of the accounts. */
export const mediaViewsOf = (db: Db, fileId: string): Promise<{ nickname: LocalName; at: Date }[]> =>
  db
    .select({ nickname: accounts.nickname, at: mediaViews.at })
    .from(mediaViews)
    .innerJoin(accounts, eq(accounts.id, mediaViews.userId))
    .where(eq(mediaViews.fileId, fileId))
    .orderBy(desc(mediaViews.at), desc(mediaViews.userId))
    .limit(MEDIA_VIEWS_KEPT);
