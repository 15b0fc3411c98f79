/** Changes of each point as text. Long lists are truncated. */
import type { Change } from '../../../machines/mapEditor/draft.ts';
import type { MapEditorRef } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { changeTexts } from './changeTexts.ts';
import { metresText } from './editorTexts.ts';
import { STATE_LABELS } from './editorLabels.ts';
import { ROW, ROW_MARK, ROW_NOTE } from './panelClasses.ts';
import { useAttachmentNames } from './useAttachmentNames.ts';

const MOST = 60;
const SIGN = {
  added: { sign: '+', colours: 'bg-st-online-soft text-st-online-text' },
  moved: { sign: '→', colours: 'bg-brand-100 text-(--link)' },
  changed: { sign: '~', colours: 'bg-brand-100 text-(--link)' },
  deleted: { sign: '−', colours: 'bg-st-alarm-soft text-st-alarm-text' },
} as const;

export function ChangeList({
  screen,
  changes,
}: {
  readonly screen: MapEditorRef;
  readonly changes: readonly Change[];
}) {
  const t = useT();
  const attachmentName = useAttachmentNames(screen);
  const told = ({ from, to }: Change): string => {
    if (!from || !to) return to ? t('mapEditor.save.at', { x: metresText(to.worldX), y: metresText(to.worldY) }) : '';
    return changeTexts(t, from, to, attachmentName).join(' · ');
  };
  return (
    <ul>
      {changes.slice(0, MOST).map((change) => (
        <li key={change.areaId} className={ROW}>
          <b
            className={classes(
              'size-[18px] flex-none rounded-[5px] text-center leading-[18px]',
              SIGN[change.kind].colours,
            )}
            aria-hidden="true"
          >
            {SIGN[change.kind].sign}
          </b>
          <p className="min-w-0 wrap-anywhere">
            {(change.to ?? change.from)?.name} <em className={ROW_MARK}>{t(STATE_LABELS[change.kind])}</em>
            <span className={ROW_NOTE}>{told(change)}</span>
          </p>
        </li>
      ))}
      {changes.length > MOST && <li className={ROW}>{t('mapEditor.save.more', { count: changes.length - MOST })}</li>}
    </ul>
  );
}
