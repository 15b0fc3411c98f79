/** Names of the lifts and doors that points can be attached to, by id. */
import { useSelector } from '@xstate/react';
import { type MapEditorRef, selectAttachmentTargets } from '../../../machines/mapEditor/mapEditor.selectors.ts';

export function useAttachmentNames(screen: MapEditorRef): (id: string) => string {
  const targets = useSelector(screen, selectAttachmentTargets);
  return (id) => targets.find((target) => target.id === id)?.name ?? id;
}
