/** A file store whose disk is full, for the demo's switchboard of faults: files are read and deleted, but not stored. */
import { ApiError } from '../../contract/wire/errors.ts';
import type { FileStore } from './fileStore.ts';

/** @param isFull asked for each file that is to be stored */
export function fullStore(store: FileStore, isFull: () => boolean): FileStore {
  const assertSpace = (): void => {
    if (isFull()) throw new ApiError('diskFull');
  };
  return {
    ...store,
    async put(...args) {
      assertSpace();
      return store.put(...args);
    },
    async putStream(...args) {
      assertSpace();
      return store.putStream(...args);
    },
    async uploadAddress(...args) {
      assertSpace();
      return store.uploadAddress(...args);
    },
    // A folder's `open` asks `this.size`.
    open: (...args) => store.open(...args),
  };
}
