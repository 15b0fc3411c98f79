/** Names of the lifts and doors that points can be attached to, by id. */
import { useSelector } from '@xstate/react';
import { type MapEditorRef, selectAnchors } from '../../../machines/mapEditor/mapEditor.selectors.ts';

export function useAttachmentNames(screen: MapEditorRef): (id: string) => string {
  const anchors = useSelector(screen, selectAnchors);
  return (id) => anchors.find((anchor) => anchor.id === id)?.name ?? id;
}
