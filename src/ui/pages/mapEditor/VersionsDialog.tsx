/** Saved versions of the map: view, compare with the current one, restore. */
import { useSelector } from '@xstate/react';
import type { MapVersion } from '../../../../contract/entities/mapEdit.ts';
import { selectIsSaving } from '../../../machines/factories/draftEditor.selectors.ts';
import {
  type MapEditorRef,
  selectIsRefused,
  selectIsWaiting,
  selectToVersion,
} from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ChangeList } from './ChangeList.tsx';
import { versionText } from './editorTexts.ts';
import { SUMMARY_LABELS } from './editorLabels.ts';
import { ROW, ROW_MARK, ROW_NOTE, WARNING } from './panelClasses.ts';
import { SidePanel } from './SidePanel.tsx';
import { useEditor } from './useEditor.ts';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';

const SUMMARY = ['added', 'moved', 'changed', 'deleted'] as const;

export function VersionsDialog({ screen }: { readonly screen: MapEditorRef }) {
  const t = useT();
  const time = (at: number): string => timeStamp(at, ownZone());
  const { map, versions, versionsTotal, looked, base, changed, failure } = useEditor(screen);
  const changes = useSelector(screen, selectToVersion);
  const waiting = useSelector(screen, selectIsWaiting);
  const busy = useSelector(screen, selectIsSaving);
  const refused = useSelector(screen, selectIsRefused);
  const close = (): void => screen.send({ type: 'versions.close' });
  const told = ({ at, by, summary }: MapVersion): string =>
    [
      by
        ? t('mapEditor.versions.by', { at: time(at), name: by.name })
        : t('mapEditor.versions.byNobody', { at: time(at) }),
      ...SUMMARY.filter((kind) => summary[kind] > 0).map((kind) => t(SUMMARY_LABELS[kind], { count: summary[kind] })),
    ].join(' · ');
  const revision = looked?.version.revision ?? 0;
  /** Another user saved this version after the draft's base was read. */
  const isAhead = revision > base.revision;
  return (
    <SidePanel
      onClose={close}
      title={t('mapEditor.versions.title', { map: map?.name ?? '' })}
      closeLabel={t('common.close')}
      foot={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          {looked && changes.length > 0 && !isAhead && (
            <Button
              variant="primary"
              busy={busy}
              disabledReason={changed > 0 ? t('mapEditor.versions.draftFirst') : undefined}
              onClick={() => screen.send({ type: 'version.restore' })}
            >
              {t('mapEditor.versions.restore', { version: versionText(t, revision) })}
            </Button>
          )}
        </>
      }
    >
      {failure && (
        <div className={WARNING} role="alert">
          <b>{t('mapEditor.versions.failed')}</b>
          <p>{t.failure(failure)}</p>
        </div>
      )}
      {refused && (
        <div className={WARNING} role="alert">
          <b>{t('mapEditor.versions.refused')}</b>
        </div>
      )}
      <ul aria-busy={waiting || undefined}>
        {versions.map((version) => (
          <li key={version.revision} className={ROW}>
            <p className="min-w-0 flex-1">
              <b>
                {version.revision === 0
                  ? t('mapEditor.versions.rowOriginal')
                  : t('mapEditor.versions.row', { revision: version.revision })}
              </b>
              {version.revision === base.revision && <em className={ROW_MARK}>{t('mapEditor.versions.now')}</em>}
              <span className={ROW_NOTE}>{told(version)}</span>
            </p>
            <Button
              size="s"
              aria-pressed={version.revision === looked?.version.revision}
              onClick={() => screen.send({ type: 'version.look', revision: version.revision })}
            >
              {t('mapEditor.versions.look', { version: versionText(t, version.revision) })}
            </Button>
          </li>
        ))}
      </ul>
      {versions.length === 0 && !waiting && !failure && (
        <p className="text-13 text-text-2">{t('mapEditor.versions.none')}</p>
      )}
      {versions.length < versionsTotal && (
        <Button size="s" busy={waiting} onClick={() => screen.send({ type: 'versions.more' })}>
          {t('mapEditor.versions.more')}
        </Button>
      )}
      {looked && (
        <section className="mt-3 text-13" aria-live="polite">
          <b>
            {changes.length === 0
              ? t('mapEditor.versions.same')
              : t(isAhead ? 'mapEditor.versions.ahead' : 'mapEditor.versions.compare', {
                  version: versionText(t, revision),
                })}
          </b>
          <ChangeList screen={screen} changes={changes} />
        </section>
      )}
    </SidePanel>
  );
}
