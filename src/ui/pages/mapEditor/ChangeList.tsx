/** Changes of each point as text. Long lists are truncated. */
import type { Change } from '../../../machines/mapEditor/draft.ts';
import type { MapEditorRef } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { changeTexts } from './changeTexts.ts';
import { metresText } from './editorTexts.ts';
import { STATE_WORDS } from './editorWords.ts';
import { useAttachmentNames } from './useAttachmentNames.ts';

const MOST = 60;
const SIGN = { added: '+', moved: '→', changed: '~', deleted: '−' } as const;

export function ChangeList({
  screen,
  changes,
}: {
  readonly screen: MapEditorRef;
  readonly changes: readonly Change[];
}) {
  const t = useT();
  const tieName = useAttachmentNames(screen);
  const told = ({ from, to }: Change): string => {
    if (!from || !to) return to ? t('mapEditor.save.at', { x: metresText(to.worldX), y: metresText(to.worldY) }) : '';
    return changeTexts(t, from, to, tieName).join(' · ');
  };
  return (
    <ul className="map-editor-changes">
      {changes.slice(0, MOST).map((change) => (
        <li key={change.areaId} data-kind={change.kind}>
          <b aria-hidden="true">{SIGN[change.kind]}</b>
          <p>
            {(change.to ?? change.from)?.name} <em>{t(STATE_WORDS[change.kind])}</em>
            <span>{told(change)}</span>
          </p>
        </li>
      ))}
      {changes.length > MOST && <li>{t('mapEditor.save.more', { count: changes.length - MOST })}</li>}
    </ul>
  );
}
