/** Avatars of accounts: validation, re-encoding, storage and removal of the previous one. */
import type { ContentType } from '../../contract/rules/files.ts';
import { AVATAR_MAX_BYTES, AVATAR_MAX_PX } from '../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { accountById, changeAccount } from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import { markDeleted, type FileRow } from '../db/repositories/files.ts';
import { attachFile, stageFile, type FilesDeps } from '../files/files.ts';
import { AVATAR_PATH, type FileStore } from '../files/fileStore.ts';
import { pictureOf } from '../files/picture.ts';
import type { RequestContext } from '../requestContext.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';

const DATA = /^data:image\/(?:png|jpeg|webp);base64,/u;

export interface StagedAvatar {
  file: FileRow;
  contentType: ContentType;
}

/** What the decoder refuses, although the header is that of a picture. */
const UNREADABLE = ['fileDamaged', 'fileTypeWrong', 'filePixelsTooMany'] as const;

/**
 * Stores the file, encoded again without metadata. Before the transaction, so that a slow store does not hold a database
 * connection, and an account never refers to a file that does not exist.
 * @param avatarUrl a data URL, or '' for no picture
 * @returns null for no picture
 * @throws pictureWrong, pictureTooLarge (bytes), pictureTooWide (pixels), tooManyRequests, filesAway, diskFull
 */
export async function storeAvatar(deps: FilesDeps, userId: string, avatarUrl: string): Promise<StagedAvatar | null> {
  if (avatarUrl === '') return null;
  const received = bytesOf(avatarUrl);
  const picture = await pictureOf(received, AVATAR_MAX_PX);
  if (!picture) throw new ApiError('pictureWrong', { field: 'avatarUrl' });
  if (Math.max(picture.width, picture.height) > AVATAR_MAX_PX)
    throw new ApiError('pictureTooWide', { field: 'avatarUrl', words: { limit: AVATAR_MAX_PX } });
  const { bytes, contentType } = await runInWorker('rewritePicture', received).catch((error: unknown) =>
    Promise.reject(isUnreadable(error) ? new ApiError('pictureWrong', { field: 'avatarUrl' }) : error),
  );
  return {
    file: await stageFile(deps, { kind: 'avatar', ownerId: userId, name: 'avatar', bytes, contentType }),
    contentType,
  };
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && UNREADABLE.some((name) => error.code === ERRORS[name]);

/** Runs in the transaction. @param staged the result of storeAvatar */
export async function changeAvatar(
  store: FileStore,
  staged: StagedAvatar | null,
  { db, userId, afterCommit }: RequestContext,
): Promise<string> {
  const account = await accountById(db, userId);
  if (!account) throw new ApiError('invalidUser');
  const { avatarPath: before } = account;
  const avatarPath = staged ? AVATAR_PATH + staged.file.id : '';
  if (staged) await attachFile(db, staged.file, staged.contentType);
  await changeAccount(db, userId, { avatarPath });
  await record(db, {
    userId,
    act: 'account.avatar',
    subject: userId,
    before: { avatarPath: before },
    after: { avatarPath },
  });
  if (before.startsWith(AVATAR_PATH)) {
    const id = before.slice(AVATAR_PATH.length);
    await markDeleted(db, [id]);
    afterCommit(() => store.remove('avatar', id));
  }
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
