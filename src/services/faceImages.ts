/**
 * Clear pictures of faces while they are revealed, by the id of their record: in memory only, without an address that
 * could be copied, and closed when they are dropped.
 */
import { createKeyedStore } from './keyedStore.ts';

export interface FaceImages {
  put(id: string, file: Blob): Promise<void>;
  drop(id: string): void;
  face(id: string): ImageBitmap | null;
  onFace(id: string, listener: () => void): () => void;
}

/** @param decode for tests */
export function createFaceImages(
  decode: (file: Blob) => Promise<ImageBitmap> = (file) => createImageBitmap(file),
): FaceImages {
  const store = createKeyedStore<ImageBitmap>();
  const drop = (id: string): void => {
    const known = store.get(id);
    store.drop(id);
    known?.close();
  };
  return {
    async put(id, file) {
      const image = await decode(file);
      drop(id);
      store.put(id, image);
    },
    drop,
    face: store.get,
    onFace: store.onChange,
  };
}
