/** Avatars of accounts: validation, storage and removal of the previous one. */
import { AVATAR_MAX_BYTES, AVATAR_MAX_PX } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { accountById, changeAccount } from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import { newFileId, type FileStore } from '../files/fileStore.ts';
import { pictureOf } from '../files/picture.ts';
import type { RequestContext } from '../requestContext.ts';

const PLACE = '/files/avatar/';
const DATA = /^data:image\/(?:png|jpeg|webp);base64,/u;

/**
 * Stores the file before the transaction, so that a slow store does not hold a database connection, and an account
 * never refers to a file that does not exist.
 * @param avatarUrl a data URL, or '' for no picture
 * @returns the id of the file; '' for no picture
 * @throws pictureWrong, pictureTooLarge (bytes), pictureTooWide (pixels), filesAway
 */
export async function storeAvatar(files: FileStore, avatarUrl: string): Promise<string> {
  const bytes = avatarUrl === '' ? null : bytesOf(avatarUrl);
  if (bytes) {
    const picture = await pictureOf(bytes, AVATAR_MAX_PX);
    if (!picture) throw new ApiError('pictureWrong', { field: 'avatarUrl' });
    if (Math.max(picture.width, picture.height) > AVATAR_MAX_PX)
      throw new ApiError('pictureTooWide', { field: 'avatarUrl', words: { limit: AVATAR_MAX_PX } });
  }
  const id = bytes ? newFileId() : '';
  if (bytes) await files.put('avatar', id, bytes);
  return id;
}

/** Runs in the transaction. @param id the result of storeAvatar */
export async function changeAvatar(
  files: FileStore,
  id: string,
  { db, userId, afterCommit }: RequestContext,
): Promise<string> {
  const account = await accountById(db, userId);
  if (!account) throw new ApiError('invalidUser');
  const { avatarPath: before } = account;
  const avatarPath = id && PLACE + id;
  await changeAccount(db, userId, { avatarPath });
  await record(db, {
    userId,
    act: 'account.avatar',
    subject: userId,
    before: { avatarPath: before },
    after: { avatarPath },
  });
  afterCommit(async () => {
    if (before.startsWith(PLACE)) await files.remove('avatar', before.slice(PLACE.length));
  });
  return avatarPath;
}

function bytesOf(avatarUrl: string): Buffer {
  const [mark] = DATA.exec(avatarUrl) ?? [];
  const encoded = avatarUrl.slice(mark?.length ?? 0);
  const bytes = Buffer.from(encoded, 'base64');
  // Node skips invalid Base64 characters: encoding the result again detects them.
  if (mark === undefined || bytes.toString('base64') !== encoded)
    throw new ApiError('pictureWrong', { field: 'avatarUrl' });
  if (bytes.length > AVATAR_MAX_BYTES)
    throw new ApiError('pictureTooLarge', { field: 'avatarUrl', words: { limit: AVATAR_MAX_BYTES / 2 ** 20 } });
  return bytes;
}
