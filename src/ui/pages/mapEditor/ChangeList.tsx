/** What becomes of which point, in words. Long lists are told in part. */
import type { Change } from '../../../machines/mapEditor/draft.ts';
import { useT } from '../../hooks/useT.ts';
import { metresText } from './editorPart.ts';
import { FIELD_WORDS, STATE_WORDS } from './editorWords.ts';

const MOST = 60;
const SIGN = { added: '+', moved: '→', changed: '~', deleted: '−' } as const;
const FIELDS = [['name', 'name'], ['angle', 'angle'], ['stayTime', 'stay'], ['attributes', 'attributes'], ['departWord', 'departWord'], ['arrivedWord', 'arrivedWord'], ['elevatorId', 'elevator'], ['doorId', 'door']] as const;

export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const t = useT();
  const told = ({ from, to }: Change): string => {
    if (!from || !to) return to ? t('mapEditor.save.at', { x: metresText(to.worldX), y: metresText(to.worldY) }) : '';
    const metres = Math.hypot(to.worldX - from.worldX, to.worldY - from.worldY);
    const fields = FIELDS.filter(([field]) => JSON.stringify(from[field]) !== JSON.stringify(to[field])).map(([, word]) => t(FIELD_WORDS[word]));
    return [...(metres > 0 ? [t('mapEditor.save.moved', { metres: metresText(metres) })] : []), ...(fields.length > 0 ? [t('mapEditor.save.fields', { fields: fields.join(', ') })] : [])].join(' · ');
  };
  return (
    <ul className="map-editor-changes">
      {changes.slice(0, MOST).map((change) => (
        <li key={change.areaId} data-kind={change.kind}>
          <b aria-hidden="true">{SIGN[change.kind]}</b>
          <p>{(change.to ?? change.from)?.name} <em>{t(STATE_WORDS[change.kind])}</em><span>{told(change)}</span></p>
        </li>
      ))}
      {changes.length > MOST && <li>{t('mapEditor.save.more', { count: changes.length - MOST })}</li>}
    </ul>
  );
}
